/**
 * A readable state of an LMDB file: a committed one, or the one that the open write transaction makes.
 *
 * Finds values standalone or in blocks. A value or block whose checksum is wrong is never returned: the store is
 * marked as broken, and this throws.
 *
 * Cursors are pooled, since one costs 1.5 us; they end with the state.
 */
import { sqlError } from "../../errors/catalogue.ts";
import { BlockGaps } from "../blocks/block-gaps.ts";
import type { BlockChecksums } from "../blocks/block-checksum.ts";
import { type BlockMemory, BlockView } from "../blocks/block-view.ts";
import type { EntryCursor, StoredCursor } from "../blocks/entry-cursor.ts";
import { EntryPage } from "../blocks/entry-page.ts";
import { sameStart } from "../encoding/equal-bytes.ts";
import { reasonOf } from "../failure.ts";
import { readShared, sharedValue } from "./lmdb-cursor.ts";
import type { LmdbDatabase, LmdbTransaction } from "./lmdb-environment.ts";
import { LmdbPages } from "./lmdb-pages.ts";
import { lookUpMany, lookUpPage } from "../blocks/many-lookup.ts";
import type { Page } from "../page/page.ts";
import type { ReadCache } from "./read-cache.ts";
import { openCursor } from "./range-cursor.ts";
import { MappedCursor } from "./mapped-cursor.ts";
import type { MappedTree } from "./mapped-file.ts";
import { differingRanges } from "./tree-difference.ts";
import { checksumBytes, checksumOf, type ValueCopier } from "../blocks/checksummed-value.ts";
import { entriesEnd, blockKey } from "../blocks/block-key.ts";
import type { Key, Range } from "../contract.ts";
import { isTombstone } from "../blocks/tombstone.ts";
import type { ValuePage } from "../page/value-page.ts";

/** Pooled pages. */
const maximumIdlePages = 8;
/**
 * Finding a range without standalone entries costs as much as one lookup. It does not pay in a state that ends at the
 * next commit, nor where there are so many that lookups are hardly ever saved: after the first ones, each has to be
 * earned by a saved lookup.
 */
const missesToLearn = 64;
/** From this many keys on they are looked up together. */
const fewKeys = 8;
/**
 * The first ranges without standalone entries are not cached: few are read in a state that ends at the next commit.
 */
const fewRanges = 8;
/** A page with a larger buffer is not pooled. */
const maximumIdleBytes = 1 << 18;

/** Shared by the states of one store. */
export interface StateSource {
	readonly database: LmdbDatabase;
	readonly copier: ValueCopier;
	readonly seals: BlockChecksums;
	readonly gaps: BlockGaps;
	readonly cache: ReadCache;
	readonly idlePages: EntryPage[];
	/** Throws if the store is broken or closed. */
	checkReads(): void;
	/** Marks the store as broken and throws. */
	refuse(reason: string): never;
}

export class LmdbState {
	/** The file has grown too much since: reads are refused. */
	isTooOld = false;
	/** Open scans, whose cursors must not outlive the transaction. */
	readonly scans = new Set<{ close(): void }>();
	readonly #source: StateSource;
	readonly #options: { readonly transaction: LmdbTransaction } | undefined;
	readonly #idleCursors: StoredCursor[] = [];
	readonly #idleWays: MappedCursor[] = [];
	/** The mapped tree, if the file can be read in place. */
	readonly #tree: MappedTree | undefined;
	/** View of the block last read into LMDB's buffer. */
	#view = new BlockView(sharedValue());
	#points: StoredCursor | null = null;
	/** Ranges without standalone entries: keys in them are looked up in blocks only, which saves 0.6 us. */
	#lone: BlockGaps | undefined;
	#misses = 0;
	/** Lookups that these ranges have saved and cost. */
	#saved = 0;
	#learned = 0;
	/** No standalone entry is between `#bareFrom` and `#bareTo` (exclusive): saves the search for adjacent ranges. */
	#bareFrom: Key = entriesEnd;
	#bareTo: Key = entriesEnd;
	#bareRanges = 0;
	/** While it equals the cache's token, this is the newest state. */
	readonly #cacheToken: number;
	/** The version of the gaps that are valid in this state. */
	#gapsVersion: number;

	/** Without a transaction: the open write transaction. */
	constructor(source: StateSource, transaction: LmdbTransaction | undefined, tree?: MappedTree) {
		this.#source = source;
		this.#tree = tree;
		this.#gapsVersion = source.gaps.version;
		this.#cacheToken = transaction === undefined ? 0 : source.cache.token;
		this.#options = transaction === undefined ? undefined : { transaction };
	}

