/**
 * Timers longer than Node's: they wait, where Node's end at once.
 */
import { setTimeout as sleep } from "node:timers/promises";
import test from "ava";
import { clearTimeout, setTimeout } from "../../core/async/timers.ts";

test("a timer of years, or without end, waits", async (t) => {
	const ended: number[] = [];
	const timers = [2 ** 31, 2 ** 32 - 1, Number.POSITIVE_INFINITY].map((delayMs) =>
		setTimeout(() => ended.push(delayMs), delayMs),
	);
	await sleep(50);
	timers.forEach(clearTimeout);
	t.deepEqual(ended, []);
});
