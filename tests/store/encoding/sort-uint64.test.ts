/**
 * Numbers of 64 bits are sorted as JavaScript sorts them.
 */
import test from "ava";
import fc from "fast-check";
import { runToEnd } from "../../../core/async/cooperative-task.ts";
import { sortUint64 } from "../../../core/store/encoding/sort-uint64.ts";

test("numbers that fill some pieces and a part of one, in any order", (t) => {
	fc.assert(
		fc.property(
			fc.integer({ min: 0, max: 40_000 }),
			fc.integer({ min: 1, max: 0xffffffff }),
			fc.constantFrom(1, 3, 0xffffffff),
			(count, seed, bound) => {
				const words = new Uint32Array(2 * count);
				for (let at = 0, value = seed; at < words.length; at++) {
					value = (Math.imul(value, 1664525) + 1013904223) >>> 0;
					words[at] = value % bound;
				}
				const expected = new BigUint64Array(words.slice().buffer).sort();
				t.deepEqual(new BigUint64Array(runToEnd(sortUint64(words)).buffer), expected);
			},
		),
		{ numRuns: 40 },
	);
});
