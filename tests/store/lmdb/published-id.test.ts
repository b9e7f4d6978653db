/**
 * The id read from the lock file in memory is LMDB's own (`store/lmdb/published-id.ts`).
 *
 * The engine's tests show that no commit of another process is missed.
 */
import { writeFileSync } from "node:fs";
import test from "ava";
import { openLmdbStore } from "../../../core/store/lmdb/lmdb.ts";
import { PublishedId } from "../../../core/store/lmdb/published-id.ts";
import { bytes } from "../conformance.ts";
import { storePath } from "../directory.ts";

test("the id of the newest commit follows commits", async (t) => {
	const path = storePath(t);
	const store = openLmdbStore({ path });
	const before = store.snapshot();
	before.release();
	const id = PublishedId.of(path, () => before.transactionId);
	if (process.platform === "linux") {
		t.true(id?.is(before.transactionId));
		const commit = await store.commit({ writes: [{ key: "a", value: bytes("1") }], conditions: [] });
		t.true(commit.done && id?.is(commit.transactionId));
		t.false(id?.is(before.transactionId));
	}
	await store.close();
});

test("the id is undefined if the file is not in memory, or has another format", async (t) => {
	const path = storePath(t);
	const store = openLmdbStore({ path });
	const snapshot = store.snapshot();
	snapshot.release();
	t.is(
		PublishedId.of(path, () => snapshot.transactionId - 1),
		undefined,
	);
	t.is(
		PublishedId.of(`${path}x`, () => snapshot.transactionId),
		undefined,
	);
	writeFileSync(`${path}y-lock`, Buffer.alloc(100));
	t.is(
		PublishedId.of(`${path}y`, () => snapshot.transactionId),
		undefined,
	);
	await store.close();
});
