/**
 * `npm run trust`: plays the attacks, prints a line each, and writes `docs/trust.md`; exit code 1 where one breaks it.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { cpus, getPriority } from "node:os";
import { join } from "node:path";
import { programOf, wholeNumber } from "../program-options.ts";
import { root } from "../root.ts";
import { allAttacks } from "./all-attacks.ts";
import { type Attack, unhurried } from "./attack.ts";
import { faultsOf, lineOf, printPage, withLongRun } from "./page.ts";
import { plantedFaults } from "./planted-faults.ts";
import { type AttackResult, playAttack } from "./play-attack.ts";

const command = programOf("trust", "plays attacks on time and memory, with a canary beside each")
	.option("--only <words>", "attacks whose names contain these words")
	.option("--times <count>", "how often each is played", wholeNumber, 1)
	.option("--long", "mutations by the million and an hour of mixed load: days; rounds add to those on the page")
	.option("--minutes <count>", "of --long: each row of rounds ends after so long", wholeNumber)
	.option("--seed <number>", "of mutations; with --times each next one is played", wholeNumber, 1)
	.option("--no-write", "do not write docs/trust.md");
command.parse();
const { only, times, write, long, minutes, seed } = command.opts<{
	only?: string;
	times: number;
	write: boolean;
	long?: boolean;
	minutes?: number;
	seed: number;
}>();

for (const { name, attack, finds = /./, ...play } of only === undefined && long !== true ? plantedFaults() : []) {
	const found = faultsOf(attack, await playAttack(attack, play)).filter((sentence) => finds.test(sentence));
	if (found.length === 0) {
		console.error(`The planted fault was not found: ${name}`);
		process.exit(1);
	}
	console.log(`planted: ${name}: ${found.join("; ").slice(0, 200)}`);
}
const chosen = allAttacks.filter(
	({ name, rounds }) => (only === undefined || name.includes(only)) && (long !== true || rounds !== undefined),
);
const mostMs = minutes === undefined ? {} : { mostMs: minutes * 60_000 };
const played: (readonly [Attack, AttackResult])[] = [];
for (const each of chosen) {
	const attack = long === true && getPriority() > 0 ? unhurried(each) : each;
	for (let time = 0; time < times; time++) {
		const result = await playAttack(attack, { isLong: long === true, seed: seed + time, ...mostMs });
		played.push([attack, result]);
		console.log([lineOf(attack, result), ...result.notes].join("\n"));
	}
}
const file = join(root, "docs", "trust.md");
const day = new Date().toISOString().slice(0, 10);
const machine = `${cpus().length} cores (${cpus()[0]?.model.trim() ?? "unknown"}), Node ${process.versions.node}, ${day}`;
if (write && long === true) {
	writeFileSync(file, withLongRun(readFileSync(file, "utf8"), played, machine));
} else if (write && only === undefined) {
	writeFileSync(file, printPage(played, machine, readFileSync(file, "utf8")));
}
process.exitCode = played.every(([attack, result]) => faultsOf(attack, result).length === 0) ? 0 : 1;
