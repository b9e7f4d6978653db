/**
 * Planted faults that the table must catch first: plugins that keep the server busy or every value, a cache without
 * bound, a search that backtracks, a client that is remembered, a privilege check left out.
 */
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { allAttacks } from "./all-attacks.ts";
import type { Attack } from "./attack.ts";
import type { Play } from "./play-attack.ts";
import type { SourceFault } from "./source-fault.ts";

/** A rule that loops for a second. */
const slowRule = `export default ({ InsertCheck, page, changed }) =>
	page("slow-rule", [changed(InsertCheck, (Base) => class SlowRule extends Base {
		text(...facts) {
			const end = Date.now() + 1000;
			while (Date.now() < end) {}
			return super.text(...facts);
		}
	}, "Loops for a second.")]);
`;

/** A rule that never gives its memory back: 100 MB a row. */
const greedyRule = `const kept = [];
export default ({ InsertCheck, page, changed }) =>
	page("greedy-rule", [changed(InsertCheck, (Base) => class GreedyRule extends Base {
		text(...facts) {
			kept.push(Buffer.alloc(100_000_000, 1));
			return super.text(...facts);
		}
	}, "Keeps 100 MB a row.")]);
`;

interface PlantedFault extends Play {
	readonly name: string;
	readonly attack: Attack;
	/** The sentence that finds it; undefined: any. */
	readonly finds?: RegExp;
}

/** Each is to be found by the attack that it is planted for. */
export function plantedFaults(): readonly PlantedFault[] {
	const folder = mkdtempSync(join(tmpdir(), "verso-trust-plugins-"));
	const plant = (name: string, text: string, statements: readonly string[]): PlantedFault => {
		const file = join(folder, `${name}.mjs`);
		writeFileSync(file, text);
		return { name, flags: ["--plugin", file], attack: { name, statements } };
	};
	const insert = "insert into big (v) values ('ä🌀')";
	return [
		plant("slow-rule", slowRule, [insert]),
		plant(
			"greedy-rule",
			greedyRule,
			Array.from({ length: 30 }, () => insert),
		),
		...sourceFaults.map(({ attack, ...planted }) => ({ ...planted, attack: attackNamed(attack), patienceMs })),
	];
}

/** The search that backtracks would take minutes. */
const patienceMs = 3000;

/** Faults in the program's own source. */
const sourceFaults: readonly (Pick<PlantedFault, "name" | "finds"> & {
	readonly attack: string;
	readonly fault: SourceFault;
})[] = [
	{
		name: "a plan cache without bound",
		attack: "sums of 450 terms, another each time",
		fault: {
			module: "core/session/plan-cache/cache-budget.js",
			replaced: [
				["weight <= this.limit / largestPart", "true"],
				["this.#taken > this.limit", "false"],
			],
		},
	},
	{
		name: "a LIKE that backtracks",
		attack: "LIKE of a long part",
		fault: {
			module: "core/types/text/byte-search.js",
			replaced: [
				[
					"export function knuthMorrisPratt(part) {",
					`export function knuthMorrisPratt(part) {
						return (text, start) => {
							for (let at = start; at + part.length <= text.length; at++) {
								let same = 0;
								while (same < part.length && text[at + same] === part[same]) same++;
								if (same === part.length) return at;
							}
							return -1;
						};`,
				],
			],
		},
	},
	{
		name: "a client that is remembered",
		attack: "mixed load, in seconds",
		finds: /^(heap|descriptors): grew/,
		fault: {
			module: "core/session/status/process-list.js",
			replaced: [
				[
					"process.addTo(this.#past);",
					`process.addTo(this.#past);
						(globalThis.remembered ??= []).push(Buffer.alloc(500_000, 1), globalThis.process.getBuiltinModule("fs").openSync("/dev/null"));`,
				],
			],
		},
	},
	{
		name: "a privilege check left out",
		attack: "an account without privileges",
		fault: {
			module: "core/session/privileges/check.js",
			replaced: [
				["export function checkNeeds(needs, rights) {", "export function checkNeeds(needs, rights) { return;"],
			],
		},
	},
];

function attackNamed(wanted: string): Attack {
	const found = allAttacks.find(({ name }) => name === wanted);
	if (found === undefined) {
		throw new Error(`There is no attack ${wanted}`);
	}
	return found;
}
