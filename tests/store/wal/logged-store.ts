/**
 * Steps that tests of a store with a log share: a write, everything in it, and whether the log is in use.
 */
import { logClaimKey } from "../../../core/store/encoding/keys.ts";
import type { FastStore } from "../../../core/store/fast-store.ts";
import { openLmdbStore } from "../../../core/store/lmdb/lmdb.ts";
import { decodeLease } from "../../../core/store/wal/log-lease.ts";
import { bytes, readAll } from "../conformance.ts";

export async function put(store: FastStore, key: string, value: string): Promise<void> {
	await store.commit({ writes: [{ key, value: bytes(value) }], conditions: [] });
}

/** Whether a process holds the log lease in the file. */
export async function isClaimed(path: string): Promise<boolean> {
	const file = openLmdbStore({ path, readOnly: true });
	const snapshot = file.snapshot();
	const claim = decodeLease(snapshot.get(logClaimKey) as Uint8Array | undefined);
	snapshot.release();
	await file.close();
	return claim.owner !== undefined;
}

export async function everythingIn(store: FastStore): Promise<Map<string, string | undefined>> {
	const snapshot = store.snapshot();
	const found = new Map(await readAll(snapshot, { from: "a", to: "z" }));
	snapshot.release();
	return found;
}
