/**
 * Read set validation of a transaction that writes nothing: whether all that it has read is one committed state.
 */
import type { Commit } from "../contract.ts";
import { equalBytes } from "../encoding/equal-bytes.ts";
import type { FastStore } from "../fast-store.ts";
import { digestOf } from "../page/range-digest.ts";
import type { ReadSet } from "./read-set.ts";

/**
 * Validates a transaction that only reads: it has read one state if all values read are still current; another
 * process may have changed some between its reads.
 */
export async function verifyReads(store: FastStore, { all: relied, ranges }: ReadSet, since: number): Promise<Commit> {
	const snapshot = store.snapshot();
	try {
		for (const { key, seen } of snapshot.transactionId === since ? [] : relied) {
			if (!equalBytes(await snapshot.get(key), seen)) {
				return { done: false, conflict: key };
			}
		}
		for (const { from, to, digest } of snapshot.transactionId === since ? [] : ranges) {
			const found =
				digest === undefined && store.hasCompany !== true ? undefined : await digestOf(snapshot.pages({ from, to }));
			if (found !== digest) {
				return { done: false, conflict: from };
			}
		}
		return { done: true, transactionId: snapshot.transactionId };
	} finally {
		snapshot.release();
	}
}
