/**
 * Writes runs of new entries into the LMDB file: packs them into blocks from the run's memory.
 *
 * Where a block exists, and for entries too large for a block or too few to fill one, it uses `block-writer.ts`,
 * entry by entry. Runs are sorted; works in the open write transaction.
 */
import type { BlockView } from "../blocks/block-view.ts";
import { type BlockOptions, type BlockWriter, changedPart } from "../blocks/block-writer.ts";
import type { EntryPiece, EntryRun } from "../page/entry-run.ts";
import { evenBlockBytes, fillsBlock } from "../blocks/gap-writer.ts";
import { firstPlace, isBefore, type Place, writesBetween, writesOfRun } from "./run-cursor.ts";
import { RunMerger } from "./run-merge.ts";
import { RunPacker } from "./run-packer.ts";
import type { CooperativeTask } from "../../async/cooperative-task.ts";
import type { Key } from "../contract.ts";

/** Pieces of a gap packed in one step; the last piece joins those before, since it may fill no block. */
const piecesInStep = 2;

interface Pieces {
	readonly pieces: readonly EntryPiece[];
}

export class RunWriter {
	readonly #writer: BlockWriter;
	readonly #packer: RunPacker;
	readonly #merger = new RunMerger();
	readonly #spaceOf: (key: Key) => number;
	readonly #blockBytes: number;

	constructor(writer: BlockWriter, { spaceOf, blockBytes }: BlockOptions) {
		this.#writer = writer;
		this.#packer = new RunPacker(blockBytes);
		this.#spaceOf = spaceOf;
		this.#blockBytes = blockBytes;
	}

	/** Between two steps no data is held in the buffer that other reads overwrite. */
	*steps(run: EntryRun): CooperativeTask<void> {
		if (!this.#isOfOneSpace(run)) {
			yield* this.#writer.steps(writesOfRun(run));
			return;
		}
		const { pieces } = run;
		const end: Place = { piece: pieces.length - 1, at: pieces[pieces.length - 1]!.count };
		for (let from: Place = { piece: 0, at: 0 }; isBefore(from, end); ) {
			const view = this.#writer.openBlock(pieces[from.piece]!.key(from.at));
			const gapEnd = view === undefined ? end : firstPlace(run, view.key(0));
			const next = view === undefined ? end : firstPlace(run, `${view.key(view.count - 1)}\0`);
			// Packing overwrites the view: the block is opened again once the gap before it is filled.
			if (isBefore(from, gapEnd)) {
				const filled =
					gapEnd.piece - from.piece > piecesInStep + 1 ? { piece: from.piece + piecesInStep, at: 0 } : gapEnd;
				this.#fillGap(run, from, filled);
				from = filled;
			} else {
				this.#writeOver(view!, run, gapEnd, next);
				from = next;
			}
			from = atEntry(pieces, from);
			yield;
		}
	}

