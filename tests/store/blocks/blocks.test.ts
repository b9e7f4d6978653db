/**
 * Blocks: after any writes in any order, reads answer as those of a plain map.
 *
 * Blocks are tiny here and all keys may be in them, so that every write affects one.
 */
import { readFileSync, writeFileSync } from "node:fs";
import test from "ava";
import fc from "fast-check";
import { type LmdbEngine, openLmdbStore } from "../../../core/store/lmdb/lmdb.ts";
import type { Key, Range, Write } from "../../../core/store/contract.ts";
import type { FastSnapshot } from "../../../core/store/fast-store.ts";
import { Transaction } from "../../../core/store/transaction/transaction.ts";
import { bytes, readAll, readPages, text } from "../conformance.ts";
import { storePath } from "../directory.ts";

const keys = 400;
const nameOf = (at: number): Key => `r${at < 40 ? "" : "\xfe"}${String(at).padStart(4, "0")}`;

const place = fc.integer({ min: 0, max: keys - 1 });
const step = fc.oneof(
	{
		weight: 4,
		arbitrary: fc.record({
			act: fc.constant("run" as const),
			from: place,
			count: fc.integer({ min: 1, max: 120 }),
			stride: fc.integer({ min: 1, max: 3 }),
			size: fc.integer({ min: 0, max: 60 }),
		}),
	},
	{
		weight: 3,
		arbitrary: fc.record({
			act: fc.constant("clear" as const),
			from: place,
			count: fc.integer({ min: 1, max: 120 }),
			stride: fc.integer({ min: 1, max: 3 }),
		}),
	},
	{
		weight: 4,
		arbitrary: fc.record({ act: fc.constant("put" as const), at: place, size: fc.integer({ min: 0, max: 90 }) }),
	},
	{ weight: 4, arbitrary: fc.record({ act: fc.constant("remove" as const), at: place }) },
	{
		weight: 4,
		arbitrary: fc.record({
			act: fc.constant("scan" as const),
			from: place,
			to: place,
			reverse: fc.boolean(),
			limit: fc.option(fc.integer({ min: 1, max: 9 }), { nil: undefined }),
		}),
	},
	{ weight: 2, arbitrary: fc.record({ act: fc.constant("fold" as const) }) },
	{ weight: 1, arbitrary: fc.record({ act: fc.constant("pin" as const) }) },
);

type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;
type Model = Map<Key, string>;

function expected(model: Model, { from, to, reverse, limit }: Range): [Key, string][] {
	const found = [...model].filter(([key]) => key >= from && key < to).sort(([one], [other]) => (one < other ? -1 : 1));
	return (reverse === true ? found.reverse() : found).slice(0, limit);
}

let counter = 0;

function valueOf(size: number): string {
	counter++;
	return `${counter}${"x".repeat(size)}`;
}

function writesOf(next: Step): Write[] {
	switch (next.act) {
		case "run":
		case "clear":
			return Array.from({ length: next.count }, (_, at) => ({
				key: nameOf(next.from + at * next.stride),
				value: next.act === "run" ? bytes(valueOf(next.size)) : null,
			})).sort((one, other) => (one.key < other.key ? -1 : 1));
		case "put":
			return [{ key: nameOf(next.at), value: bytes(valueOf(next.size)) }];
		case "remove":
			return [{ key: nameOf(next.at), value: null }];
		default:
			return [];
	}
}

function apply(model: Model, writes: readonly Write[]): void {
	for (const { key, value } of writes) {
		if (value === null) {
			model.delete(key);
		} else {
			model.set(key, text(value)!);
		}
	}
}

