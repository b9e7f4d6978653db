/**
 * Cursor over `getRange` of package `lmdb`: the fallback of `lmdb-cursor.ts` over published functions alone.
 *
 * Each move is a range of one entry, ten times as slow as a native cursor's.
 */
import type { BlockChecksums } from "../blocks/block-checksum.ts";
import { blockKey, blockKeyBit } from "../blocks/block-key.ts";
import type { StoredCursor } from "../blocks/entry-cursor.ts";
import type { EntryPage } from "../blocks/entry-page.ts";
import type { Key } from "../contract.ts";
import { maximumKeyBytes } from "../encoding/keys.ts";
import { compareLatin1, readLatin1, writeLatin1 } from "../encoding/latin1.ts";
import { LmdbCursor, shareCopy, sharedValue } from "./lmdb-cursor.ts";
import type { LmdbDatabase, LmdbTransaction } from "./lmdb-environment.ts";
import { hasNativeCursor } from "./lmdb-native.ts";

const nothing = new Uint8Array();

/** Without a transaction: reads in the open write transaction. */
export function openCursor(database: LmdbDatabase, transaction: LmdbTransaction | undefined): StoredCursor {
	return hasNativeCursor ? new LmdbCursor(database, transaction) : new RangeCursor(database, transaction);
}

class RangeCursor implements StoredCursor {
	readonly keyBytes = new Uint8Array(maximumKeyBytes);
	readonly keyStart = 0;
	keyEnd = 0;
	valueSize = 0;
	readonly valueStart = 0;
	readonly #database: LmdbDatabase;
	readonly #options: { readonly transaction?: LmdbTransaction };
	#reverse = false;
	#value: Uint8Array = nothing;

	constructor(database: LmdbDatabase, transaction: LmdbTransaction | undefined) {
		this.#database = database;
		this.#options = transaction === undefined ? {} : { transaction };
	}

	seek(key: Key): boolean {
		this.#reverse = false;
		return this.#moveFrom(key, false);
	}

	seekBlock(key: Key): boolean {
		return this.seek(blockKey(key)) && this.isShadow;
	}

	seekKey(key: Key): boolean {
		return this.seek(key);
	}

	seekBefore(key: Key): boolean {
		this.#reverse = true;
		return this.#moveFrom(key, true);
	}

	turnAt(key: Key): boolean {
		this.#reverse = true;
		return this.#moveFrom(key, false);
	}

	step(): boolean {
		return this.#moveFrom(this.key(), true);
	}

	reload(): boolean {
		shareCopy(this.#value);
		return !this.isAtEnd;
	}

	get valueBytes(): Uint8Array {
		return sharedValue().bytes;
	}

	findValue(): boolean {
		return true;
	}

	get isAtEnd(): boolean {
		return this.keyEnd === 0;
	}

	get isShadow(): boolean {
		return this.keyBytes[0]! >= blockKeyBit;
	}

	key(): Key {
		return readLatin1(this.keyBytes, 0, this.keyEnd);
	}

	compare(key: Key): number {
		return compareLatin1(this.keyBytes, 0, this.keyEnd, key);
	}

	openBlock(page: EntryPage, seals: BlockChecksums): boolean {
		return (
			page.openBlock(this.valueBytes, this.valueSize) &&
			seals.isSound(page.view) &&
			page.view.standsAt(this.keyBytes, 0, this.keyEnd)
		);
	}

	/** Nothing is open between two moves. */
	close(): void {}

	/** A key longer than LMDB allows sorts after its truncated form. */
	#moveFrom(key: Key, isExclusive: boolean): boolean {
		const isLong = key.length > maximumKeyBytes;
		this.keyEnd = 0;
		for (const entry of this.#database.getRange({
			...this.#options,
			start: isLong ? key.slice(0, maximumKeyBytes) : key,
			exclusiveStart: isLong ? !this.#reverse : isExclusive,
			reverse: this.#reverse,
			...(this.#reverse ? { end: "" } : {}),
			limit: 1,
		})) {
			writeLatin1(this.keyBytes, entry.key, 0);
			this.keyEnd = entry.key.length;
			this.#value = entry.value;
			this.valueSize = entry.value.length;
			shareCopy(entry.value);
		}
		return !this.isAtEnd;
	}
}