	get(key: Key): Uint8Array | undefined {
		const { cache } = this.#source;
		if (this.#cacheToken === 0 || this.#cacheToken !== cache.token) {
			return this.#read(key);
		}
		const kept = cache.get(key);
		if (kept !== undefined) {
			return kept;
		}
		const value = this.#read(key);
		if (value !== undefined) {
			cache.put(key, value);
		}
		return value;
	}

	#read(key: Key): Uint8Array | undefined {
		try {
			if (this.#lone?.holds(key) === true) {
				this.#saved++;
				return this.#getPacked(key);
			}
			const shared = this.#single(key);
			if (shared !== undefined) {
				return isTombstone(shared.length) ? undefined : this.unseal(key, shared, shared.length);
			}
			this.#missed(key);
			return this.#getPacked(key);
		} catch (error) {
			return this.#failed(error);
		}
	}

	/** Value of a key that has a standalone entry. */
	getAlone(key: Key): Uint8Array | undefined {
		const shared = this.#single(key) ?? this.refuseValue(key);
		return isTombstone(shared.length) ? undefined : this.unseal(key, shared, shared.length);
	}

	#getPacked(key: Key): Uint8Array | undefined {
		const at = this.findInBlock(key);
		const view = this.#view;
		return at < 0 ? undefined : this.copyOf(view.bytes, view.valueStart(at), view.valueEnd(at));
	}

	/** Called for a key without a standalone entry: in a state that is read often the range around it is cached. */
	#missed(key: Key): void {
		if (this.#options === undefined || ++this.#misses < missesToLearn || this.#learned > missesToLearn + this.#saved) {
			return;
		}
		this.#learned++;
		this.#points ??= this.takeCursor();
		const cursor = this.#points;
		this.#lone ??= new BlockGaps();
		this.#lone.add(key, cursor.seekKey(key) && !cursor.isShadow ? cursor.key() : entriesEnd);
	}

	/** Copies a part of some bytes. */
	copyOf(bytes: Uint8Array, start: number, end: number): Uint8Array {
		return this.#source.copier.cut(bytes, start, end);
	}

	/** As `get` for each of the keys. */
	getMany(keys: readonly Key[]): (Uint8Array | undefined)[] {
		return this.guard(() => (keys.length < fewKeys ? keys.map((key) => this.get(key)) : lookUpMany(this, keys)));
	}

	getPage(keys: readonly Key[], page: ValuePage): Page {
		return this.guard(() => lookUpPage(this, keys, page));
	}

	/** Whether the key holds this value, or is missing if `undefined` is given. */
	holds(key: Key, value: Uint8Array | undefined): boolean {
		const shared = this.#single(key);
		if (shared !== undefined) {
			return isTombstone(shared.length)
				? value === undefined
				: value !== undefined &&
						shared.length === value.length + checksumBytes &&
						sameStart(shared, value, value.length);
		}
		const at = this.findInBlock(key);
		if (at < 0 || value === undefined) {
			return at < 0 && value === undefined;
		}
		const start = this.#view.valueStart(at);
		const end = this.#view.valueEnd(at);
		return value.length === end - start && sameStart(this.#view.bytes.subarray(start, end), value, value.length);
	}

	/** Whether the key has a standalone entry or a tombstone. */
	hasAlone(key: Key): boolean {
		return this.#single(key) !== undefined;
	}

	/** Index of the key in its block, whether overridden or not; negative if no block holds it. */
	findInBlock(key: Key): number {
		const { gaps } = this.#source;
		if (gaps.version === this.#gapsVersion && gaps.holds(key)) {
			return -1;
		}
		this.#points ??= this.takeCursor();
		const cursor = this.#points;
		if (!cursor.seek(blockKey(key)) || !cursor.isShadow) {
			this.#learn(key, entriesEnd);
			return -1;
		}
		const memory = sharedValue();
		if (this.#view.bytes !== memory.bytes) {
			this.#view = new BlockView(memory);
		}
		const view = this.#view;
		this.#assertSound(view.open(cursor.valueSize) ? view : undefined, cursor);
		if (view.compare(0, key) < 0) {
			this.#learn(key, view.key(0));
			return -1;
		}
		const at = view.firstNotBefore(key);
		return view.isKey(at, key) ? at : -1;
	}

	/** Called when blocks were made, or may have been, that the cached gaps do not know. */
	forgetGaps(): void {
		this.#gapsVersion = 0;
	}

	#learn(from: Key, to: Key): void {
		const { gaps } = this.#source;
		if (gaps.version === this.#gapsVersion) {
			gaps.add(from, to);
		}
	}

	isBare(from: Key, to: Key): boolean {
		return from >= this.#bareFrom && to <= this.#bareTo;
	}

	/** Only in a state that does not change. */
	foundBare(from: Key, next: () => Key): void {
		if (this.#tree !== undefined && ++this.#bareRanges > fewRanges) {
			this.#bareFrom = from;
			this.#bareTo = next();
		}
	}

	/** Undefined: one of the states is not read in place. */
	differingRanges(state: LmdbState): readonly Range[] | undefined {
		const [one, other] = [this.#tree, state.#tree];
		return one === undefined || other === undefined ? undefined : this.guard(() => differingRanges(one, other));
	}

	pages(range: Range): LmdbPages {
		return new LmdbPages(this, range);
	}

	check(): void {
		if (this.isTooOld) {
			throw sqlError("snapshotTooOld");
		}
		this.#source.checkReads();
	}

	/** Memory of a cursor's last read. */
	blockMemory(): BlockMemory {
		return sharedValue();
	}

	takeCursor(): StoredCursor {
		return this.#idleCursors.pop() ?? openCursor(this.#source.database, this.#options?.transaction);
	}

	giveCursor(cursor: StoredCursor): void {
		this.#idleCursors.push(cursor);
	}

	/** A cursor for reading many entries, in place where possible. */
	takeWay(): EntryCursor {
		return this.#tree === undefined ? this.takeCursor() : (this.#idleWays.pop() ?? new MappedCursor(this.#tree));
	}

	takePage(): EntryPage {
		return this.#source.idlePages.pop() ?? new EntryPage();
	}

	giveBack(page: EntryPage, cursors: readonly EntryCursor[]): void {
		const { idlePages } = this.#source;
		if (idlePages.length < maximumIdlePages && page.gatheredBytes <= maximumIdleBytes) {
			idlePages.push(page);
		}
		// The first is reused first: where the next range is after this one, each cursor has the shorter way.
		for (let at = cursors.length - 1; at >= 0; at--) {
			const cursor = cursors[at];
			if (cursor instanceof MappedCursor) {
				this.#idleWays.push(cursor);
			} else if (cursor !== undefined) {
				this.#idleCursors.push(cursor as StoredCursor);
			}
		}
	}

	/** Opens the block at a cursor in the page. */
	openBlock(cursor: EntryCursor, page: EntryPage): void {
		if (!cursor.openBlock(page, this.#source.seals)) {
			this.refuseValue(cursor.key());
		}
	}

	/** Copies a value that was read, if its checksum is right. */
	unseal(key: Key, bytes: Uint8Array, size: number): Uint8Array {
		const { copier } = this.#source;
		const value = copier.copy(bytes, size);
		return checksumOf(key, copier.hash) === copier.seal ? value : this.refuseValue(key);
	}

	/** Value of an entry too large for the cursor's buffer. */
	readGreat(key: Key): Uint8Array {
		return this.#single(key) ?? this.refuseValue(key);
	}

	refuseValue(key: Key): never {
		this.#source.refuse(`The value of key ${Buffer.from(key, "latin1").toString("hex")} is damaged.`);
	}

	/** Runs reads; marks the store as broken if LMDB fails. */
	guard<T>(read: () => T): T {
		try {
			return read();
		} catch (error) {
			return this.#failed(error);
		}
	}

	#failed(error: unknown): never {
		this.#source.checkReads();
		return this.#source.refuse(`A page can't be read: ${reasonOf(error)}`);
	}

	/** Must be called before its transaction ends. */
	close(): void {
		for (const scan of this.scans) {
			scan.close();
		}
		this.#points?.close();
		for (const cursor of this.#idleCursors) {
			cursor.close();
		}
		this.#idleCursors.length = 0;
		this.#points = null;
	}

	#single(key: Key): Uint8Array | undefined {
		return readShared(this.#source.database, key, this.#options);
	}

	#assertSound(view: BlockView | undefined, cursor: StoredCursor): void {
		if (
			view === undefined ||
			!this.#source.seals.isSound(view) ||
			!view.standsAt(cursor.keyBytes, cursor.keyStart, cursor.keyEnd)
		) {
			this.refuseValue(cursor.key());
		}
	}
}
