/**
 * Block writer: applies writes to the LMDB file, few as standalone entries and tombstones, many neighbours as blocks.
 *
 * - A single changed row is one key: a standalone entry over the block.
 * - Many new neighbouring keys become blocks at once, unless as many other standalone entries are among them.
 * - A block of which a run of writes changes an eighth is rewritten, with the standalone entries over it merged in.
 *
 * Invariant: blocks never overlap, and a standalone entry is always newer than the block beneath.
 */
import { invariant } from "../../errors/invariant.ts";
import { layWrites, mergeBlock } from "./block-merge.ts";
import type { PackedEntry } from "./block-packer.ts";
import { BlockSplicer } from "./block-splice.ts";
import type { BlockView } from "./block-view.ts";
import type { EntryPage } from "./entry-page.ts";
import { binarySearch } from "../encoding/binary-search.ts";
import { type BlockTarget, GapWriter, minimumFew } from "./gap-writer.ts";
import type { StoredCursor } from "./entry-cursor.ts";
import type { EntryTarget, StoredTree } from "./entry-tree.ts";
import { OverlyingEntries } from "./overlying-entries.ts";
import type { StandaloneEntry } from "./standalone-entry.ts";
import { CompactionCandidates } from "./compaction-candidates.ts";
import { ValueChecksummer } from "./checksummed-value.ts";
import { entriesEnd, blockKey } from "./block-key.ts";
import { runToEnd, type CooperativeTask } from "../../async/cooperative-task.ts";
import type { Key, Write } from "../contract.ts";
import { tombstoneOf } from "./tombstone.ts";

/** Fewer neighbouring writes are written one by one. */
const minimumRun = 16;
/** A block is rewritten if at least this fraction (one nth) of its entries is overridden. */
export const changedPart = 8;
/** An entry larger than this fraction (one nth) of a block stays standalone. */
const greatestPart = 5;
/** Keys compared in one step to find the end of a run: a key that comes from main memory takes 0.2 to 0.4 us. */
const writesInLook = 512;
/**
 * Maximum entries of a gap packed in one step; steps are equal, since a few entries at the end would fill no block.
 */
const gapInStep = 2048;

export interface BlockOptions {
	/** Length of the prefix that all keys of a key's space share; 0: the key is never in a block. */
	readonly spaceOf: (key: Key) => number;
	readonly blockBytes: number;
}

/** Resources of an open write transaction. */
interface Work {
	readonly state: StoredTree;
	readonly cursor: StoredCursor;
	readonly page: EntryPage;
}

export class BlockWriter implements BlockTarget {
	/** Whether anything was written since `begin`. */
	hasChanged = false;
	/**
	 * Whether blocks were added, removed or moved: what reads of older states cached of block positions is then
	 * invalid.
	 */
	hasMovedBlocks = false;
	/** Key spaces into which standalone entries were written. */
	readonly spaces: CompactionCandidates;
	readonly #database: EntryTarget;
	readonly #spaceOf: (key: Key) => number;
	readonly #gaps: GapWriter;
	readonly #splicer: BlockSplicer;
	readonly #overlying: OverlyingEntries;
	readonly #sealer = new ValueChecksummer();
	/** A larger entry stays standalone. */
	readonly greatestEntry: number;
	#state: StoredTree | null = null;
	#work: Work | null = null;

	constructor(database: EntryTarget, { spaceOf, blockBytes }: BlockOptions) {
		this.#database = database;
		this.#spaceOf = spaceOf;
		this.spaces = new CompactionCandidates(spaceOf);
		this.#gaps = new GapWriter(this, blockBytes);
		this.#splicer = new BlockSplicer(blockBytes);
		this.greatestEntry = Math.floor(blockBytes / greatestPart);
		this.#overlying = new OverlyingEntries(this.greatestEntry);
	}

	/** Called in a write transaction just opened. */
	begin(state: StoredTree): void {
		this.#state = state;
		this.#overlying.forget();
		this.hasChanged = false;
		this.hasMovedBlocks = false;
	}

	/** Called before the transaction ends. */
	end(): void {
		if (this.#work !== null) {
			this.#work.state.giveBack(this.#work.page, [this.#work.cursor]);
			this.#work = null;
		}
		this.#state = null;
	}

	write(writes: readonly Write[]): void {
		runToEnd(this.steps(writes));
	}

