/**
 * Entries read in LMDB's memory map: the same as LMDB's own cursor reads, forward and backward, during commits.
 *
 * And nothing at all once the file is closed.
 */
import test, { type ExecutionContext } from "ava";
import fc from "fast-check";
import type { EntryCursor } from "../../../core/store/blocks/entry-cursor.ts";
import { LmdbCursor } from "../../../core/store/lmdb/lmdb-cursor.ts";
import { openEnvironment, type LmdbDatabase } from "../../../core/store/lmdb/lmdb-environment.ts";
import { MappedCursor } from "../../../core/store/lmdb/mapped-cursor.ts";
import { MappedFile, type MappedTree } from "../../../core/store/lmdb/mapped-file.ts";
import { blockKey } from "../../../core/store/blocks/block-key.ts";
import type { Key } from "../../../core/store/contract.ts";
import { storePath } from "../directory.ts";

const entries = 6000;

/** Some are in leaves, some have a page of their own, a few have several. */
function valueOf(at: number): Uint8Array {
	return new Uint8Array(at % 997 === 0 ? 9000 : at % 7 === 0 ? 4072 : at % 40).fill(at);
}

function keyOf(at: number): Key {
	return `k${String(at * 3).padStart(at % 2 === 0 ? 6 : 8, "0")}`;
}

function fill(database: LmdbDatabase, from: number, to: number): void {
	database.transactionSync(() => {
		for (let at = from; at < to; at++) {
			database.put(keyOf(at), valueOf(at));
		}
	});
}

interface Both {
	readonly database: LmdbDatabase;
	readonly file: MappedFile;
	readonly tree: MappedTree;
	readonly plain: EntryCursor;
	readonly mapped: EntryCursor;
}

function openBoth(t: ExecutionContext): Both {
	const database = openEnvironment({ path: storePath(t), readOnly: false, syncs: false });
	fill(database, 0, entries);
	database.resetReadTxn();
	const transaction = database.useReadTransaction();
	const file = MappedFile.of(database, transaction);
	const tree = file?.tree(database.env.info().lastTxnId);
	if (file === null || file === undefined || tree === undefined) {
		throw new Error("The file can't be read in place here.");
	}
	return { database, file, tree, plain: new LmdbCursor(database, transaction), mapped: new MappedCursor(tree) };
}

/** `withValue`: false for a value that a mapped cursor leaves to other ways, since it goes beyond the window. */
function said(cursor: EntryCursor, isThere: boolean, withValue = true): string {
	if (!isThere) {
		return "nothing";
	}
	cursor.reload();
	if (!withValue) {
		return `${cursor.key()} ${cursor.valueSize}`;
	}
	const value = cursor.findValue()
		? Buffer.from(cursor.valueBytes.subarray(cursor.valueStart, cursor.valueStart + cursor.valueSize))
		: Buffer.of();
	return `${cursor.key()} ${value.length} ${value.toString("latin1")}`;
}

test("a mapped cursor finds the same entries as LMDB's cursor", (t) => {
	const { plain, mapped } = openBoth(t);
	const keys = fc.oneof(
		fc.integer({ min: 0, max: entries - 1 }).map(keyOf),
		fc.string({ minLength: 1, maxLength: 9 }),
		fc.nat(3 * entries).map((at) => `k${String(at).padStart(6, "0")}`),
	);
	fc.assert(
		fc.property(keys, fc.boolean(), fc.nat(300), (key, reverse, steps) => {
			let isThere = reverse ? plain.seekBefore(key) : plain.seek(key);
			t.is(said(mapped, reverse ? mapped.seekBefore(key) : mapped.seek(key)), said(plain, isThere));
			for (let step = 0; step < steps && isThere; step++) {
				isThere = plain.step();
				t.is(said(mapped, mapped.step()), said(plain, isThere));
			}
		}),
		{ numRuns: 200 },
	);
});

test("a mapped cursor continues to ascending keys, near and far, in entries and blocks", (t) => {
	const { database, file } = openBoth(t);
	const many = 30_000;
	database.transactionSync(() => {
		for (let at = 0; at < many; at++) {
			database.put(keyOf(at), valueOf(at % 40));
			database.put(blockKey(keyOf(at)), valueOf(at % 7));
		}
	});
	database.resetReadTxn();
	const transaction = database.useReadTransaction();
	const plain = new LmdbCursor(database, transaction);
	const tree = file.tree(database.env.info().lastTxnId)!;
	t.true(tree.depth >= 3);
	const places = fc
		.array(fc.oneof(fc.nat(3 * many), fc.nat(600)), { minLength: 1, maxLength: 60 })
		.map((all) => all.sort((a, b) => a - b));
	fc.assert(
		fc.property(places, fc.array(fc.boolean(), { minLength: 60, maxLength: 60 }), (sorted, areBlocks) => {
			const [entryWay, blockWay] = [new MappedCursor(tree), new MappedCursor(tree)];
			sorted.forEach((place, turn) => {
				const key = `k${String(place).padStart(6, "0")}`;
				const isBlock = areBlocks[turn] === true;
				const way = isBlock ? blockWay : entryWay;
				const isThere = isBlock ? way.seekBlock(key) : way.seek(key);
				const hasValue = isThere && way.findValue();
				const wanted = isBlock ? plain.seekBlock(key) : plain.seek(key);
				t.is(said(way, isThere, hasValue), said(plain, wanted, hasValue));
			});
		}),
		{ numRuns: 300 },
	);
});

test("a mapped tree stays unchanged during commits", (t) => {
	const { database, file, tree, mapped } = openBoth(t);
	for (let round = 0; round < 4; round++) {
		fill(database, entries + round * 100, entries + (round + 1) * 100);
		database.transactionSync(() => {
			for (let at = round; at < entries; at += 4) {
				database.removeSync(keyOf(at));
			}
		});
	}
	let [count, isThere] = [0, mapped.seek("k")];
	for (; isThere; isThere = mapped.step()) {
		count++;
	}
	t.is(count, entries);
	t.is(file.tree(tree.last), undefined);
});

test("a closed mapped file cannot be read", async (t) => {
	const { database, file } = openBoth(t);
	const { bytes } = file.window(0);
	t.true(bytes.length > 0);
	file.close();
	t.is(bytes.length, 0);
	await database.close();
	t.false(24 in bytes);
});
