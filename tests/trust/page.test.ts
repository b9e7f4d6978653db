/**
 * The page's long run: parts add up, what must be played at once is replaced.
 */
import test from "ava";
import { type Attack, unhurried } from "./attack.ts";
import { withLongRun } from "./page.ts";
import type { AttackResult } from "./play-attack.ts";

const mutated: Attack = { name: "mutated texts", rounds: { usual: 10, long: 1000 } };
const steady: Attack = { name: "steady load", rounds: { usual: 10, long: 60, isAtOnce: true } };

function played(rounds: number, worstMs: number, seed: number): AttackResult {
	const rest = { name: "", p99Ms: 2, killedMs: undefined, peakBytes: 2 ** 27, faults: [], notes: [] };
	return { ...rest, rounds, worstMs, seed };
}

test("parts add up, and each keeps its waits and its seed", (t) => {
	const first = withLongRun("# Attacks\n\n| a row |\n", [[mutated, played(300, 12, 1)]], "a machine");
	const second = withLongRun(first, [[unhurried(mutated), played(400, 9000, 2)]], "a machine");
	const third = withLongRun(second, [[mutated, played(500, 9000, 3)]], "a machine");
	t.regex(first, /300 of 1000 rounds\.\n/);
	t.regex(third, /1200 of 1000 rounds in 3 parts\./);
	t.regex(third, /\| 300 \| 12 \(250\) \| 2 \(20\) \| 128 \| holds \| 1, a machine \|/);
	t.regex(third, /\| 400 \| low priority \| low priority \| 128 \| holds \| 2, a machine \|/);
	t.regex(third, /\| 500 \| 9000 \(250\) .* the canary waited 9000 ms/);
	t.true(third.startsWith("# Attacks\n\n| a row |\n"));
});

test("what must be played at once is replaced", (t) => {
	const first = withLongRun("# Attacks\n", [[steady, played(20, 12, 1)]], "a machine");
	const second = withLongRun(first, [[steady, played(60, 13, 2)]], "a machine");
	t.regex(second, /60 of 60 rounds\.\n/);
	t.notRegex(second, /\| 20 \|/);
});