async function play(
	t: { deepEqual(one: unknown, other: unknown): void },
	store: LmdbEngine,
	steps: readonly Step[],
): Promise<void> {
	const model: Model = new Map();
	const pinned: [FastSnapshot, Model][] = [];
	const compare = async (snapshot: FastSnapshot, held: Model, range: Range): Promise<void> => {
		t.deepEqual(await readPages(snapshot, range), expected(held, range));
		t.deepEqual(await readAll(snapshot, range), expected(held, range));
	};
	for (const next of steps) {
		const writes = writesOf(next);
		if (writes.length > 0) {
			await store
				.commit({
					writes,
					conditions: writes
						.slice(0, 20)
						.map(({ key }) => ({ key, seen: model.has(key) ? bytes(model.get(key)!) : undefined })),
				})
				.then((commit) => t.deepEqual(commit.done, true));
			apply(model, writes);
		} else if (next.act === "fold") {
			await store.fold();
		} else if (next.act === "pin") {
			pinned.push([store.snapshot(), new Map(model)]);
		} else if (next.act === "scan") {
			const snapshot = store.snapshot();
			const [from, to] = [nameOf(next.from), nameOf(next.to)];
			await compare(snapshot, model, {
				from,
				to,
				reverse: next.reverse,
				...(next.limit === undefined ? {} : { limit: next.limit }),
			});
			t.deepEqual(text(await snapshot.get(from)), model.get(from));
			snapshot.release();
		}
	}
	for (const [snapshot, held] of [...pinned, [store.snapshot(), model] as const]) {
		for (const reverse of [false, true]) {
			await compare(snapshot, held, { from: "", to: "\xff", reverse });
		}
		for (let at = 0; at < keys; at += 7) {
			t.deepEqual(text(await snapshot.get(nameOf(at))), held.get(nameOf(at)));
		}
		// Small adjacent ranges, twice: the second pass uses the cached ranges without standalone entries.
		for (let at = 0; at < 2 * keys; at += 9) {
			await compare(snapshot, held, { from: nameOf(at % keys), to: nameOf((at % keys) + 5), reverse: at % 4 === 1 });
		}
		const wanted = Array.from({ length: 60 }, (_, at) => nameOf((at * 167) % (keys + 9)));
		t.deepEqual(
			(await snapshot.getMany(wanted)).map(text),
			wanted.map((key) => held.get(key)),
		);
		snapshot.release();
	}
}

test("reads equal a plain map's, whatever is written, packed and compacted", async (t) => {
	const store = openLmdbStore({ path: storePath(t), blocks: { spaceOf: () => 1, blockBytes: 256 } });
	await fc.assert(
		fc.asyncProperty(fc.array(step, { maxLength: 40 }), async (steps) => {
			const snapshot = store.snapshot();
			const all = await readAll(snapshot, { from: "", to: "\xff" });
			snapshot.release();
			await store.commit({ writes: all.map(([key]) => ({ key, value: null })), conditions: [] });
			await play(t, store, steps);
		}),
		{ numRuns: 300 },
	);
	await store.close();
});

test("a conflict names a key in a block, and for a run of new keys an existing one", async (t) => {
	const store = openLmdbStore({ path: storePath(t), blocks: { spaceOf: () => 1, blockBytes: 512 } });
	const writes = Array.from({ length: 200 }, (_, at) => ({ key: nameOf(at), value: bytes(`${at}`) }));
	t.true((await store.commit({ writes, conditions: [] })).done);
	t.deepEqual(
		await store.commit({
			writes: [],
			conditions: [
				{ key: nameOf(7), seen: bytes("7") },
				{ key: nameOf(8), seen: bytes("7") },
			],
		}),
		{ done: false, conflict: nameOf(8) },
	);
	t.deepEqual(await store.commit({ writes: [], conditions: [{ key: nameOf(9), seen: undefined }] }), {
		done: false,
		conflict: nameOf(9),
	});
	const late = new Transaction(store);
	t.true((await store.commit({ writes: [{ key: nameOf(5), value: null }], conditions: [] })).done);
	late.appended.append(nameOf(5), bytes("new"), true);
	late.appended.append(nameOf(6), bytes("new"), true);
	t.deepEqual(await late.commit(), { done: false, conflict: nameOf(6) });
	await store.close();
});

test("an audit counts the blocks, and names one that is damaged or misplaced", async (t) => {
	const path = storePath(t);
	const blocks = { spaceOf: () => 1, blockBytes: 512 };
	const store = openLmdbStore({ path, blocks });
	await store.commit({
		writes: Array.from({ length: 200 }, (_, at) => ({ key: nameOf(at), value: bytes(`value ${at}`) })),
		conditions: [],
	});
	const { blocks: count, entries, damage } = store.auditBlocks();
	t.true(count > 5 && entries > 150);
	t.is(damage, null);
	await store.close();
	const elsewhere = openLmdbStore({ path, blocks: { ...blocks, spaceOf: () => 5 } });
	t.regex(elsewhere.auditBlocks().damage ?? "", /not of its table or index/);
	await elsewhere.close();
	const file = readFileSync(path);
	file[file.indexOf("value 77") + 3] ^= 1;
	writeFileSync(path, file);
	const damaged = openLmdbStore({ path, blocks });
	const snapshot = damaged.snapshot();
	t.throws(() => snapshot.get(nameOf(77)), { message: /damaged/ });
	t.throws(() => damaged.auditBlocks(), { message: /damaged/ });
	await damaged.close();
});
