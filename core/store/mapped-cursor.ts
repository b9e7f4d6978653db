/**
 * A way through the blocks of one committed state, over LMDB's pages as they lie in memory.
 *
 * In: the mapped file, the root of the state's tree, keys. Out: blocks, one after the other, none of them copied. It refuses to
 * know what stands alone: `LmdbCursor` reads that. `lmdb-page.ts` draws the pages.
 *
 *     branch   | · 3 | m 7 |              #pages  [ 2, 7 ]
 *     leaf             | m | p | t |      #places [ 1, 1 ]: it stands on p
 */
import type { BlockCursor } from "./block-walk.ts";
import type { EntryPage } from "./entry-page.ts";
import { readLatin1 } from "./latin1.ts";
import { branchFlag, flagsPlace, headerBytes, largeFlag, leafFlag, lowerPlace, nodeBytes, overflowFlag, pageBytes } from "./lmdb-page.ts";
import { type MappedTree, type PageWindow, placeOf } from "./mapped-file.ts";
import type { BlockSeals } from "./block-seal.ts";
import type { Key } from "./store.ts";

export class MappedCursor implements BlockCursor {
	readonly #tree: MappedTree;
	/** From the root to the leaf: pages, and the nodes of them that lead to where it stands. */
	readonly #pages: number[];
	readonly #places: number[];
	#reverse = false;
	/** The leaf. */
	#window: PageWindow;
	#start = 0;
	#count = 0;

	constructor(tree: MappedTree) {
		const { file, root, depth } = tree;
		this.#tree = tree;
		this.#pages = new Array<number>(depth).fill(root);
		this.#places = new Array<number>(depth).fill(0);
		this.#window = file.window(root);
	}

	seek(key: Key): boolean {
		this.#reverse = false;
		return this.#descendTo(key) || this.#nextLeaf();
	}

	seekBefore(key: Key): boolean {
		this.#reverse = true;
		this.#descendTo(key);
		return this.step();
	}

	turnAt(key: Key): boolean {
		this.#reverse = true;
		return this.#descendTo(key);
	}

	step(): boolean {
		const leaf = this.#tree.depth - 1;
		if (this.#reverse) {
			return --this.#places[leaf]! >= 0 || this.#leafBefore();
		}
		return ++this.#places[leaf]! < this.#count || this.#nextLeaf();
	}

	get isShadow(): boolean {
		return this.#window.bytes[this.#node() + nodeBytes]! >= 0x80;
	}

	key(): Key {
		const start = this.#node() + nodeBytes;
		return readLatin1(this.#window.bytes, start, start + this.#keyLength(start - nodeBytes));
	}

	open(page: EntryPage, known: BlockSeals): boolean {
		const window = this.#window;
		const { bytes } = window;
		const node = this.#node();
		const key = node + nodeBytes;
		const data = key + this.#keyLength(node);
		const size = readHalf(window, node) + readHalf(window, node + 2) * 65536;
		const { view } = page;
		if (readHalf(window, node + 4) !== largeFlag) {
			return data + size <= this.#start + pageBytes && page.openBlock(bytes.subarray(data, data + size), size)
				&& known.isSound(view) && view.standsAt(bytes, key, data);
		}
		const number = (bytes[data]! | (bytes[data + 1]! << 8) | (bytes[data + 2]! << 16) | (bytes[data + 3]! << 24)) >>> 0;
		const place = this.#pageAt(number, overflowFlag);
		const { seals } = this.#window;
		const isOpen = page.mapBlock(this.#window, place + headerBytes, size) && known.isSoundAt(view, seals, place / pageBytes) && view.standsAt(bytes, key, data);
		this.#window = window;
		return isOpen;
	}

	/** Goes to the first node that is not before the key; false if that is not in the leaf. */
	#descendTo(key: Key): boolean {
		const { root, depth } = this.#tree;
		let page = root;
		for (let level = 0; level < depth; level++) {
			const isLeaf = level === depth - 1;
			this.#enter(page, isLeaf);
			const place = this.#search(key, isLeaf);
			this.#pages[level] = page;
			this.#places[level] = place;
			if (isLeaf) {
				return place < this.#count;
			}
			page = this.#child(place);
		}
		return false;
	}

	/** In a leaf the first node that is not before the key; in a branch the last one that is not behind it, the first of which has no key. */
	#search(key: Key, isLeaf: boolean): number {
		let low = isLeaf ? 0 : 1;
		let high = this.#count;
		while (low < high) {
			const middle = (low + high) >> 1;
			const order = this.#compare(middle, key);
			if (order < 0 || (!isLeaf && order === 0)) {
				low = middle + 1;
			} else {
				high = middle;
			}
		}
		return isLeaf ? low : low - 1;
	}

