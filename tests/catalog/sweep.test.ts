/**
 * Sweep of dropped tables: many share a commit, small ones go with the statement, and no contents stay.
 */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import test from "ava";
import { countEntries } from "../entry-count.ts";
import { sweep } from "../../core/catalog/sweep.ts";
import { spaces, sweepKey, contentsPrefix } from "../../core/store/encoding/keys.ts";
import type { FastBatch, FastStore } from "../../core/store/fast-store.ts";
import { openLmdbStore } from "../../core/store/lmdb/lmdb.ts";
import { openMemoryStore } from "../../core/store/memory/memory.ts";
import { answerOf, connectRoot, openMemoryKernel } from "../memory-kernel.ts";

/** Records the batches that are committed. */
function watched(store: FastStore): { store: FastStore; batches: FastBatch[] } {
	const batches: FastBatch[] = [];
	const commit = (batch: FastBatch) => {
		batches.push(batch);
		return store.commit(batch);
	};
	return {
		store: { snapshot: () => store.snapshot(), commit, check: () => store.check(), close: () => store.close() },
		batches,
	};
}

async function dropped(store: FastStore, tables: number, rows: number): Promise<void> {
	for (let table = 1; table <= tables; table++) {
		const writes = Array.from({ length: rows }, (_, row) => ({
			key: `${contentsPrefix(table)}@${String(row).padStart(5, "0")}`,
			value: new Uint8Array(1),
		}));
		await store.commit({
			writes: [...writes, { key: sweepKey(contentsPrefix(table)), value: new Uint8Array(0) }],
			conditions: [],
		});
	}
}

test("contents of many dropped tables share a commit, and so do their marks", async (t) => {
	const folder = await mkdtemp(join(tmpdir(), "verso-sweep-"));
	for (const open of [openMemoryStore, () => openLmdbStore({ path: join(folder, "data") })]) {
		const { store, batches } = watched(open());
		await dropped(store, 100, 3);
		batches.length = 0;
		await sweep(store);
		t.deepEqual([await countEntries(store, spaces.contents), await countEntries(store, spaces.sweeps)], [0, 0]);
		t.deepEqual(
			batches.map(({ cleared, writes }) => [cleared?.length ?? 0, writes.length]),
			[
				[100, 0],
				[0, 100],
			],
		);
		await dropped(store, 3, 5000);
		await sweep(store);
		t.deepEqual([await countEntries(store, spaces.contents), await countEntries(store, spaces.sweeps)], [0, 0]);
		await store.close();
	}
	await rm(folder, { recursive: true });
});

test("rows of small tables go within DROP, TRUNCATE, DROP INDEX and an ALTER that copies", async (t) => {
	const { store, batches } = watched(openMemoryStore());
	const kernel = await openMemoryKernel({ release: "2.1.7" }, store);
	const session = await connectRoot(kernel);
	const before = await countEntries(store, spaces.contents);
	for (const sql of [
		"create table a (i int primary key, j int, key (j))",
		"insert into a values (1, 2), (3, 4)",
		"create table b like a",
		"insert into b select * from a",
	]) {
		t.is(await answerOf(session, sql), "ok");
	}
	t.is(await countEntries(store, spaces.contents), before + 8);
	await answerOf(session, "alter table a drop index j");
	t.is(await countEntries(store, spaces.contents), before + 6);
	await answerOf(session, "alter table a add c text default null, modify i bigint");
	t.is(await answerOf(session, "select i from a"), "i\n1\n3");
	t.is(await countEntries(store, spaces.contents), before + 6);
	await answerOf(session, "truncate a");
	t.is(await countEntries(store, spaces.contents), before + 4);
	await answerOf(session, "drop table a, b");
	t.is(await countEntries(store, spaces.contents), before);
	t.deepEqual(
		batches.filter(({ cleared }) => cleared !== undefined),
		[],
	);
	await kernel.close();
});
