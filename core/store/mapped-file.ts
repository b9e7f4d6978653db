/**
 * The store's file as it lies in this process's memory: LMDB maps it, and here its pages are read in place.
 *
 * In: an open database. Out: windows of its pages, and where the tree of a transaction begins. It refuses to know keys.
 *
 * A step of LMDB's own cursor with a value of 4 KB costs 0.7 us, and copying what it hands out 0.3; finding the same bytes where
 * they lie costs 0.1. Read alike: a sum over 1 M rows of 100 bytes takes half as long.
 *
 * Why it is safe: pages that a read transaction can reach are not written while it is open. LMDB keeps its map where it is as
 * long as the file fits in it; what lies behind, or a map of another size, is read with LMDB's cursors. Before the file is closed
 * all windows are taken away: whoever reads one after that finds nothing, instead of ending the process.
 */
import { type BlockMemory, blockMemory } from "./block-view.ts";
import type { LmdbDatabase, LmdbTransaction } from "./lmdb-environment.ts";
import { lmdbNative } from "./lmdb-native.ts";
import { headMark, headMarkPlace, lastPagePlace, mainDepthPlace, mainRootPlace, pageBytes, transactionPlace } from "./lmdb-page.ts";

interface MapNative {
	readonly Cursor: new (database: unknown, transaction: number) => { readonly address: number; close(): void };
	position?(cursor: number, flags: number, offset: number, keySize: number, end: number): number;
	/** The value at which a cursor stands, where it lies; or an error's number. */
	getCurrentShared?(cursor: number): Buffer | number;
	getBufferAddress?(buffer: Buffer): number;
	createBufferForAddress?(address: number, size: number): Buffer;
	detachBuffer?(buffer: ArrayBufferLike): void;
}

const native = lmdbNative<MapNative>();

/**
 * Pages of a window: 16 MB. V8 counts all of a window as memory of the process, and collects garbage for it: windows of 256 MB
 * had two scavenges and a full collection in every start, 20 ms of CPU time.
 */
const windowPageBits = 12;
const windowPages = 1 << windowPageBits;
/** The first window of a small file is small: its memory counts as the process's own. */
const leastWindowPages = 1 << 10;

/** Consecutive pages of the file. */
export interface PageWindow extends BlockMemory {
	/** Of each page with a block: the checksum that was found right. */
	readonly seals: Int32Array;
}

/** Where a page begins in its window. */
export function placeOf(page: number): number {
	return (page & (windowPages - 1)) * pageBytes;
}

/** What a transaction can reach. */
export interface MappedTree {
	readonly file: MappedFile;
	/** Where it begins. */
	readonly root: number;
	readonly depth: number;
	/** The last page of the file. */
	readonly last: number;
}

export class MappedFile {
	readonly #base: number;
	/** Of the whole map: if LMDB has another one it lies elsewhere. */
	readonly mapBytes: number;
	readonly #windows: PageWindow[] = [];
	/** All that was ever made: they end with the file. */
	readonly #buffers: ArrayBufferLike[] = [];

	private constructor(base: number, mapBytes: number) {
		this.#base = base;
		this.mapBytes = mapBytes;
	}

	/** undefined: there is nothing in the file yet; null: it can't be read in place here. */
	static of(database: LmdbDatabase, transaction: LmdbTransaction): MappedFile | null | undefined {
		const base = baseOf(database, transaction);
		if (typeof base !== "number") {
			return base;
		}
		const file = new MappedFile(base, database.env.info().mapSize);
		const { words } = file.window(0);
		const areHeads = words[headMarkPlace >> 2] === headMark && words[(pageBytes + headMarkPlace) >> 2] === headMark;
		return areHeads ? file : null;
	}

	/** The window that holds a page. */
	window(page: number): PageWindow {
		const at = page >> windowPageBits;
		const window = this.#windows[at];
		return window !== undefined && (page & (windowPages - 1)) < window.seals.length ? window : this.#make(at, page);
	}

	/**
	 * The tree that a transaction reads which has just begun; undefined: its head has been written over since. A head that is being
	 * written leads to pages of a later transaction.
	 */
	tree(transactionId: number): MappedTree | undefined {
		const { words, halves } = this.window(0);
		for (let start = 0; start <= pageBytes; start += pageBytes) {
			if (readNumber(words, start + transactionPlace) === transactionId) {
				const root = readNumber(words, start + mainRootPlace);
				const depth = halves[(start + mainDepthPlace) >> 1]!;
				const last = readNumber(words, start + lastPagePlace);
				return root >= 0 && root <= last && (last + 1) * pageBytes <= this.mapBytes && this.#isOf(root, transactionId) ? { file: this, root, depth, last } : undefined;
			}
		}
		return undefined;
	}

	/** Before the file is closed. */
	close(): void {
		for (const buffer of this.#buffers) {
			native.detachBuffer!(buffer);
		}
	}

	#isOf(page: number, transactionId: number): boolean {
		const { words } = this.window(page);
		const start = placeOf(page);
		return readNumber(words, start) === page && readNumber(words, start + 8) <= transactionId;
	}

	#make(at: number, page: number): PageWindow {
		let pages = at === 0 ? leastWindowPages : windowPages;
		while (pages <= (page & (windowPages - 1))) {
			pages *= 2;
		}
		const first = at * windowPages * pageBytes;
		const buffer = native.createBufferForAddress!(this.#base + first, Math.min(pages * pageBytes, this.mapBytes - first));
		const seals = new Int32Array(pages);
		seals.set(this.#windows[at]?.seals ?? []);
		const window = { ...blockMemory(buffer.buffer, buffer.byteOffset, buffer.byteLength), seals };
		this.#buffers.push(buffer.buffer);
		this.#windows[at] = window;
		return window;
	}
}

/** Where page 0 lies in memory: told by any value, since its page says which one it is. */
function baseOf(database: LmdbDatabase, transaction: LmdbTransaction): number | null | undefined {
	const { position, getCurrentShared, getBufferAddress, createBufferForAddress, detachBuffer } = native;
	if (position === undefined || getCurrentShared === undefined || getBufferAddress === undefined || createBufferForAddress === undefined || detachBuffer === undefined) {
		return null;
	}
	const cursor = new native.Cursor(database.db, transaction.address);
	try {
		if (position(cursor.address, 0, 0, 0, 0) <= 0) {
			return undefined;
		}
		const value = getCurrentShared(cursor.address);
		if (typeof value === "number" || value.length === 0) {
			return null;
		}
		const address = getBufferAddress(value);
		const start = address - (address % pageBytes);
		return start - createBufferForAddress(start, 8).readUIntLE(0, 6) * pageBytes;
	} finally {
		cursor.close();
	}
}

function readNumber(words: Int32Array, place: number): number {
	return (words[place >> 2]! >>> 0) + words[(place >> 2) + 1]! * 2 ** 32;
}
