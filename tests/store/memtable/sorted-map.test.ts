/**
 * The copy-on-write sorted map against a plain map.
 */
import test from "ava";
import fc from "fast-check";
import { SortedMap } from "../../../core/store/memtable/sorted-map.ts";

const change = fc.record({
	key: fc.integer({ min: 0, max: 400 }).map((at) => String(at).padStart(3, "0")),
	value: fc.option(fc.integer()),
});

function entries<V>(map: SortedMap<V>, from: string, to: string, reverse: boolean): [string, V | undefined][] {
	const found: [string, V | undefined][] = [];
	const cursor = map.cursor(from, to, reverse);
	while (cursor.next()) {
		found.push([cursor.key, cursor.value]);
	}
	return found;
}

test("a sorted map equals a plain map, and its clones stay unchanged", (t) => {
	fc.assert(
		fc.property(
			fc.array(change, { maxLength: 3000, size: "max" }),
			fc.nat(3000),
			change,
			change,
			(changes, cloneAfter, one, other) => {
				const map = new SortedMap<number>();
				const model = new Map<string, number>();
				let clone = map.clone();
				let cloneModel = new Map(model);
				changes.forEach(({ key, value }, at) => {
					if (value === null) {
						t.is(map.delete(key), model.delete(key));
					} else {
						map.set(key, value);
						model.set(key, value);
					}
					if (at === cloneAfter) {
						clone = map.clone();
						cloneModel = new Map(model);
					}
				});
				for (const [tree, expected] of [
					[map, model],
					[clone, cloneModel],
				] as const) {
					const sorted = [...expected].sort(([a], [b]) => (a < b ? -1 : 1));
					t.is(tree.size, expected.size);
					t.deepEqual(entries(tree, "", "~", false), sorted);
					t.deepEqual(entries(tree, "", "~", true), [...sorted].reverse());
					const inside = sorted.filter(([key]) => key >= one.key && key < other.key);
					t.deepEqual(entries(tree, one.key, other.key, false), inside);
					t.deepEqual(entries(tree, one.key, other.key, true), inside.reverse());
					t.is(tree.get(one.key), expected.get(one.key));
				}
			},
		),
		{ numRuns: 40 },
	);
});

test("keys in order fill the leaves, and all can be removed", (t) => {
	const map = new SortedMap<number>();
	const keys = Array.from({ length: 20_000 }, (_, at) => String(at).padStart(6, "0"));
	keys.forEach((key, at) => map.set(key, at));
	t.is(map.size, 20_000);
	for (const key of keys) {
		t.true(map.delete(key));
	}
	t.is(map.size, 0);
	t.deepEqual(entries(map, "", "~", false), []);
	map.set("again", 1);
	t.is(map.get("again"), 1);
});