	/** As `write`; between two steps no data is held in the buffer that other reads overwrite. */
	*steps(writes: readonly Write[]): CooperativeTask<void> {
		for (let from = 0; from < writes.length; ) {
			const end = writes.length - from < minimumRun ? from + 1 : yield* this.#endOfRun(writes, from);
			if (end - from < minimumRun) {
				for (; from < end; from++) {
					this.#writeAlone(writes[from]);
				}
				yield;
			} else {
				yield* this.#writeRun(writes, from, end);
				from = end;
			}
		}
	}

	/** End of the run of ascending writes of one key space. */
	*#endOfRun(writes: readonly Write[], from: number): CooperativeTask<number> {
		const space = this.#spaceOf(writes[from].key);
		let end = from + 1;
		if (space > 0) {
			const beginning = writes[from].key.slice(0, space);
			while (end < writes.length && writes[end - 1].key < writes[end].key && writes[end].key.startsWith(beginning)) {
				end++;
				if ((end - from) % writesInLook === 0) {
					yield;
				}
			}
		}
		return end;
	}

	#writeAlone({ key, value }: Write): void {
		if (value !== null) {
			this.putAlone(key, value);
		} else if (this.#spaceOf(key) > 0 && this.#opened.findInBlock(key) >= 0) {
			this.#bury(key);
		} else {
			this.#remove(key);
		}
	}

	*#writeRun(writes: readonly Write[], from: number, to: number): CooperativeTask<void> {
		let isPart = false;
		for (let at = from; at < to; ) {
			const view = this.openBlock(writes[at].key);
			const gapEnd = view === undefined ? to : binarySearch(writes, at, to, (key) => view.compare(0, key) >= 0);
			const gap = gapEnd - at;
			const inStep = Math.ceil(gap / Math.max(1, Math.ceil(gap / gapInStep)));
			if (gap > inStep) {
				isPart = true;
				this.#writeGap(writes.slice(at, at + inStep), isPart);
				at += inStep;
			} else {
				const end =
					view === undefined ? to : binarySearch(writes, gapEnd, to, (key) => view.compare(view.count - 1, key) > 0);
				if (gapEnd > at) {
					this.#writeGap(writes.slice(at, gapEnd), isPart);
				}
				isPart = false;
				if (view !== undefined && end > gapEnd) {
					this.writeOver(view, writes.slice(gapEnd, end));
				}
				at = end;
			}
			yield;
		}
	}

	/** Applies writes to a key range without a block. */
	#writeGap(writes: readonly Write[], isPart: boolean): void {
		const entries: PackedEntry[] = [];
		for (const { key, value } of writes) {
			if (value === null) {
				this.#remove(key);
			} else if (value.length + key.length > this.greatestEntry) {
				this.putAlone(key, value);
			} else {
				entries.push({ key, value });
			}
		}
		this.#gaps.pack(entries, true, isPart);
	}

	/** Applies writes to a key range that a block covers. */
	writeOver(view: BlockView, writes: readonly Write[]): void {
		if (writes.length * changedPart >= view.count && this.rewrite(view, writes)) {
			return;
		}
		for (const { key, value } of writes) {
			if (value !== null) {
				this.putAlone(key, value);
			} else if (view.isKey(view.firstNotBefore(key), key)) {
				this.#bury(key);
			} else {
				this.#remove(key);
			}
		}
	}

	/** Opens the first block whose last key is not before the key, in memory that the next call overwrites. */
	openBlock(key: Key): BlockView | undefined {
		const { cursor, page, state } = this.#working;
		if (!cursor.seek(blockKey(key)) || !cursor.isShadow) {
			return undefined;
		}
		state.openBlock(cursor, page);
		return page.view;
	}

	/**
	 * Merges the block, the standalone entries over it and the writes into one block. Does nothing and returns false if
	 * too many entries are over it.
	 */
	rewrite(view: BlockView, writes: readonly Write[]): boolean {
		const first = view.key(0);
		const last = view.key(view.count - 1);
		const lone = this.#overlying.copy(first, last, this.#working);
		if (lone === undefined) {
			return false;
		}
		const over = layWrites(lone, writes);
		const spliced = this.#splicer.splice(view, over, this.greatestEntry);
		const entries = spliced === undefined || this.#splicer.count < minimumFew ? this.#merged(view, over) : undefined;
		const isWritten = new Set(lone.some(({ isGreat }) => isGreat) ? writes.map(({ key }) => key) : []);
		for (const { key, isGreat } of lone) {
			if (!isGreat || isWritten.has(key)) {
				this.#remove(key);
			}
		}
		for (const { key, value } of writes) {
			if (value !== null && value.length + key.length > this.greatestEntry) {
				this.putAlone(key, value);
			}
		}
		if (entries === undefined) {
			this.replaceBlock(last, this.#splicer.hasLostEnd ? this.#splicer.lastKey() : undefined, spliced!);
		} else {
			this.removeBlock(last);
			this.#gaps.pack(entries, false);
		}
		return true;
	}

	/**
	 * Stores the bytes in the block's place; `newLast`: the first or last entry was removed, and this is the last key
	 * now.
	 */
	replaceBlock(last: Key, newLast: Key | undefined, bytes: Uint8Array): void {
		this.hasChanged = true;
		if (newLast !== undefined) {
			this.#movesBlocks();
			if (newLast !== last) {
				this.#remove(blockKey(last));
			}
		}
		this.#database.put(blockKey(newLast ?? last), bytes);
	}

	#merged(view: BlockView, over: readonly StandaloneEntry[]): PackedEntry[] {
		return this.#splicer.count === 0 ? [] : mergeBlock(view, over, this.greatestEntry);
	}

	/** Whether no standalone entry is over the block. */
	isBare(view: BlockView): boolean {
		return this.#overlying.copy(view.key(0), view.key(view.count - 1), this.#working)?.length === 0;
	}

	/** Turns the block's entries into standalone ones: for a block with too many over it to be rewritten at once. */
	dissolve(view: BlockView, state: StoredTree): void {
		for (let at = 0; at < view.count; at++) {
			const key = view.key(at);
			if (!state.hasAlone(key)) {
				this.putAlone(key, view.bytes.slice(view.valueStart(at), view.valueEnd(at)));
			}
		}
		this.removeBlock(view.key(view.count - 1));
	}

	/**
	 * Packs as many entries as fill whole blocks and returns how many. They also stay standalone until they are
	 * removed.
	 */
	packFull(entries: readonly PackedEntry[]): number {
		return this.#gaps.packFull(entries);
	}

	/** Removes the standalone entries of the `count` keys that are written; false if others are among them. */
	clear(first: Key, last: Key, count: number, isWritten: (key: Key) => boolean): boolean {
		const keys = this.#overlying.writtenKeys(first, last, count, isWritten, this.#working);
		keys?.forEach((key) => this.#remove(key));
		return keys !== undefined;
	}

	/** Stores a block where none is. */
	putPacked(last: Key, block: Uint8Array): void {
		this.hasChanged = true;
		this.#movesBlocks();
		this.#database.put(blockKey(last), block);
	}

	removeBlock(last: Key): void {
		this.#movesBlocks();
		this.#remove(blockKey(last));
	}

	#movesBlocks(): void {
		this.hasMovedBlocks = true;
		this.#opened.forgetGaps();
	}

	putAlone(key: Key, value: Uint8Array): void {
		this.hasChanged = true;
		this.#database.put(key, this.#sealer.seal(key, value));
		this.#note(key);
	}

	#bury(key: Key): void {
		this.hasChanged = true;
		this.#database.put(key, tombstoneOf(key));
		this.#note(key);
	}

	#remove(key: Key): void {
		this.hasChanged = this.#database.removeSync(key) || this.hasChanged;
	}

	/** Removes the LMDB entry of a key, which may be a block. */
	removeStored(key: Key): void {
		if (key >= entriesEnd) {
			this.#movesBlocks();
		}
		this.#remove(key);
	}

	/** Removes a standalone entry that was packed. */
	removeAlone(key: Key): void {
		this.#remove(key);
	}

	#note(key: Key): void {
		this.#overlying.forget();
		this.spaces.note(key);
	}

	get #opened(): StoredTree {
		invariant(this.#state !== null, "A write transaction is open.");
		return this.#state;
	}

	get #working(): Work {
		const state = this.#opened;
		this.#work ??= { state, cursor: state.takeCursor(), page: state.takePage() };
		return this.#work;
	}
}
