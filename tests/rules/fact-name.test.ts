/**
 * The names of facts are the parameters of the hooks' methods.
 */
import test from "ava";
import { factNames, hooks } from "../../core/rules/index.ts";

/** A parameter that is taken apart at once has no name of its own. */
const unnamed = /^\{/;

for (const hook of hooks) {
	test(`${hook.hook}: every fact has the name of its parameter`, (t) => {
		for (const question of Object.keys(hook.answers)) {
			const method = (hook.prototype as unknown as Record<string, unknown>)[question];
			const [, list = ""] = /^\w+\(((?:[^(){}]|\{[^}]*\})*)\)/.exec(String(method)) ?? [];
			const parameters = list
				.split(/,(?![^{]*\})/)
				.map((each) => each.trim().replace(/^_/, ""))
				.filter((each) => each !== "");
			const names = factNames(hook.hook, question);
			t.is(names.length, parameters.length, `${hook.hook}.${question}(${list})`);
			parameters.forEach((parameter, at) => {
				t.true(unnamed.test(parameter) || parameter === names[at], `${hook.hook}.${question}: ${parameter}`);
			});
		}
	});
}
