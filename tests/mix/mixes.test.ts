/**
 * Mixes of rules from any release on any release: every mix starts, and tables survive it and all later upgrades.
 */
import test from "ava";
import fc from "fast-check";
import { hooks } from "../../core/rules/index.ts";
import { releases } from "../../plugins/index.ts";
import { livesOf } from "./life.ts";

const names = releases.map(({ name }) => name);
const central = ["default-charset", "alter-validation", "insert-check"];

/** The base release changes from one combination to the next, so that each rule meets several. */
for (const [at, first] of names.entries()) {
	test(`${central[0]}=${first} with every ${central[1]} and ${central[2]}`, async (t) => {
		for (const [row, second] of names.entries()) {
			for (const [column, third] of names.entries()) {
				const release = names[(at + row * 2 + column) % names.length] ?? "";
				const mixes = [first, second, third].map((name, hook) => `${central[hook]}=${name}`);
				t.deepEqual(await livesOf({ release, mixes }), []);
			}
		}
	});
}

test("a random sample over all hooks", async (t) => {
	const mixes = fc
		.uniqueArray(fc.constantFrom(...hooks.map(({ hook }) => hook)), { minLength: 1 })
		.chain((chosen) => fc.tuple(...chosen.map((hook) => fc.constantFrom(...names).map((name) => `${hook}=${name}`))));
	await fc.assert(
		fc.asyncProperty(fc.constantFrom(...names, "2.0.5", "2.1.4"), mixes, async (release, chosen) => {
			t.deepEqual(await livesOf({ release, mixes: chosen }), []);
		}),
		{ numRuns: 40 },
	);
});
