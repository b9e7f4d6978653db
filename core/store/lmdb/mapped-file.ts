/**
 * Memory map of the store's file: windows over the pages that LMDB has mapped, read in place (zero-copy).
 *
 * A step of LMDB's own cursor with a value of 4 KB costs 0.7 us, and copying the value 0.3; finding the same bytes in
 * place costs 0.1. A sum over 1 M rows of 100 bytes takes half as long.
 *
 * Why it is safe: LMDB does not write pages that an open read transaction can reach (copy-on-write). It keeps its map
 * where it is as long as the file fits in it; pages beyond it, or a map of another size, are read with LMDB's
 * cursors. Before the file is closed all windows are detached: a later read finds nothing instead of ending the
 * process.
 */
import { usesFastPath } from "../../async/fast-path.ts";
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
	/** The value at a cursor, in place; or an error number. */
	getCurrentShared?(cursor: number): Buffer | number;
	getBufferAddress?(buffer: Buffer): number;
	createBufferForAddress?(address: number, size: number): Buffer;
	detachBuffer?(buffer: ArrayBufferLike): void;
}

const native = lmdbNative<MapNative>();

/**
 * Pages of a large window: 16 MB. V8 counts a whole window as memory of the process and collects garbage for it:
 * windows of 256 MB cost two scavenges and a full collection in every start, 20 ms of CPU time, and five of 16 MB as
 * many.
 */
const largePageBits = 12;
/** Pages of a small window: 256 KB. A start reads a few scattered pages. */
const smallPageBits = 6;
const smallPerLarge = 1 << (largePageBits - smallPageBits);
/** Small windows in the range of a large one; the next one wanted there is the large one. */
const mostSmall = 4;

/**
 * A range of the file's pages.
 *
 * A class: an object literal spread from another gets a hidden class of its own in V8, and with many windows every
 * access was slow. Rows that 10,000 entries of an index refer to, all over 100 MB, cost a tenth less with the class.
 */
export class PageWindow implements BlockMemory {
	readonly area: ByteArea;
	readonly bytes: Uint8Array;
	readonly halves: Uint16Array;
	readonly words: Int32Array;
	readonly first: number;
	/** By page with a block: the verified checksum. */
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

/** Returns a page's offset in its window. */
export function placeIn({ first }: PageWindow, page: number): number {
	return (page - first) * pageBytes;
}

/** The tree that a transaction reads. */
export interface MappedTree {
	readonly file: MappedFile;
	/** Root page. */
	readonly root: number;
	readonly depth: number;
	/** The last page of the file. */
	readonly last: number;
}

export class MappedFile {
	readonly #base: number;
	/** Size of the whole map: if LMDB's has another size, it is at another address. */
	readonly mapBytes: number;
	/** The window of every 64 pages, dense: a large one is here 64 times. */
	readonly #windows: (PageWindow | undefined)[] = [];
	/** Small windows made in the range of each large one. */
	readonly #smallCounts: number[] = [];
	/** All buffers ever made, to be detached when the file is closed. */
	readonly #buffers: ArrayBufferLike[] = [];

	private constructor(base: number, mapBytes: number) {
		this.#base = base;
		this.mapBytes = mapBytes;
	}

	/** undefined: the file is still empty; null: it cannot be read in place on this system. */
	static of(database: LmdbDatabase, transaction: LmdbTransaction): MappedFile | null | undefined {
		const base = baseOf(database, transaction);
		if (typeof base !== "number") {
			return base;
		}
		const file = new MappedFile(base, database.info().mapSize);
		const { words } = file.window(0);
		const areHeads = words[headMarkPlace >> 2] === headMark && words[(pageBytes + headMarkPlace) >> 2] === headMark;
		return areHeads ? file : null;
	}

	/** Returns the window that holds a page. */
	window(page: number): PageWindow {
		return this.#windows[page >> smallPageBits] ?? this.#make(page);
	}

	/**
	 * Returns the tree of a transaction that has just started; undefined: its meta page has been overwritten since. A
	 * meta page that is being written refers to pages of a later transaction.
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

	/** Must be called before the file is closed. */
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

	/** Makes a window of `count` ranges of 64 pages; verified checksums of its pages are kept. */
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

/** Address of page 0, computed from any value, since its page holds its own number. */
function baseOf(database: LmdbDatabase, transaction: LmdbTransaction): number | null | undefined {
	const { position, getCurrentShared, getBufferAddress, createBufferForAddress, detachBuffer } = native;
	if (
		!usesFastPath("mapped-pages") ||
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
