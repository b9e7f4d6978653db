/**
 * Timers: the kernel and the server take theirs from one module, so that a test that fakes its own stops no statement.
 */
import test from "ava";
import { readSources } from "./source.ts";

const timer = /(?<![.\w#])(?:setTimeout|setInterval|setImmediate|queueMicrotask|clearTimeout|clearInterval)\(/;
const time = /\bDate\.now\(|\bperformance\.now\(|"node:timers/;

/** Where they come from. */
const keepers = ["core/async/timers.ts", "core/async/clock.ts"];

function globalTimers(all: readonly { readonly path: string; readonly text: string }[]): string[] {
	return all
		.filter(({ path }) => /^(core|apps\/server|apps\/embed)\//.test(path) && !keepers.includes(path))
		.filter(({ text }) => {
			const code = text.replace(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, "");
			const [imported = ""] =
				/import \{[^}]*(?:set|clear|queue)[^}]*\} from "[^"]*(?:timers|core\/index)\.ts"/.exec(code) ?? [];
			return time.test(code) || (timer.test(code) && imported === "");
		})
		.map(({ path }) => path);
}

test("the kernel and the server call no timer and no clock of the process themselves", (t) => {
	t.deepEqual(globalTimers(readSources()), []);
});

test("planted calls are found", (t) => {
	const plants = [
		"setTimeout(go, 1);",
		"const at = Date.now();",
		'import { setTimeout as wait } from "node:timers/promises";',
	];
	for (const text of plants) {
		t.deepEqual(globalTimers([{ path: "core/planted.ts", text }]), ["core/planted.ts"], text);
	}
	const fine = 'import { setTimeout } from "../async/timers.ts";\nsetTimeout(go, 1);';
	t.deepEqual(globalTimers([{ path: "core/planted.ts", text: fine }]), []);
});
