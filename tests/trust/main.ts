/**
 * `npm run trust`: plays the attacks, prints a line each, and writes `docs/trust.md`; exit code 1 where one breaks it.
 */
import { writeFileSync } from "node:fs";
import { cpus } from "node:os";
import { join } from "node:path";
import { programOf, wholeNumber } from "../program-options.ts";
import { root } from "../root.ts";
import { allAttacks } from "./all-attacks.ts";
import type { Attack } from "./attack.ts";
import { faultsOf, lineOf, printPage } from "./page.ts";
import { plantedFaults } from "./planted-faults.ts";
import { type AttackResult, playAttack } from "./play-attack.ts";

const command = programOf("trust", "plays attacks on time and memory, with a canary beside each")
	.option("--only <words>", "attacks whose names contain these words")
	.option("--times <count>", "how often each is played", wholeNumber, 1)
	.option("--long", "mutations by the million: days")
	.option("--seed <number>", "of mutations; with --times each next one is played", wholeNumber, 1)
	.option("--no-write", "do not write docs/trust.md");
command.parse();
const { only, times, write, long, seed } = command.opts<{
	only?: string;
	times: number;
	write: boolean;
	long?: boolean;
	seed: number;
}>();

for (const { name, attack, ...play } of only === undefined ? plantedFaults() : []) {
	const found = faultsOf(attack, await playAttack(attack, play));
	if (found.length === 0) {
		console.error(`The planted fault was not found: ${name}`);
		process.exit(1);
	}
	console.log(`planted: ${name}: ${found.join("; ").slice(0, 200)}`);
}
const played: (readonly [Attack, AttackResult])[] = [];
for (const attack of allAttacks) {
	if (only === undefined || attack.name.includes(only)) {
		for (let time = 0; time < times; time++) {
			const result = await playAttack(attack, { isLong: long === true, seed: seed + time });
			played.push([attack, result]);
			console.log(lineOf(attack, result));
		}
	}
}
if (write && only === undefined) {
	const day = new Date().toISOString().slice(0, 10);
	const machine = `${cpus().length} cores (${cpus()[0]?.model.trim() ?? "unknown"}), Node ${process.versions.node}, ${day}`;
	writeFileSync(join(root, "docs", "trust.md"), printPage(played, machine));
}
process.exitCode = played.every(([attack, result]) => faultsOf(attack, result).length === 0) ? 0 : 1;
