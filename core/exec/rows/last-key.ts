/**
 * Reads the greatest committed key of a range, from which counters continue after a start.
 */
import type { MaybePromise } from "../../async/maybe-promise.ts";
import type { Key } from "../../store/contract.ts";
import type { FastSnapshot, FastStore } from "../../store/fast-store.ts";
import { readNewest } from "../../store/newest-state.ts";
import { after } from "../../async/maybe-promise.ts";
import type { KeyRange } from "./index-entry.ts";

export function lastKey(store: FastStore, range: KeyRange): MaybePromise<Key | undefined> {
	return readNewest(store, (snapshot) => lastKeyIn(snapshot, range));
}

export function lastKeyIn(snapshot: FastSnapshot, range: KeyRange): MaybePromise<Key | undefined> {
	const scan = snapshot.scan({ ...range, reverse: true, limit: 1 });
	return after(scan.next(), (entries) => {
		scan.close();
		return entries?.[0]?.key;
	});
}
