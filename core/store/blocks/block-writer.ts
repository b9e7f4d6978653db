/**
 * Writes into an LMDB file: a few as entries of their own, many neighbours as blocks.
 *
 * In: writes in the open write transaction. Out: entries, tombstones, blocks.
 *
 * - One row that changes is one key: it stands alone, over the block.
 * - Many new keys side by side become blocks at once, unless as many others stand alone among them.
 * - A block of which a run of writes changes an eighth is written anew, with what stood over it.
 *
 * Blocks never overlap, and what stands alone is always newer than the block beneath.
 */
import { invariant } from "../../errors/invariant.ts";
import { layWrites, mergeBlock } from "./block-merge.ts";
import type { PackedEntry } from "./block-packer.ts";
import { BlockSplicer } from "./block-splice.ts";
import type { BlockView } from "./block-view.ts";
import type { EntryPage } from "./entry-page.ts";
import { binarySearch } from "../encoding/binary-search.ts";
import { type BlockTarget, GapWriter, minimumFew } from "./gap-writer.ts";
import type { LmdbCursor } from "../lmdb/lmdb-cursor.ts";
import type { LmdbDatabase } from "../lmdb/lmdb-environment.ts";
import type { LmdbState } from "../lmdb/lmdb-state.ts";
import { type StandaloneEntry, standaloneEntries } from "./standalone-entry.ts";
import { CompactionCandidates } from "./compaction-candidates.ts";
import { ValueChecksummer } from "./checksummed-value.ts";
import { entriesEnd, blockKey } from "./block-key.ts";
import { runToEnd, type CooperativeTask } from "../../async/cooperative-task.ts";
import type { Key, Write } from "../contract.ts";
import { tombstoneOf } from "./tombstone.ts";

/** Fewer writes side by side are not looked at together. */
const minimumRun = 16;
/** One part of a block's entries that is overridden makes it worth to be written anew. */
export const changedPart = 8;
/** An entry greater than this part of a block stays alone. */
const greatestPart = 5;
/** More entries over one block are left to be folded in steps. */
const maximumAbsorbed = 4096;
/**
 * So many are looked at in a step for whether they belong together: a key that comes from main memory takes 0.2 to
 * 0.4 us.
 */
const writesInLook = 512;
/**
 * Of a gap so many entries at most are packed in a step, in each about as many: a few at its end would fill no block.
 */
const gapInStep = 2048;

export interface BlockOptions {
	/** How many bytes all keys of a key's space begin with alike; 0: it is never in a block. */
	readonly spaceOf: (key: Key) => number;
	readonly blockBytes: number;
}

/** What a writer needs while a write transaction is open. */
interface Work {
	readonly state: LmdbState;
	readonly cursor: LmdbCursor;
	readonly page: EntryPage;
}

export class BlockWriter implements BlockTarget {
	/** Whether anything was written since `begin`. */
	hasChanged = false;
	/**
	 * Whether blocks now stand where none was, or none where they were: older states are read by what is learned, too.
	 */
	hasMovedBlocks = false;
	/** Where entries were written alone. */
	readonly spaces: CompactionCandidates;
	readonly #database: LmdbDatabase;
	readonly #spaceOf: (key: Key) => number;
	readonly #gaps: GapWriter;
	readonly #splicer: BlockSplicer;
	/** Nothing stands alone from the one key up to the other, which is not among them. */
	#bareFrom: Key = entriesEnd;
	#bareTo: Key = entriesEnd;
	readonly #sealer = new ValueChecksummer();
	/** A greater entry stays alone. */
	readonly greatestEntry: number;
	#state: LmdbState | null = null;
	#work: Work | null = null;

	constructor(database: LmdbDatabase, { spaceOf, blockBytes }: BlockOptions) {
		this.#database = database;
		this.#spaceOf = spaceOf;
		this.spaces = new CompactionCandidates(spaceOf);
		this.#gaps = new GapWriter(this, blockBytes);
		this.#splicer = new BlockSplicer(blockBytes);
		this.greatestEntry = Math.floor(blockBytes / greatestPart);
	}

	/** In a write transaction that was just opened. */
	begin(state: LmdbState): void {
		this.#state = state;
		this.#bareTo = "";
		this.hasChanged = false;
		this.hasMovedBlocks = false;
	}

