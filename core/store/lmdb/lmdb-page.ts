/**
 * Layout of LMDB's pages: reads numbers, flags and keys from a page's bytes, as far as the audit needs them.
 *
 * All numbers are little-endian.
 *
 *     page     number 8 · transaction 8 · pad 2 · flags 2 · lower 2 · upper 2 · offsets 2 each ... nodes
 *              lower, upper and offsets count from behind the header of 24 bytes
 *     node     low 2 · high 2 · flags 2 · key size 2 · key · data
 *              of a branch: low, high, flags are the child's page number; of a leaf: low, high are the data's size
 *     overflow the first page of a large value: as a page, but in the place of lower and upper: pages 4
 *     large    flags 1: the data is: first page 8 · transaction 8 · pages 8
 *     head     page · beefc0de 4 · version 4 · address 8 · map size 8 · tree 48 (free pages) · tree 48 (main)
 *              · last page 8 · transaction 8
 *     tree     pad 4 · flags 2 · depth 2 · branches 8 · leaves 8 · overflow pages 8 · entries 8 · root 8
 */
export const pageBytes = 4096;
/** Root of a B-tree without pages. */
export const noPage = -1;

/** As a signed word. */
export const headMark = 0xbeefc0de | 0;
export const headerBytes = 24;
export const flagsPlace = 18;
export const lowerPlace = 20;
export const nodeBytes = 8;
const treeBytes = 48;
export const branchFlag = 1;
export const leafFlag = 2;
export const overflowFlag = 4;
export const largeFlag = 1;
/** Bytes in a leaf of a value on overflow pages. */
const largeBytes = 24;
/** Offset in a head (LMDB's meta page). */
export const headMarkPlace = headerBytes;
const mainTreePlace = headerBytes + 24 + treeBytes;
export const mainDepthPlace = mainTreePlace + 6;
export const mainRootPlace = mainTreePlace + 40;
export const lastPagePlace = mainTreePlace + treeBytes;
export const transactionPlace = lastPagePlace + 8;
const headFlag = 8;
const headVersion = 2;
/** Keys are machine words; and the database is a single file without a folder. */
const freeTreeFlags = 0x4008;

export interface Tree {
	readonly depth: number;
	readonly entries: number;
	readonly root: number;
}

export interface Head {
	readonly transactionId: number;
	readonly lastPage: number;
	readonly free: Tree;
	readonly main: Tree;
}

/** Makes the two meta pages of an empty file. */
export function drawEmptyHeads(mapBytes: number): Buffer {
	const pages = Buffer.alloc(2 * pageBytes);
	for (const page of [0, 1]) {
		const start = page * pageBytes;
		const head = start + headerBytes;
		const trees = head + 24;
		pages.writeUInt32LE(page, start);
		pages.writeUInt16LE(headFlag, start + 18);
		pages.writeInt32LE(headMark, head);
		pages.writeUInt32LE(headVersion, head + 4);
		pages.writeBigUInt64LE(BigInt(mapBytes), head + 16);
		pages.writeUInt32LE(pageBytes, trees);
		pages.writeUInt16LE(freeTreeFlags, trees + 4);
		pages.writeBigInt64LE(BigInt(noPage), trees + 40);
		pages.writeBigInt64LE(BigInt(noPage), trees + treeBytes + 40);
		pages.writeUInt32LE(1, trees + 2 * treeBytes);
	}
	return pages;
}

/** Returns the newer of the file's two meta pages; undefined if either is invalid. */
export function newestHead(pages: Buffer): Head | undefined {
	const [one, other] = [0, pageBytes].map((start) => readHead(pages.subarray(start, start + pageBytes)));
	if (one === undefined || other === undefined) {
		return undefined;
	}
	return one.transactionId > other.transactionId ? one : other;
}