	/** Writes into a range that a block covers: entry by entry if few change or standalone entries are over it. */
	#writeOver(view: BlockView, run: EntryRun, from: Place, to: Place): void {
		const isLittle = entriesBetween(run, from, to) * changedPart < view.count;
		const merged = isLittle || !this.#writer.isBare(view) ? undefined : this.#merger.merge(view, run.pieces, from, to);
		if (merged === undefined) {
			this.#writer.writeOver(view, writesBetween(run, from, to));
			return;
		}
		const last = view.key(view.count - 1);
		if (this.#fits(merged)) {
			this.#writer.replaceBlock(last, undefined, this.#packer.pack());
		} else {
			this.#writer.removeBlock(last);
			this.#fillGap({ pieces: [merged] }, { piece: 0, at: 0 }, { piece: 0, at: merged.count });
		}
	}

	/** Whether all entries fit in one block, which the packer then holds. */
	#fits(piece: EntryPiece): boolean {
		const packer = this.#packer;
		packer.reset();
		for (let at = 0; at < piece.count; at++) {
			const isGreat = piece.valueEnd(at) - piece.keyStart(at) > this.#writer.greatestEntry;
			if (isGreat || !packer.add(piece, at, this.#blockBytes)) {
				return false;
			}
		}
		return true;
	}

	#isOfOneSpace(run: EntryRun): boolean {
		const { firstKey } = run;
		const space = this.#spaceOf(firstKey);
		return space > 0 && run.lastKey.startsWith(firstKey.slice(0, space));
	}

	/** Writes into a range without a block. */
	#fillGap({ pieces }: Pieces, from: Place, to: Place): void {
		const packer = this.#packer;
		packer.reset();
		let size = this.#evenBytes(pieces, from, to);
		for (let number = from.piece; number <= to.piece; number++) {
			const piece = pieces[number]!;
			const end = number === to.piece ? to.at : piece.count;
			for (let at = number === from.piece ? from.at : 0; at < end; at++) {
				if (piece.valueEnd(at) - piece.keyStart(at) > this.#writer.greatestEntry) {
					this.#writer.putAlone(piece.key(at), piece.value(at));
				} else if (!packer.add(piece, at, size)) {
					this.#putBlock();
					size = this.#evenBytes(pieces, { piece: number, at }, to);
					packer.add(piece, at, size);
				}
			}
		}
		this.#putBlock();
	}

	/** As `evenBlockBytes`, for entries in pieces. */
	#evenBytes(pieces: readonly EntryPiece[], from: Place, to: Place): number {
		const shared = sharedBytes(pieces, from, to);
		let bytes = shared;
		let count = 0;
		for (let number = from.piece; number <= to.piece; number++) {
			const piece = pieces[number]!;
			const end = number === to.piece ? to.at : piece.count;
			const start = number === from.piece ? from.at : 0;
			if (end > start) {
				// An entry's head is about as long as its overhead in a block.
				bytes += piece.valueEnd(end - 1) - piece.starts[start]! - (2 + shared) * (end - start);
				count += end - start;
			}
		}
		return evenBlockBytes(bytes, count, this.#blockBytes);
	}

	/** Stores the gathered entries: as a block, or standalone if they do not fill one. */
	#putBlock(): void {
		const packer = this.#packer;
		const { count } = packer;
		if (count > 0) {
			if (fillsBlock(count, packer.size, this.#blockBytes) && this.#clear()) {
				const { piece, at } = packer.entry(count - 1);
				this.#writer.putPacked(piece.key(at), packer.pack());
			} else {
				for (let number = 0; number < count; number++) {
					const { piece, at } = packer.entry(number);
					this.#writer.putAlone(piece.key(at), piece.value(at));
				}
			}
			packer.reset();
		}
	}

	/** Removes the standalone entries of the block's keys; false: too many others are among them. */
	#clear(): boolean {
		const packer = this.#packer;
		const { count } = packer;
		const first = packer.entry(0);
		const last = packer.entry(count - 1);
		let number = 0;
		return this.#writer.clear(first.piece.key(first.at), last.piece.key(last.at), count, (key) => {
			let order = 1;
			for (; number < count && order > 0; number++) {
				const { piece, at } = packer.entry(number);
				order = piece.compare(at, key);
			}
			number--;
			return order === 0;
		});
	}
}

/** A position after a piece's last entry is the first one of the next piece. */
function atEntry(pieces: readonly EntryPiece[], place: Place): Place {
	const { piece, at } = place;
	return at === pieces[piece]!.count && piece + 1 < pieces.length ? { piece: piece + 1, at: 0 } : place;
}

function entriesBetween({ pieces }: Pieces, from: Place, to: Place): number {
	let count = to.at - from.at;
	for (let number = from.piece; number < to.piece; number++) {
		count += pieces[number]!.count;
	}
	return count;
}

/** Length of the common prefix of the first and the last key, and so of all between them. */
function sharedBytes(pieces: readonly EntryPiece[], from: Place, to: Place): number {
	const first = pieces[from.piece]!;
	const last = to.at > 0 ? pieces[to.piece]! : pieces[to.piece - 1]!;
	const start = first.keyStart(from.at);
	const other = last.keyStart((to.at > 0 ? to.at : last.count) - 1);
	const most = Math.min(first.keyEnd(from.at) - start, last.bytes.length - other);
	let shared = 0;
	while (shared < most && first.bytes[start + shared] === last.bytes[other + shared]) {
		shared++;
	}
	return shared;
}
