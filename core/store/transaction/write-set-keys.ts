/**
 * Checks whether a transaction has written a key of a range, settled or not.
 */
import type { WrittenKeys } from "../lock/writers.ts";
import type { WriteSet } from "./write-set.ts";
import type { Key } from "../contract.ts";
import type { UnsettledWrites } from "./unsettled-writes.ts";

export class WriteSetKeys implements WrittenKeys {
	readonly #own: WriteSet;
	readonly #unsettled: UnsettledWrites;

	constructor(own: WriteSet, unsettled: UnsettledWrites) {
		this.#own = own;
		this.#unsettled = unsettled;
	}

	firstWithin(from: Key, to: Key): Key | undefined {
		const cursor = this.#own.writes.cursor(from, to, false);
		return cursor.next() ? cursor.key : this.#unsettled.firstWithin(from, to);
	}
}