function readHead(page: Buffer): Head | undefined {
	if (page.readInt32LE(headerBytes) !== headMark) {
		return undefined;
	}
	const trees = headerBytes + 24;
	return {
		free: readTree(page, trees),
		main: readTree(page, trees + treeBytes),
		lastPage: readNumber(page, trees + 2 * treeBytes),
		transactionId: readNumber(page, trees + 2 * treeBytes + 8),
	};
}

function readTree(page: Buffer, start: number): Tree {
	return {
		depth: page.readUInt16LE(start + 6),
		entries: readNumber(page, start + 32),
		root: readNumber(page, start + 40),
	};
}

/** All ones is no page; a number beyond the exact integers is damage, and no page either. */
function readNumber(page: Buffer, start: number): number {
	const value = Number(page.readBigInt64LE(start));
	return Number.isSafeInteger(value) ? value : Number.MAX_SAFE_INTEGER;
}

export function pageNumber(page: Buffer): number {
	return readNumber(page, 0);
}

export function isBranch(page: Buffer): boolean {
	return page.readUInt16LE(18) === branchFlag;
}

export function isLeaf(page: Buffer): boolean {
	return page.readUInt16LE(18) === leafFlag;
}

/** Whether a large value of this many pages begins here. */
export function isOverflow(page: Buffer, pages: number): boolean {
	return page.readUInt16LE(18) === overflowFlag && page.readUInt32LE(20) === pages;
}

/** Returns the number of nodes; 0 if the page's bounds are invalid. */
export function nodeCount(page: Buffer): number {
	const lower = page.readUInt16LE(20);
	const upper = page.readUInt16LE(22);
	return lower > upper || upper > pageBytes - headerBytes ? 0 : lower >> 1;
}

/** Returns a node's offset, or undefined if the node or its key exceeds the page. */
function nodeStart(page: Buffer, at: number): number | undefined {
	const start = headerBytes + page.readUInt16LE(headerBytes + 2 * at);
	if (start + nodeBytes > pageBytes) {
		return undefined;
	}
	return start + nodeBytes + page.readUInt16LE(start + 6) > pageBytes ? undefined : start;
}

function nodeKey(page: Buffer, start: number): Buffer {
	return page.subarray(start + nodeBytes, start + nodeBytes + page.readUInt16LE(start + 6));
}

export class BranchNode {
	readonly key: Buffer;
	readonly child: number;

	constructor(key: Buffer, child: number) {
		this.key = key;
		this.child = child;
	}

	static at(page: Buffer, at: number): BranchNode | undefined {
		const start = nodeStart(page, at);
		return start === undefined ? undefined : new BranchNode(nodeKey(page, start), page.readUIntLE(start, 6));
	}
}

export class LeafNode {
	readonly key: Buffer;
	/** The value, or where it is. */
	readonly data: Buffer;
	/** Pages of a value too large for the leaf. */
	readonly overflow: { readonly first: number; readonly count: number } | undefined;

	constructor(key: Buffer, data: Buffer, overflow: LeafNode["overflow"]) {
		this.key = key;
		this.data = data;
		this.overflow = overflow;
	}

	static at(page: Buffer, at: number): LeafNode | undefined {
		const start = nodeStart(page, at);
		if (start === undefined) {
			return undefined;
		}
		const key = nodeKey(page, start);
		const data = start + nodeBytes + key.length;
		const flags = page.readUInt16LE(start + 4);
		const bytes = page.readUInt32LE(start);
		if (flags === 0) {
			const end = data + bytes;
			return end > pageBytes ? undefined : new LeafNode(key, page.subarray(data, end), undefined);
		}
		if (flags !== largeFlag || data + largeBytes > pageBytes) {
			return undefined;
		}
		const overflow = { first: readNumber(page, data), count: readNumber(page, data + 16) };
		// A value that became smaller keeps its pages.
		const isWhole = overflow.count >= Math.ceil((headerBytes + bytes) / pageBytes);
		return isWhole ? new LeafNode(key, page.subarray(data, data + largeBytes), overflow) : undefined;
	}
}