	/** Before the transaction ends. */
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

	/** As `write`; between two steps nothing is kept in memory that others may read into. */
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

	/** Writes of one space, in order. */
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

	/** Where no block is. */
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

	/** Where a block is. */
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

	/** Opens the first block whose end is not before the key, in memory that the next call overwrites. */
	openBlock(key: Key): BlockView | undefined {
		const { cursor, page, state } = this.#working;
		if (!cursor.seek(blockKey(key)) || !cursor.isShadow) {
			return undefined;
		}
		state.openBlock(cursor, page);
		return page.view;
	}

	/**
	 * Makes one of the block, what stands over it, and the writes. False: too much stands over it, nothing was done.
	 */
	rewrite(view: BlockView, writes: readonly Write[]): boolean {
		const first = view.key(0);
		const last = view.key(view.count - 1);
		const lone = this.#loneOver(first, last);
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

	/** In the place of a block; `newLast`: it has lost its first or last entry, and ends so now. */
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

	/** Does nothing stand over the block? */
	isBare(view: BlockView): boolean {
		return this.#loneOver(view.key(0), view.key(view.count - 1))?.length === 0;
	}

	/** What stands alone over a block. Of many blocks in turn that have nothing over them one is looked at. */
	#loneOver(first: Key, last: Key): StandaloneEntry[] | undefined {
		if (this.#bareFrom <= first && last < this.#bareTo) {
			return [];
		}
		const { state, cursor } = this.#working;
		const lone = standaloneEntries(state, cursor, first, last, maximumAbsorbed, this.greatestEntry);
		if (lone?.length === 0) {
			this.#bareUpToHere(first);
		}
		return lone;
	}

	/** Lets the block's entries stand alone: for one with so much over it that it is not written anew at once. */
	dissolve(view: BlockView, state: LmdbState): void {
		for (let at = 0; at < view.count; at++) {
			const key = view.key(at);
			if (!state.hasAlone(key)) {
				this.putAlone(key, view.bytes.slice(view.valueStart(at), view.valueEnd(at)));
			}
		}
		this.removeBlock(view.key(view.count - 1));
	}

	/**
	 * As many of the entries as fill blocks wholly; tells how many that are. They stand alone until they are removed.
	 */
	packFull(entries: readonly PackedEntry[]): number {
		return this.#gaps.packFull(entries);
	}

	/** Takes away what stands alone under one of `count` keys that are written; false if more stands between them. */
	clear(first: Key, last: Key, count: number, isWritten: (key: Key) => boolean): boolean {
		if (this.#bareFrom <= first && last < this.#bareTo) {
			return true;
		}
		const { cursor } = this.#working;
		const doomed: Key[] = [];
		let left = count;
		for (
			let isThere = cursor.seekKey(first);
			isThere && !cursor.isShadow && cursor.compare(last) <= 0;
			isThere = cursor.step()
		) {
			if (left-- === 0) {
				return false;
			}
			const key = cursor.key();
			if (isWritten(key)) {
				doomed.push(key);
			}
		}
		if (left === count) {
			this.#bareUpToHere(first);
		}
		doomed.forEach((key) => this.#remove(key));
		return true;
	}

	/** Nothing stands alone from the key up to where the cursor stands. */
	#bareUpToHere(first: Key): void {
		const { cursor } = this.#working;
		this.#bareFrom = first;
		this.#bareTo = cursor.isAtEnd || cursor.isShadow ? entriesEnd : cursor.key();
	}

	/** A block where none is. */
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

	/** Takes away what the file has under a key, be it a block. */
	removeStored(key: Key): void {
		if (key >= entriesEnd) {
			this.#movesBlocks();
		}
		this.#remove(key);
	}

	/** Takes away an entry that stands alone and has been packed. */
	removeAlone(key: Key): void {
		this.#remove(key);
	}

	#note(key: Key): void {
		this.#bareTo = "";
		this.spaces.note(key);
	}

	get #opened(): LmdbState {
		invariant(this.#state !== null, "A write transaction is open.");
		return this.#state;
	}

	get #working(): Work {
		const state = this.#opened;
		this.#work ??= { state, cursor: state.takeCursor(), page: state.takePage() };
		return this.#work;
	}
}
