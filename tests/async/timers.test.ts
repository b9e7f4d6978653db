/**
 * Timers longer than Node's wait, where Node's end at once; those of a wait that is over are gone.
 */
import { setTimeout as sleep } from "node:timers/promises";
import test from "ava";
import { clearTimeout, patiently, setTimeout } from "../../core/async/timers.ts";

test.serial("a timer of years, or without end, waits", async (t) => {
	const ended: number[] = [];
	const timers = [2 ** 31, 2 ** 32 - 1, Number.POSITIVE_INFINITY].map((delayMs) =>
		setTimeout(() => ended.push(delayMs), delayMs),
	);
	await sleep(50);
	timers.forEach(clearTimeout);
	t.deepEqual(ended, []);
});

const timerCount = (): number => process.getActiveResourcesInfo().filter((kind) => kind === "Timeout").length;

test.serial("a wait that is over leaves no timer, whichever way it ends", async (t) => {
	const before = timerCount();
	await patiently(Promise.resolve(), 60_000);
	await t.throwsAsync(patiently(Promise.reject(new Error("no")), 60_000), { message: "no" });
	await patiently(new Promise(() => undefined), 1);
	t.is(timerCount(), before);
});
