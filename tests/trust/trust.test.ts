/**
 * Attacks at their CI size: the server outlives each, answers others meanwhile, and planted faults are found first.
 *
 * The canary's bound is ten times that of `npm run trust`, since other tests run beside it.
 */
import { spawnSync } from "node:child_process";
import test from "ava";
import { boundOf } from "./attack.ts";
import { expressionAttacks } from "./expression-attacks.ts";
import { mostBytes } from "./page.ts";
import { memoryAttacks } from "./memory-attacks.ts";
import { plantedFaults } from "./planted-faults.ts";
import { playAttack } from "./play-attack.ts";

const busy = 10;
const hasLimits = spawnSync("prlimit", ["--version"]).status === 0;

const { slow, greedy } = plantedFaults();

test.serial("a rule that loops is found by the canary, one that keeps memory by the limit", async (t) => {
	if (!hasLimits) {
		t.log("SKIPPED: prlimit is not installed");
		t.pass();
		return;
	}
	t.true((await playAttack(slow.attack, slow.flags)).worstMs > boundOf(slow.attack));
	const { peakBytes, faults } = await playAttack(greedy.attack, greedy.flags);
	t.true(peakBytes > mostBytes || faults.length > 0, `${peakBytes} bytes`);
});

for (const attack of [...expressionAttacks, ...memoryAttacks]) {
	test.serial(attack.name, async (t) => {
		if (!hasLimits) {
			t.log("SKIPPED: prlimit is not installed");
			t.pass();
			return;
		}
		const { faults, worstMs, killedMs, peakBytes } = await playAttack(attack);
		t.deepEqual(faults, []);
		t.true(peakBytes < mostBytes, `${peakBytes} bytes at its peak`);
		t.true(worstMs < busy * boundOf(attack), `the canary waited ${worstMs.toFixed(0)} ms`);
		t.true((killedMs ?? 0) < busy * boundOf(attack), `KILL QUERY took ${killedMs?.toFixed(0)} ms`);
	});
}
