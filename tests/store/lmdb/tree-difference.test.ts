/**
 * Difference of two states of a file: by the pages that only one of them has it is what reading both finds, in ranges
 * that follow the changes and not the size.
 */
import test from "ava";
import fc from "fast-check";
import { differences } from "../../../core/session/kernel/state-difference.ts";
import type { Write } from "../../../core/store/contract.ts";
import { contentsPrefix, rangeThrough } from "../../../core/store/encoding/keys.ts";
import type { FastSnapshot } from "../../../core/store/fast-store.ts";
import { openLmdbStore } from "../../../core/store/lmdb/lmdb.ts";
import { openLoggedStore } from "../../../core/store/wal/logged-store.ts";
import { storePath, warm } from "../directory.ts";

const whole = rangeThrough(contentsPrefix(1), `${contentsPrefix(9)}\xff`);

interface Change {
	readonly table: number;
	readonly first: number;
	/** Sixteen neighbours and more become blocks. */
	readonly count: number;
	readonly step: number;
	/** Bytes of each value; undefined: removals. */
	readonly size: number | undefined;
}

const change: fc.Arbitrary<Change> = fc.record({
	table: fc.integer({ min: 1, max: 3 }),
	first: fc.nat(2000),
	count: fc.oneof(fc.integer({ min: 1, max: 4 }), fc.integer({ min: 16, max: 400 })),
	step: fc.integer({ min: 1, max: 3 }),
	size: fc.option(fc.oneof(fc.nat(60), fc.nat(600), fc.integer({ min: 3000, max: 9000 })), { nil: undefined }),
});

let commits = 0;

function writesOf({ table, first, count, step, size }: Change): Write[] {
	commits++;
	return Array.from({ length: count }, (_, at) => ({
		key: `${contentsPrefix(table)}${String(first + at * step).padStart(6, "0")}`,
		value: size === undefined ? null : new Uint8Array(count > 40 ? size % 100 : size).fill(commits),
	}));
}

/** A state of which nothing is known but by reading. */
function opaque(state: FastSnapshot): FastSnapshot {
	return { get: (key) => state.get(key), scan: (range) => state.scan(range) } as FastSnapshot;
}

function said(one: FastSnapshot, other: FastSnapshot): string[] {
	return [...differences(one, other, whole)].map(
		({ key, one: mine, other: theirs }) => `${key} ${mine?.length}:${mine?.[0]} ${theirs?.length}:${theirs?.[0]}`,
	);
}

test("it is the difference that reading both states finds, whatever was committed between", async (t) => {
	await fc.assert(
		fc.asyncProperty(
			fc.boolean(),
			fc.array(fc.array(change, { minLength: 1, maxLength: 6 }), { minLength: 2, maxLength: 6 }),
			async (isLogged, rounds) => {
				const path = storePath(t);
				const store = isLogged ? warm(openLoggedStore({ path })) : openLmdbStore({ path });
				const states = [store.snapshot()];
				for (const changes of rounds) {
					for (const each of changes) {
						await store.commit({ writes: writesOf(each), conditions: [] });
					}
					states.push(store.snapshot());
				}
				for (const one of states) {
					for (const other of [states[0]!, states.at(-1)!]) {
						t.deepEqual(said(one, other), said(opaque(one), opaque(other)));
					}
				}
				for (const state of states) {
					state.release();
				}
				await store.close();
			},
		),
		{ numRuns: 40 },
	);
});

test("of a large file only the changed entries are named, and their blocks", async (t) => {
	const store = openLmdbStore({ path: storePath(t) });
	const put = async (first: number, count: number, size: number | undefined = 50): Promise<void> => {
		await store.commit({ writes: writesOf({ table: 1, first, count, step: 1, size }), conditions: [] });
	};
	for (let first = 0; first < 100_000; first += 5000) {
		await put(first, 5000);
	}
	const before = store.snapshot();
	await put(7, 1);
	await put(99_999, 1);
	await put(70_000, 1, undefined);
	const after = store.snapshot();
	t.is(said(before, after).length, 3);
	const ranges = before.differingRanges?.(after);
	t.true(ranges!.length >= 3 && ranges!.length < 20, `${ranges!.length} ranges`);
	t.deepEqual(after.differingRanges?.(after), []);
	before.release();
	after.release();
	await store.close();
});
