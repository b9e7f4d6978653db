/**
 * A run merged into another, and lookups in several layered runs: the same as with maps.
 */
import test from "ava";
import fc from "fast-check";
import { EntryRun } from "../../../core/store/page/entry-run.ts";
import { KeyList } from "../../../core/store/page/key-list.ts";
import { lookUpOver } from "../../../core/store/runs/overlaid-lookup.ts";
import { writesOfRun } from "../../../core/store/runs/run-cursor.ts";
import { layOver } from "../../../core/store/runs/run-overlay.ts";
import { chainedRuns } from "../../../core/store/runs/run-order.ts";
import type { Key } from "../../../core/store/contract.ts";

type Model = ReadonlyMap<Key, string | null>;

const key = fc
	.array(fc.constantFrom("a", "b", "\x00", "\xfe"), { minLength: 1, maxLength: 5 })
	.map((parts) => parts.join(""));
const value = fc.oneof(
	{ weight: 3, arbitrary: fc.constantFrom("x", "y") },
	{ weight: 2, arbitrary: fc.nat(90).map((length) => "v".repeat(length)) },
);
const whole = entries(value);
const changes = entries(fc.oneof({ weight: 2, arbitrary: value }, { weight: 1, arbitrary: fc.constant(null) }));

function entries<T extends string | null>(of: fc.Arbitrary<T>): fc.Arbitrary<Model> {
	return fc
		.uniqueArray(fc.tuple(key, of), { selector: ([name]) => name, minLength: 1, maxLength: 120 })
		.map((list) => new Map(list.sort(([one], [other]) => (one < other ? -1 : 1))));
}

/** In some pieces. */
function runOf(model: Model, pieces: number): EntryRun {
	const list = [...model];
	const size = Math.ceil(list.length / pieces);
	return chainedRuns(
		Array.from({ length: Math.ceil(list.length / size) }, (_, at) => {
			const run = new EntryRun(false);
			for (const [name, text] of list.slice(at * size, (at + 1) * size)) {
				if (text === null) {
					run.appendRemoval(name);
				} else {
					run.append(name, Buffer.from(text));
				}
			}
			return run;
		}),
		false,
	);
}

function modelOf(run: EntryRun | undefined): [Key, string | null][] {
	return run === undefined
		? []
		: writesOfRun(run).map(({ key: name, value: bytes }) => [
				name,
				bytes === null ? null : Buffer.from(bytes).toString(),
			]);
}

test("entries of an overlay replace or remove entries of a run, or are left over", (t) => {
	fc.assert(
		fc.property(whole, changes, fc.integer({ min: 1, max: 4 }), fc.boolean(), (beneath, upper, pieces, drops) => {
			const base = runOf(beneath, pieces);
			const laid = layOver(base, runOf(upper, pieces), drops);
			const expected = [...beneath].map(([name, text]): [Key, string | null] => [
				name,
				upper.has(name) ? upper.get(name)! : text,
			]);
			t.deepEqual(
				modelOf(laid.beneath),
				expected.filter(([, text]) => !drops || text !== null),
			);
			t.deepEqual(
				modelOf(laid.left),
				[...upper].filter(([name]) => !beneath.has(name)),
			);
			t.deepEqual(modelOf(base), [...beneath], "who reads it goes on reading what was there");
			t.is(laid.beneath?.count ?? 0, modelOf(laid.beneath).length);
		}),
		{ numRuns: 400 },
	);
});

test("keys are looked up in the newest run first, and the rest are passed on in order", (t) => {
	fc.assert(
		fc.property(
			fc.array(changes, { maxLength: 3 }),
			whole,
			fc.uniqueArray(key, { minLength: 1, maxLength: 60 }),
			(runs, beneath, wanted) => {
				const keys = new KeyList();
				const sorted = [...wanted].sort((one, other) => (one < other ? -1 : 1));
				sorted.forEach((each) => keys.addKey(each));
				const taken: [Key, string][] = [];
				const isDone = lookUpOver(
					runs.map((run) => runOf(run, 2)),
					keys,
					{
						take(at, bytes, start, end) {
							taken.push([sorted[at]!, Buffer.from(bytes.subarray(start, end)).toString()]);
							return true;
						},
					},
					(rest, taker) => {
						for (let at = 0; at < rest.count; at++) {
							const text = beneath.get(rest.key(at));
							if (text !== undefined && text !== null) {
								const bytes = Buffer.from(text);
								taker.take(at, bytes, 0, bytes.length);
							}
						}
						return true;
					},
				);
				t.true(isDone);
				const says = (name: Key): string | null | undefined =>
					[...runs]
						.reverse()
						.find((run) => run.has(name))
						?.get(name) ?? (runs.some((run) => run.has(name)) ? null : beneath.get(name));
				t.deepEqual(
					taken,
					sorted.flatMap((name): [Key, string][] => {
						const text = says(name);
						return text === null || text === undefined ? [] : [[name, text]];
					}),
				);
			},
		),
		{ numRuns: 300 },
	);
});
