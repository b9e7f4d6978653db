/**
 * The greatest key of a range: how counters learn where to go on.
 *
 * In: a store and a range. Out: the last key of the newest committed state, or undefined.
 */
import type { MaybePromise, Key, Store } from "../../store/store.ts";
import { after, lastly } from "../../async/maybe-promise.ts";
import type { KeyRange } from "./index-entry.ts";

export function lastKey(store: Store, range: KeyRange): MaybePromise<Key | undefined> {
	const snapshot = store.snapshot();
	return lastly(
		() => {
			const scan = snapshot.scan({ ...range, reverse: true, limit: 1 });
			return after(scan.next(), (entries) => {
				scan.close();
				return entries?.[0]?.key;
			});
		},
		() => snapshot.release(),
	);
}
