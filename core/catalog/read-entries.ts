/**
 * Reads all entries of a key space of the catalog.
 */
import type { MaybePromise } from "../async/maybe-promise.ts";
import { rangeOf } from "../store/encoding/keys.ts";
import type { Entry, Key } from "../store/contract.ts";
import type { FastReader } from "../store/fast-store.ts";

export function readAll(reader: FastReader, prefix: Key): MaybePromise<readonly Entry[]> {
	const scan = reader.scan(rangeOf(prefix));
	const found: Entry[] = [];
	const take = (): MaybePromise<readonly Entry[]> => {
		for (;;) {
			const batch = scan.next();
			if (batch instanceof Promise) {
				return batch.then((entries) => (entries === null ? found : (found.push(...entries), take())));
			}
			if (batch === null) {
				return found;
			}
			found.push(...batch);
		}
	};
	return take();
}
