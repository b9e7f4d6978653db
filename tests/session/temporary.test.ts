/**
 * Temporary tables leave no keys in the store after the end of their session or process.
 */
import test from "ava";
import { countEntries } from "../entry-count.ts";
import { encodeRecord } from "../../core/catalog/record-codec.ts";
import { contentsPrefix, spaces, temporaryKey } from "../../core/store/encoding/keys.ts";
import { openMemoryStore } from "../../core/store/memory/memory.ts";
import type { Key } from "../../core/store/contract.ts";
import type { FastStore } from "../../core/store/fast-store.ts";
import { answerOf, connectTest, openTestKernel } from "../client.ts";

/** Waits until the background sweep has left this many keys. */
async function untilSwept(store: FastStore, prefix: Key, left: number): Promise<number> {
	for (let tries = 0; tries < 100 && (await countEntries(store, prefix)) !== left; tries++) {
		await new Promise((resolve) => setTimeout(resolve, 20));
	}
	return countEntries(store, prefix);
}

test("temporary tables are dropped with their session", async (t) => {
	const store = openMemoryStore();
	const kernel = await openTestKernel(undefined, store);
	const before = await countEntries(store, spaces.contents);
	const session = await connectTest(kernel);
	await answerOf(session, "create temporary table t (a int, key (a))");
	await answerOf(session, "insert into t values (1), (2)");
	t.is(await countEntries(store, spaces.contents), before + 4);
	t.is(await countEntries(store, spaces.temporaries), 1);
	session.close();
	t.is(await untilSwept(store, spaces.contents, before), before);
	t.is(await countEntries(store, spaces.temporaries), 0);
	await kernel.close();
});

test("temporary tables of a dead process are dropped at the next start", async (t) => {
	const store = openMemoryStore();
	const first = await openTestKernel(undefined, store);
	const id = 999;
	const owner = encodeRecord({ processId: 2 ** 30, run: "gone" });
	await store.commit({
		writes: [
			{ key: temporaryKey(id), value: owner },
			{ key: `${contentsPrefix(id)}row`, value: new Uint8Array([1]) },
		],
		conditions: [],
	});
	const next = await openTestKernel(undefined, store);
	t.is(await untilSwept(store, contentsPrefix(id), 0), 0);
	t.is(await countEntries(store, spaces.temporaries), 0);
	await next.close();
	await first.close();
});
