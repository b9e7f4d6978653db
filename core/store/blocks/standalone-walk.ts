/**
 * The entries of a range that stand alone, one after the other.
 *
 * In: a cursor and a range. Out: entries added to a page.
 */
import type { EntryPage } from "./entry-page.ts";
import type { EntryCursor } from "./entry-cursor.ts";
import { checksumBytes } from "./checksummed-value.ts";
import { entriesEnd } from "./block-key.ts";
import type { Key } from "../contract.ts";
import { isTombstone } from "./tombstone.ts";

/** What a walk needs of the state it walks in. */
export interface StandaloneSource {
	/** The value of an entry that is greater than what cursors read. */
	readGreat(key: Key): Uint8Array;
	/** Breaks the store for good, and throws. */
	refuseValue(key: Key): never;
	/** Is it known that nothing stands alone in a range? */
	isBare(from: Key, to: Key): boolean;
	/** Nothing stands alone from a key on up to the next one, which is only asked for where it is worth to know it. */
	foundBare(from: Key, next: () => Key): void;
}

export class StandaloneWalk {
	/** The cursor stands on an entry of the range that has not been taken. */
	has = false;
	readonly #cursor: EntryCursor;
	readonly #source: StandaloneSource;
	/** The bound at which the walk ends: exclusive forward, inclusive backward. */
	readonly #end: Key;
	readonly #reverse: boolean;
	/** The key it stands on, once somebody asked. */
	#key: Key | undefined;
	/** What the cursor stands on is still in the shared memory. */
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

	/** Somebody else has read. */
	unload(): void {
		this.#isLoaded = false;
	}

	/** Asked for with every block that comes before it, so it is read once. */
	key(): Key {
		if (this.#key === undefined) {
			this.#load();
			this.#key = this.#cursor.key();
		}
		return this.#key;
	}

	/** Takes the entry: adds it to the page, unless it is a tombstone. */
	take(page: EntryPage): void {
		this.#load();
		this.#add(page);
		this.#step();
	}

	/** Takes entries up to a bound, or to the end, until the page holds as many as are wanted. */
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
