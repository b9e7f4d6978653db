/**
 * Attacks at their CI size: the server outlives each, answers others meanwhile, and planted faults are found first.
 *
 * The canary's bound is ten times that of `npm run trust`, since other tests run beside it.
 */
import { spawnSync } from "node:child_process";
import test from "ava";
import { allAttacks } from "./all-attacks.ts";
import { boundOf } from "./attack.ts";
import { mostBytes } from "./page.ts";
import { plantedFaults } from "./planted-faults.ts";
import { playAttack } from "./play-attack.ts";

const busy = 10;
const hasLimits = spawnSync("prlimit", ["--version"]).status === 0;

for (const { name, attack, finds, ...play } of plantedFaults()) {
	test.serial(`planted: ${name}`, async (t) => {
		if (!hasLimits) {
			t.log("SKIPPED: prlimit is not installed");
			t.pass();
			return;
		}
		const { peakBytes, worstMs, faults } = await playAttack(attack, play);
		if (finds !== undefined) {
			t.true(
				faults.some((sentence) => finds.test(sentence)),
				faults.join("; "),
			);
			return;
		}
		const isFound = peakBytes > (attack.mostBytes ?? mostBytes) || worstMs > boundOf(attack) || faults.length > 0;
		t.true(isFound, `${peakBytes} bytes, ${worstMs} ms`);
	});
}

for (const attack of allAttacks) {
	test.serial(attack.name, async (t) => {
		if (!hasLimits) {
			t.log("SKIPPED: prlimit is not installed");
			t.pass();
			return;
		}
		const { faults, worstMs, killedMs, peakBytes } = await playAttack(attack);
		t.deepEqual(faults, []);
		t.true(peakBytes < (attack.mostBytes ?? mostBytes), `${peakBytes} bytes at its peak`);
		t.true(worstMs < busy * boundOf(attack), `the canary waited ${worstMs.toFixed(0)} ms`);
		t.true((killedMs ?? 0) < busy * boundOf(attack), `KILL QUERY took ${killedMs?.toFixed(0)} ms`);
	});
}
