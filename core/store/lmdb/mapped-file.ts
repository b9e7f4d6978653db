/**
 * The store's file as it lies in this process's memory: LMDB maps it, and here its pages are read in place.
 *
 * In: an open database. Out: windows of its pages, and where the tree of a transaction begins.
 *
 * A step of LMDB's own cursor with a value of 4 KB costs 0.7 us, and copying what it hands out 0.3; finding the same
 * bytes where they lie costs 0.1. Read alike: a sum over 1 M rows of 100 bytes takes half as long.
 *
 * Why it is safe: pages that a read transaction can reach are not written while it is open. LMDB keeps its map where
 * it is as long as the file fits in it; what lies behind, or a map of another size, is read with LMDB's cursors.
 * Before the file is closed all windows are taken away: whoever reads one after that finds nothing, instead of ending
 * the process.
 */
import { type BlockMemory, blockMemory } from "../blocks/block-view.ts";
import type { ByteArea } from "../encoding/byte-area.ts";
import type { LmdbDatabase, LmdbTransaction } from "./lmdb-environment.ts";
import { lmdbNative } from "./lmdb-native.ts";
import {
	headMark,
	headMarkPlace,
	lastPagePlace,
	mainDepthPlace,
	mainRootPlace,
	pageBytes,
	transactionPlace,
} from "./lmdb-page.ts";

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
 * Pages of a large window: 16 MB. V8 counts all of a window as memory of the process, and collects garbage for it:
 * windows of 256 MB had two scavenges and a full collection in every start, 20 ms of CPU time, and five of 16 MB had
 * as many.
 */
const largePageBits = 12;
/** Pages of a small one: 256 KB. A start reads a page here and a page there. */
const smallPageBits = 6;
const smallPerLarge = 1 << (largePageBits - smallPageBits);
/** Of a place for a large window; the next one that is wanted there is the large one. */
const mostSmall = 4;

/**
 * Consecutive pages of the file. A class: an object made of another with more in it has a hidden class of its own in
 * V8, and where there are many windows every look into one was slow. Rows that 10,000 entries of an index lead to,
 * all over 100 MB, cost a tenth less without.
 */
export class PageWindow implements BlockMemory {
	readonly area: ByteArea;
	readonly bytes: Uint8Array;
	readonly halves: Uint16Array;
	readonly words: Int32Array;
	readonly first: number;
	/** Of each page with a block: the checksum that was found right. */
	readonly seals: Int32Array;

	constructor({ area, bytes, halves, words }: BlockMemory, first: number, seals: Int32Array) {
		this.area = area;
		this.bytes = bytes;
		this.halves = halves;
		this.words = words;
		this.first = first;
		this.seals = seals;
	}
}

/** Where a page begins in its window. */
export function placeIn({ first }: PageWindow, page: number): number {
	return (page - first) * pageBytes;
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
	/** The window of every 64 pages, dense: a large one stands here 64 times. */
	readonly #windows: (PageWindow | undefined)[] = [];
	/** How many small windows were made in each place for a large one. */
	readonly #smallCounts: number[] = [];
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
		return this.#windows[page >> smallPageBits] ?? this.#make(page);
	}

	/**
	 * The tree that a transaction reads which has just begun; undefined: its head has been written over since. A head
	 * that is being written leads to pages of a later transaction.
	 */
	tree(transactionId: number): MappedTree | undefined {
		const { words, halves } = this.window(0);
		for (let start = 0; start <= pageBytes; start += pageBytes) {
			if (readNumber(words, start + transactionPlace) === transactionId) {
				const root = readNumber(words, start + mainRootPlace);
				const depth = halves[(start + mainDepthPlace) >> 1]!;
				const last = readNumber(words, start + lastPagePlace);
				return root >= 0 && root <= last && (last + 1) * pageBytes <= this.mapBytes && this.#isOf(root, transactionId)
					? { file: this, root, depth, last }
					: undefined;
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
		const window = this.window(page);
		const { words } = window;
		const start = placeIn(window, page);
		return readNumber(words, start) === page && readNumber(words, start + 8) <= transactionId;
	}

	#make(page: number): PageWindow {
		const region = page >> largePageBits;
		const smallCount = this.#smallCounts[region] ?? 0;
		this.#smallCounts[region] = smallCount + 1;
		return smallCount < mostSmall
			? this.#makeOf(page >> smallPageBits, 1)
			: this.#makeOf(region * smallPerLarge, smallPerLarge);
	}

	/** A window in so many places from one on; what is known of pages there is kept. */
	#makeOf(place: number, count: number): PageWindow {
		const first = place << smallPageBits;
		const pages = count << smallPageBits;
		const buffer = native.createBufferForAddress!(
			this.#base + first * pageBytes,
			Math.min(pages, this.mapBytes / pageBytes - first) * pageBytes,
		);
		const seals = new Int32Array(pages);
		const window = new PageWindow(blockMemory(buffer.buffer, buffer.byteOffset, buffer.byteLength), first, seals);
		this.#buffers.push(buffer.buffer);
		while (this.#windows.length < place + count) {
			this.#windows.push(undefined);
		}
		for (let at = place; at < place + count; at++) {
			const before = this.#windows[at];
			if (before !== undefined) {
				seals.set(before.seals, before.first - first);
			}
			this.#windows[at] = window;
		}
		return window;
	}
}

/** Where page 0 lies in memory: told by any value, since its page says which one it is. */
function baseOf(database: LmdbDatabase, transaction: LmdbTransaction): number | null | undefined {
	const { position, getCurrentShared, getBufferAddress, createBufferForAddress, detachBuffer } = native;
	if (
		position === undefined ||
		getCurrentShared === undefined ||
		getBufferAddress === undefined ||
		createBufferForAddress === undefined ||
		detachBuffer === undefined
	) {
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
