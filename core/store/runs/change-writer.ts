/**
 * Writes a change run into the LMDB file block by block, as bytes, in the open write transaction.
 *
 * Entries that are in no block, have standalone entries around them or would fill no block are written one by one
 * (`block-writer.ts`).
 */
import { BlockChanger } from "../blocks/block-change.ts";
import type { BlockView } from "../blocks/block-view.ts";
import { type BlockOptions, type BlockWriter, changedPart } from "../blocks/block-writer.ts";
import { type ChangeRun, written } from "../page/change-run.ts";
import { minimumFew } from "../blocks/gap-writer.ts";
import type { CooperativeTask } from "../../async/cooperative-task.ts";

export class ChangeWriter {
	readonly #writer: BlockWriter;
	readonly #changer: BlockChanger;

	constructor(writer: BlockWriter, { blockBytes }: BlockOptions) {
		this.#writer = writer;
		this.#changer = new BlockChanger(blockBytes);
	}

	/** Between two steps no data is held in the buffer that other reads overwrite. */
	*steps(run: ChangeRun): CooperativeTask<void> {
		const { keys } = run;
		for (let from = 0; from < run.count; ) {
			const view = this.#writer.openBlock(keys.key(from));
			if (view === undefined) {
				yield* this.#writer.steps(run.writes(from));
				return;
			}
			const gapEnd = keys.firstNotBefore(view.key(0), from);
			if (gapEnd > from) {
				yield* this.#writer.steps(run.writes(from, gapEnd));
				from = gapEnd;
			} else {
				const end = endIn(view, run, from);
				if (!this.#change(view, run, from, end)) {
					this.#writer.writeOver(view, run.writes(from, end));
				}
				from = end;
			}
			yield;
		}
	}

	#change(view: BlockView, run: ChangeRun, from: number, to: number): boolean {
		const changer = this.#changer;
		if (!this.#isSmall(run, from, to) || !changer.plan(view, run, from, to)) {
			return false;
		}
		if (changer.changes === 0) {
			return true;
		}
		const isLittle = changer.changes * changedPart < view.count || (changer.count > 0 && changer.count < minimumFew);
		if (isLittle || !this.#writer.isBare(view)) {
			return false;
		}
		const last = view.key(view.count - 1);
		if (changer.count === 0) {
			this.#writer.removeBlock(last);
			return true;
		}
		const bytes = changer.make(view, run);
		if (bytes !== undefined) {
			this.#writer.replaceBlock(last, changer.hasLostEnd ? changer.lastKey() : undefined, bytes);
		}
		return bytes !== undefined;
	}

	/** Whether every new value is small enough for a block. */
	#isSmall({ keys, kinds, valueStarts, valueEnds }: ChangeRun, from: number, to: number): boolean {
		const { greatestEntry } = this.#writer;
		for (let at = from; at < to; at++) {
			if (
				kinds[at] === written &&
				keys.ends[at]! - keys.start(at) + valueEnds[at]! - valueStarts[at]! > greatestEntry
			) {
				return false;
			}
		}
		return true;
	}
}

/** Index of the first change from `from` on that is after the block. */
function endIn(view: BlockView, { keys, count }: ChangeRun, from: number): number {
	const last = view.count - 1;
	let low = from;
	let high = from;
	const isBehind = (at: number): boolean => view.nextFrom(keys.bytes, keys.start(at), keys.ends[at]!, last) > last;
	for (let step = 1; high < count && !isBehind(high); step *= 2) {
		low = high + 1;
		high += step;
	}
	high = Math.min(high, count);
	while (low < high) {
		const middle = (low + high) >> 1;
		if (isBehind(middle)) {
			high = middle;
		} else {
			low = middle + 1;
		}
	}
	return low;
}
