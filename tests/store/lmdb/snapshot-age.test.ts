/**
 * A snapshot that makes the file grow beyond a bound expires; without a bound the file grows as long as it is open.
 */
import { statSync } from "node:fs";
import { setTimeout as delay } from "node:timers/promises";
import test, { type ExecutionContext } from "ava";
import { openLmdbStore } from "../../../core/store/lmdb/lmdb.ts";
import type { FastStore } from "../../../core/store/fast-store.ts";
import { storePath } from "../directory.ts";

const rows = 200;

async function overwrite(store: FastStore, times: number): Promise<void> {
	for (let time = 0; time < times; time++) {
		await store.commit({
			writes: Array.from({ length: rows }, (_, at) => ({ key: `@k${at}`, value: Buffer.alloc(2000, String(time)) })),
			conditions: [],
		});
		await delay(1);
	}
}

function openSmall(
	t: ExecutionContext,
	snapshotGrowthBytes: number,
): { readonly store: FastStore; readonly size: () => number } {
	const path = storePath(t);
	const store = openLmdbStore({
		path,
		snapshotGrowthBytes,
		readerCheckMs: 10,
		durability: { syncs: false, gatherMs: 0 },
	});
	t.teardown(() => store.close());
	return { store, size: () => statSync(path).size };
}

test("a snapshot beyond the limit is refused with one sentence, and the file stops growing", async (t) => {
	const { store, size } = openSmall(t, 2 ** 22);
	await overwrite(store, 2);
	const old = store.snapshot();
	const scan = old.scan({ from: "@k", to: "@l", limit: 1 });
	await scan.next();
	await overwrite(store, 60);
	t.throws(() => old.get("@k1"), { message: /too old/ });
	t.throws(() => scan.next(), { message: /too old/ });
	const then = size();
	await overwrite(store, 60);
	t.true(size() < then + 2 ** 21, `${then}, then ${size()}`);
	scan.close();
	old.release();
	const young = store.snapshot();
	t.is(((await young.get("@k1")) as Uint8Array).length, 2000);
	young.release();
});

test("without a limit, and within it, a snapshot stays valid", async (t) => {
	const { store, size } = openSmall(t, 0);
	await overwrite(store, 2);
	const [old, before] = [store.snapshot(), size()];
	const seen = Buffer.from((await old.get("@k1")) as Uint8Array);
	await overwrite(store, 40);
	t.deepEqual(Buffer.from((await old.get("@k1")) as Uint8Array), seen);
	t.true(size() > before + 2 ** 22);
	old.release();
});
