/**
 * Changes as bytes and the same as single writes: equal contents and equal conflicts on every engine.
 */
import test from "ava";
import { Random } from "../../../bench/random.ts";
import { ChangeRun, reliedOn, removed } from "../../../core/store/page/change-run.ts";
import { openLmdbStore } from "../../../core/store/lmdb/lmdb.ts";
import { openLoggedStore } from "../../../core/store/wal/logged-store.ts";
import { openMemoryStore } from "../../../core/store/memory/memory.ts";
import { givePieces, takePiece } from "../../../core/store/page/piece-pool.ts";
import { plainBatch } from "../../../core/store/runs/run-cursor.ts";
import type { Key } from "../../../core/store/contract.ts";
import type { FastBatch, FastStore } from "../../../core/store/fast-store.ts";
import { Transaction } from "../../../core/store/transaction/transaction.ts";
import { storePath } from "../directory.ts";

const space = "\x40\x47\x40";

function keyOf(number: number): Key {
	return `${space}\xc2${String.fromCharCode(number >> 8, number & 255)}`;
}

function valueOf(random: Random, greatest: number): Uint8Array {
	return new Uint8Array(random.between(0, greatest)).fill(random.between(0, 255));
}

async function fill(store: FastStore, random: Random, count: number): Promise<Map<Key, Uint8Array>> {
	const transaction = new Transaction(store);
	const held = new Map<Key, Uint8Array>();
	for (let number = 0; number < count; number++) {
		const value = valueOf(random, number % 97 === 0 ? 1500 : 80);
		transaction.appended.append(keyOf(number * 3), value, true);
		held.set(keyOf(number * 3), value);
	}
	await transaction.commit();
	return held;
}

/** Changes, removes or only reads some of the entries. */
function changesOf(held: ReadonlyMap<Key, Uint8Array>, random: Random): FastBatch {
	const run = new ChangeRun(true);
	const [from, share, isAlike] = [random.between(0, held.size), random.between(1, 12), random.between(0, 2) === 0];
	const keys = [...held.keys()]
		.sort()
		.slice(from, from + random.between(1, 700))
		.filter(() => random.between(0, share) === 0);
	for (const key of keys) {
		const seen = held.get(key)!;
		run.keys.addKey(key);
		const kind = random.between(0, 9);
		run.add(kind < 2 && !isAlike ? removed : reliedOn, seen, 0, seen.length);
		if (kind >= 3) {
			const value = isAlike ? seen.map((byte) => byte + 1) : valueOf(random, kind === 9 ? 1500 : 90);
			const start = run.reserve(value.length);
			run.bytes.set(value, start);
			run.write(run.count - 1, start + value.length);
		}
	}
	return run.count === 0 ? { writes: [], conditions: [] } : { writes: [], conditions: [], changes: [run] };
}

function apply(held: Map<Key, Uint8Array>, batch: FastBatch): void {
	for (const { key, value } of plainBatch(batch).writes) {
		if (value === null) {
			held.delete(key);
		} else {
			held.set(key, value.slice());
		}
	}
}

async function contents(store: FastStore): Promise<Map<Key, Uint8Array>> {
	const transaction = new Transaction(store);
	const scan = transaction.scan({ from: space, to: `${space}\xff` });
	const found = new Map<Key, Uint8Array>();
	for (let entries = await scan.next(); entries !== null; entries = await scan.next()) {
		entries.forEach(({ key, value }) => found.set(key, value));
	}
	transaction.rollback();
	return found;
}

function newestState(store: FastStore): number {
	const snapshot = store.snapshot();
	snapshot.release();
	return snapshot.transactionId;
}

const engines: Readonly<Record<string, (path: string) => FastStore>> = {
	memory: () => openMemoryStore(),
	file: (path) => openLmdbStore({ path }),
	log: (path) => openLoggedStore({ path }),
};

for (const [name, open] of Object.entries(engines)) {
	test(`encoded changes equal single writes: ${name}`, async (t) => {
		const store = open(storePath(t));
		const random = new Random(11);
		const held = await fill(store, random, 1500);
		for (let turn = 0; turn < 60; turn++) {
			if (turn % 7 === 6) {
				// Standalone entries over blocks.
				const key = keyOf(random.between(0, 4500));
				const value = valueOf(random, 40);
				await store.commit({ writes: [{ key, value }], conditions: [] });
				held.set(key, value);
			}
			const batch = changesOf(held, random);
			// Its memory is returned to the pool by the commit.
			apply(held, batch);
			// An older state: the read set is validated.
			const commit = await store.commit(turn % 2 === 0 ? batch : { ...batch, since: newestState(store) });
			t.true(commit.done, `turn ${turn}`);
			if (turn % 6 === 0) {
				t.deepEqual(
					await contents(store),
					new Map(
						[...held]
							.sort(([one], [other]) => (one < other ? -1 : 1))
							.map(([key, value]) => [key, new Uint8Array(value)]),
					),
				);
			}
		}
		await store.close();
	});

	test(`memory returned by a commit or a rollback is reused safely: ${name}`, async (t) => {
		const store = open(storePath(t));
		const random = new Random(17);
		const held = await fill(store, random, 1500);
		for (let turn = 0; turn < 40; turn++) {
			const run = new ChangeRun(true);
			for (const key of [...held.keys()].sort().slice(turn, turn + 700)) {
				const seen = held.get(key)!;
				run.keys.addKey(key);
				run.add(reliedOn, seen, 0, seen.length);
				run.write(run.count - 1, run.copy(new Uint8Array(60).fill(turn), 0, random.between(0, 60)));
			}
			const { byteLength } = run.bytes.buffer;
			const transaction = new Transaction(store);
			const writes = transaction.prepare();
			writes.runs.push(run);
			writes.finish();
			if (turn % 3 === 0) {
				transaction.rollback();
			} else {
				apply(held, { writes: run.writes(), conditions: [] });
				t.true((await transaction.commit()).done);
			}
			// The next users of the pooled memory.
			const pieces = [takePiece(byteLength), takePiece(byteLength)];
			pieces.forEach((piece) => new Uint8Array(piece).fill(0xee));
			givePieces(pieces.map((piece) => new Uint8Array(piece)));
			t.is(run.bytes.length === 0, turn % 3 === 0 || name !== "memory");
		}
		t.deepEqual(
			await contents(store),
			new Map(
				[...held].sort(([one], [other]) => (one < other ? -1 : 1)).map(([key, value]) => [key, new Uint8Array(value)]),
			),
		);
		await store.close();
	});

	test(`changes of entries that another transaction has changed are refused: ${name}`, async (t) => {
		const store = open(storePath(t));
		const random = new Random(5);
		const held = await fill(store, random, 600);
		for (let turn = 0; turn < 10; turn++) {
			const batch = changesOf(held, random);
			const run = batch.changes?.[0];
			if (run !== undefined) {
				const key = run.keys.key(random.between(0, run.count - 1));
				const value = turn % 3 === 0 ? null : Buffer.from(`other ${turn}`);
				await store.commit({ writes: [{ key, value }], conditions: [] });
				t.like(await store.commit(batch), { done: false, conflict: key });
				apply(held, { writes: [{ key, value }], conditions: [] });
			}
		}
		t.is((await contents(store)).size, held.size);
		await store.close();
	});
}