	#nextLeaf(): boolean {
		for (let level = this.#tree.depth - 2; level >= 0; level--) {
			this.#enter(this.#pages[level]!, false);
			if (this.#places[level]! + 1 < this.#count) {
				this.#places[level]!++;
				return this.#descend(level, false);
			}
		}
		this.#leave();
		return false;
	}

	#leafBefore(): boolean {
		for (let level = this.#tree.depth - 2; level >= 0; level--) {
			if (this.#places[level]! > 0) {
				this.#enter(this.#pages[level]!, false);
				this.#places[level]!--;
				return this.#descend(level, true);
			}
		}
		this.#leave();
		return false;
	}

	/** From a branch that was entered down to the first or last node of the leaf below. */
	#descend(from: number, toLast: boolean): boolean {
		for (let level = from + 1; level < this.#tree.depth; level++) {
			const page = this.#child(this.#places[level - 1]!);
			this.#enter(page, level === this.#tree.depth - 1);
			this.#pages[level] = page;
			this.#places[level] = toLast ? this.#count - 1 : 0;
		}
		return this.#count > 0;
	}

	/** It stands nowhere. */
	#leave(): void {
		const leaf = this.#tree.depth - 1;
		this.#enter(this.#pages[leaf]!, true);
		this.#places[leaf] = this.#reverse ? 0 : this.#count - 1;
	}

	#enter(page: number, isLeaf: boolean): void {
		this.#start = this.#pageAt(page, isLeaf ? leafFlag : branchFlag);
		this.#count = readHalf(this.#window, this.#start + lowerPlace) >> 1;
	}

	/** Where a page begins in its window, which from now on is the window at hand. */
	#pageAt(page: number, flag: number): number {
		const { file, last } = this.#tree;
		if (page > last) {
			throw new Error(`Page ${page} is behind the last one.`);
		}
		const window = file.window(page);
		const start = placeOf(page);
		if (window.words[start >> 2] !== page || readHalf(window, start + flagsPlace) !== flag) {
			throw new Error(`Page ${page} is not the one it should be.`);
		}
		this.#window = window;
		return start;
	}

	#child(place: number): number {
		const node = this.#nodeAt(place);
		return readHalf(this.#window, node) + readHalf(this.#window, node + 2) * 65536;
	}

	#node(): number {
		return this.#nodeAt(this.#places[this.#tree.depth - 1]!);
	}

	#nodeAt(place: number): number {
		return this.#start + headerBytes + readHalf(this.#window, this.#start + headerBytes + 2 * place);
	}

	#keyLength(node: number): number {
		return readHalf(this.#window, node + 6);
	}

	/** Negative if a node's key is before this one, positive if behind it. */
	#compare(place: number, key: Key): number {
		const { bytes } = this.#window;
		const node = this.#nodeAt(place);
		const start = node + nodeBytes;
		const length = this.#keyLength(node);
		const common = Math.min(length, key.length);
		for (let at = 0; at < common; at++) {
			const order = bytes[start + at]! - key.charCodeAt(at);
			if (order !== 0) {
				return order;
			}
		}
		return length - key.length;
	}
}

function readHalf({ halves }: PageWindow, place: number): number {
	return halves[place >> 1]!;
}
