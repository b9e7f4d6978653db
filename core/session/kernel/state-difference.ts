/**
 * Difference of two states of stores: the entries of either that are not in the other.
 */
import { invariant } from "../../errors/invariant.ts";
import type { Entry, Key, Range, Scan } from "../../store/contract.ts";
import { equalBytes } from "../../store/encoding/equal-bytes.ts";
import type { FastSnapshot } from "../../store/fast-store.ts";

/** A key with its values in both states; undefined: it is not there. Copies, as the states' own memory is not kept. */
interface Difference {
	readonly key: Key;
	readonly one: Uint8Array | undefined;
	readonly other: Uint8Array | undefined;
}

/** Compares a range of two states that are read at once; in the order of the keys. */
export function* differences(one: FastSnapshot, other: FastSnapshot, range: Range): Iterable<Difference> {
	const ones = new EntryWalk(one.scan(range));
	const others = new EntryWalk(other.scan(range));
	try {
		for (;;) {
			const mine = ones.entry;
			const theirs = others.entry;
			if (mine === undefined && theirs === undefined) {
				return;
			}
			if (theirs === undefined || (mine !== undefined && mine.key < theirs.key)) {
				yield { key: mine!.key, one: Uint8Array.from(mine!.value), other: undefined };
				ones.next();
			} else if (mine === undefined || theirs.key < mine.key) {
				yield { key: theirs.key, one: undefined, other: Uint8Array.from(theirs.value) };
				others.next();
			} else {
				if (!equalBytes(mine.value, theirs.value)) {
					yield { key: mine.key, one: Uint8Array.from(mine.value), other: Uint8Array.from(theirs.value) };
				}
				ones.next();
				others.next();
			}
		}
	} finally {
		ones.close();
		others.close();
	}
}

/** The entries of a scan one by one. */
class EntryWalk {
	/** Undefined after the last. */
	entry: Entry | undefined;
	readonly #scan: Scan;
	#batch: readonly Entry[] = [];
	#at = 0;

	constructor(scan: Scan) {
		this.#scan = scan;
		this.next();
	}

	next(): void {
		if (this.#at === this.#batch.length) {
			const batch = this.#scan.next();
			invariant(!(batch instanceof Promise), "A store whose states are compared reads at once.");
			this.#batch = batch ?? [];
			this.#at = 0;
		}
		this.entry = this.#batch[this.#at];
		this.#at++;
	}

	close(): void {
		this.#scan.close();
	}
}
