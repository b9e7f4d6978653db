/**
 * Growth under steady load: what fills and stays, and peaks that pass, are no growth; a leak of each quantity is.
 */
import test from "ava";
import { growthFaults, type Sample } from "./growth.ts";

const mebibyte = 1 << 20;
const steady = { heapBytes: 60 * mebibyte, descriptors: 40, dataBytes: 20 * mebibyte };

/** An hour, a sample each minute. */
function hour(change: (minute: number) => Partial<Sample>): readonly Sample[] {
	return Array.from({ length: 60 }, (_, minute) => ({ seconds: (minute + 1) * 60, ...steady, ...change(minute) }));
}

test("caches that fill in the first third, noise and a peak are no growth", (t) => {
	t.deepEqual(
		growthFaults(
			hour((minute) => ({
				heapBytes: (60 - 40 / (minute + 1) + (minute % 7) + (minute === 50 ? 500 : 0)) * mebibyte,
				descriptors: 40 + (minute % 9),
			})),
		),
		[],
	);
});

test("a slow leak of each quantity is found", (t) => {
	t.deepEqual(
		growthFaults(hour((minute) => ({ heapBytes: steady.heapBytes + minute * 300_000 + (minute % 5) * mebibyte }))),
		["heap: grew by 11.2 MiB (at most 8.0 MiB)"],
	);
	t.deepEqual(growthFaults(hour((minute) => ({ descriptors: 40 + minute }))), ["descriptors: grew by 39 (at most 8)"]);
	t.deepEqual(growthFaults(hour((minute) => ({ dataBytes: (20 + minute) * mebibyte }))), [
		"data directory: grew by 39.0 MiB (at most 16.0 MiB)",
	]);
});
