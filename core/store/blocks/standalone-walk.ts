/**
 * Iterates over the standalone entries of a key range and adds them to a page.
 */
import type { EntryPage } from "./entry-page.ts";
import type { EntryCursor } from "./entry-cursor.ts";
import { checksumBytes } from "./checksummed-value.ts";
import { entriesEnd } from "./block-key.ts";
import type { Key } from "../contract.ts";
import { isTombstone } from "./tombstone.ts";

/** The part of a state that a walk reads from. */
export interface StandaloneSource {
	/** Value of an entry too large for the cursor's buffer. */
	readGreat(key: Key): Uint8Array;
	/** Marks the store as broken and throws. */
	refuseValue(key: Key): never;
	/** Whether the range is known to have no standalone entries. */
	isBare(from: Key, to: Key): boolean;
	/**
	 * Records that no standalone entry is between `from` and the next one; `next` is called only if that is worth
	 * caching.
	 */
	foundBare(from: Key, next: () => Key): void;
}

export class StandaloneWalk {
	/** The cursor is at an entry of the range that has not been taken. */
	has = false;
	readonly #cursor: EntryCursor;
	readonly #source: StandaloneSource;
	/** End of the walk: exclusive forward, inclusive backward. */
	readonly #end: Key;
	readonly #reverse: boolean;
	/** The current key, cached by `key()`. */
	#key: Key | undefined;
	/** The current entry is still in the shared buffer. */
	#isLoaded = true;

	constructor(cursor: EntryCursor, source: StandaloneSource, from: Key, to: Key, reverse: boolean) {
		this.#cursor = cursor;
		this.#source = source;
		this.#reverse = reverse;
		this.#end = reverse ? from : to;
		if (source.isBare(from, to)) {
			return;
		}
		const isReached = reverse ? cursor.seekBefore(to < entriesEnd ? to : entriesEnd) : cursor.seek(from);
		this.has = this.#isWithin(isReached);
		if (!this.has && !reverse) {
			source.foundBare(from, () => (isReached && !cursor.isShadow ? cursor.key() : entriesEnd));
		}
	}

	/** Called when another read has overwritten the shared buffer. */
	unload(): void {
		this.#isLoaded = false;
	}

	/** Cached, since it is compared with every block that comes before it. */
	key(): Key {
		if (this.#key === undefined) {
			this.#load();
			this.#key = this.#cursor.key();
		}
		return this.#key;
	}

	/** Adds the entry to the page, unless it is a tombstone, and advances. */
	take(page: EntryPage): void {
		this.#load();
		this.#add(page);
		this.#step();
	}

	/** Takes entries up to a bound, or to the end, until the page has `wanted` entries. */
	takeUntil(bound: Key | null, page: EntryPage, wanted: number): void {
		this.#load();
		const cursor = this.#cursor;
		while (this.has && !page.isFull && page.count < wanted) {
			if (bound !== null && (this.#reverse ? cursor.compare(bound) <= 0 : cursor.compare(bound) >= 0)) {
				return;
			}
			this.#add(page);
			this.#step();
		}
	}

	#step(): void {
		this.#key = undefined;
		this.has = this.#isWithin(this.#cursor.step());
	}

	#add(page: EntryPage): void {
		const cursor = this.#cursor;
		const size = cursor.valueSize;
		if (isTombstone(size)) {
			return;
		}
		if (size >= checksumBytes && cursor.findValue() && page.addSingle(cursor, cursor.valueBytes, cursor.valueStart)) {
			return;
		}
		if (size < checksumBytes || cursor.findValue()) {
			this.#source.refuseValue(cursor.key());
		}
		const value = this.#source.readGreat(cursor.key());
		cursor.reload();
		if (!page.addSingle(cursor, value, 0)) {
			this.#source.refuseValue(cursor.key());
		}
	}

	#isWithin(isReached: boolean): boolean {
		const cursor = this.#cursor;
		return (
			isReached && !cursor.isShadow && (this.#reverse ? cursor.compare(this.#end) >= 0 : cursor.compare(this.#end) < 0)
		);
	}

	#load(): void {
		if (!this.#isLoaded) {
			this.#cursor.reload();
			this.#isLoaded = true;
		}
	}
}
