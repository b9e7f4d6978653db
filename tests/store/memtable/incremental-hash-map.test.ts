/**
 * The incremental hash map against a plain map, while it grows and shrinks.
 */
import test from "ava";
import { IncrementalHashMap } from "../../../core/store/memtable/incremental-hash-map.ts";

test("a map with incremental resizing equals a plain map", (t) => {
	const map = new IncrementalHashMap<number>();
	const model = new Map<string, number>();
	const check = (): void => {
		t.is(map.size, model.size);
		t.deepEqual(
			[...map.values()].sort((one, other) => one - other),
			[...model.values()].sort((one, other) => one - other),
		);
	};
	const keyOf = (number: number): string =>
		number < 256 ? String.fromCharCode(number) : String.fromCharCode(number >> 8, number & 255, (number * 7) & 3);
	for (const most of [10, 1024, 1025, 12_000]) {
		for (let number = 0; number < most; number++) {
			map.set(keyOf(number), number);
			model.set(keyOf(number), number);
		}
		map.set(keyOf(5), -1);
		model.set(keyOf(5), -1);
		check();
		for (let number = 0; number < most; number += 3) {
			t.is(map.delete(keyOf(number)), model.delete(keyOf(number)));
			t.is(map.delete(keyOf(number)), false);
		}
		check();
		for (let number = 0; number < most; number += 97) {
			t.is(map.get(keyOf(number)), model.get(keyOf(number)));
			t.is(map.has(keyOf(number)), model.has(keyOf(number)));
		}
		for (const key of [...model.keys()]) {
			map.delete(key);
		}
		model.clear();
		check();
	}
});
