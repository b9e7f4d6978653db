/**
 * Reads of a sorted entry run: lookups, cursors over a range in either direction, conversion to single writes.
 */
import type { EntryPiece, EntryRun } from "../page/entry-run.ts";
import type { Layer } from "../memtable/merged-scan.ts";
import type { Page } from "../page/page.ts";
import { RunPage } from "./run-page.ts";
import type { CooperativeTask } from "../../async/cooperative-task.ts";
import type { SortedMap } from "../memtable/sorted-map.ts";
import type { Condition, Key, Write } from "../contract.ts";
import type { FastBatch } from "../fast-store.ts";

/** Entries converted in one step. */
export const settledInStep = 64;

/** A position: a piece and an index in it; after the last entry it is the end of the last piece. */
export interface Place {
	readonly piece: number;
	readonly at: number;
}

/** Position of the first entry whose key is not before `key`. */
export function firstPlace({ pieces }: { readonly pieces: readonly EntryPiece[] }, key: Key): Place {
	let low = 0;
	let high = pieces.length - 1;
	while (low < high) {
		const middle = (low + high) >> 1;
		const piece = pieces[middle]!;
		if (piece.compare(piece.count - 1, key) > 0) {
			low = middle + 1;
		} else {
			high = middle;
		}
	}
	return { piece: low, at: firstOf(pieces[low]!, key) };
}

function firstOf(piece: EntryPiece, key: Key): number {
	let low = 0;
	let high = piece.count;
	while (low < high) {
		const middle = (low + high) >> 1;
		if (piece.compare(middle, key) > 0) {
			low = middle + 1;
		} else {
			high = middle;
		}
	}
	return low;
}

/** The key's value, null if the run removes it; undefined if the run does not have it. */
export function findInRun(run: EntryRun, key: Key): Uint8Array | null | undefined {
	const { piece: number, at } = firstPlace(run, key);
	const piece = run.pieces[number]!;
	return at < piece.count && piece.compare(at, key) === 0 ? piece.valueOrNull(at) : undefined;
}

/** Whether the run's key range overlaps `from` to `to` (exclusive); it may have no key there. */
export function reachesInto({ pieces }: EntryRun, from: Key, to: Key): boolean {
	const last = pieces[pieces.length - 1]!;
	return last.compare(last.count - 1, from) <= 0 && pieces[0]!.compare(0, to) > 0;
}

/** Returns one of its keys from `from` to `to`; the run may be unsorted. */
export function keyWithin(run: EntryRun, from: Key, to: Key): Key | undefined {
	if (run.isAscending) {
		const walk = new RunCursor(run, from, to, false);
		return run.count > 0 && walk.next() ? walk.key : undefined;
	}
	for (const piece of run.pieces) {
		for (let at = 0; at < piece.count; at++) {
			if (piece.compare(at, from) <= 0 && piece.compare(at, to) > 0) {
				return piece.key(at);
			}
		}
	}
	return undefined;
}

/** Whether the writes contain one of the run's keys. */
export function isWrittenOver(run: EntryRun, writes: SortedMap<Uint8Array | null>): boolean {
	const written = writes.cursor(run.firstKey, `${run.lastKey}\0`, false);
	while (written.next()) {
		if (findInRun(run, written.key) !== undefined) {
			return true;
		}
	}
	return false;
}

/** Adds each entry to the map as a single write, in steps. */
export function* settlingRun(
	{ pieces }: EntryRun,
	own: { set(key: Key, value: Uint8Array | null): void },
): CooperativeTask<void> {
	for (const piece of pieces) {
		for (let at = 0; at < piece.count; at++) {
			own.set(piece.key(at), piece.valueOrNull(at));
			if (at % settledInStep === settledInStep - 1) {
				yield;
			}
		}
	}
}

/** All entries as single writes, for engines without runs. */
export function writesOfRun({ pieces }: EntryRun): Write[] {
	return pieces.flatMap((piece) =>
		Array.from({ length: piece.count }, (_, at) => ({ key: piece.key(at), value: piece.valueOrNull(at) })),
	);
}

export function isBefore(one: Place, other: Place): boolean {
	return one.piece < other.piece || (one.piece === other.piece && one.at < other.at);
}

export function writesBetween({ pieces }: EntryRun, from: Place, to: Place): Write[] {
	const writes: Write[] = [];
	for (let number = from.piece; number <= to.piece; number++) {
		const piece = pieces[number]!;
		const end = number === to.piece ? to.at : piece.count;
		for (let at = number === from.piece ? from.at : 0; at < end; at++) {
			writes.push({ key: piece.key(at), value: piece.value(at) });
		}
	}
	return writes;
}

/** The write set of a batch as single writes. */
export function writesOfBatch({ writes, runs = [], changes = [] }: FastBatch): readonly Write[] {
	return runs.length + changes.length === 0
		? writes
		: [...writes, ...runs.flatMap(writesOfRun), ...changes.flatMap((run) => run.writes())];
}

/** The read set of a batch as single conditions. */
export function conditionsOfBatch({ conditions, changes = [] }: FastBatch): readonly Condition[] {
	return changes.length === 0 ? conditions : [...conditions, ...changes.flatMap((run) => run.conditions())];
}

/** The same batch with changes as single writes, sorted by key. */
export function plainBatch(batch: FastBatch): FastBatch {
	// Checked first: destructuring costs more than the rest of a commit's bookkeeping.
	if (batch.changes === undefined) {
		return batch;
	}
	const { changes, ...rest } = batch;
	const writes = [...batch.writes, ...changes.flatMap((run) => run.writes())].sort((one, other) =>
		one.key < other.key ? -1 : 1,
	);
	return { ...rest, writes, conditions: conditionsOfBatch(batch) };
}

/** Cursor over entries some of which are removals, so that each must be looked at. */
export class ChangeCursor implements Layer {
	readonly #walk: RunCursor;

	constructor(run: EntryRun, from: Key, to: Key, reverse: boolean) {
		this.#walk = new RunCursor(run, from, to, reverse);
	}

	get key(): Key {
		return this.#walk.key;
	}

	get value(): Uint8Array | null | undefined {
		return this.#walk.value;
	}

	next(): boolean {
		return this.#walk.next();
	}
}

/** Cursor over new entries, with the interface of `SortedCursor`. */
export class RunCursor implements Layer {
	/** Key of the entry that the last `next()` reached. */
	key: Key = "";
	value: Uint8Array | null | undefined = undefined;
	readonly #pieces: readonly EntryPiece[];
	readonly #reverse: boolean;
	/** End of the range: exclusive forward, inclusive backward. */
	readonly #end: Key;
	#endPlace: Place | undefined;
	#number: number;
	#at: number;

	constructor(run: EntryRun, from: Key, to: Key, reverse: boolean) {
		this.#pieces = run.pieces;
		this.#reverse = reverse;
		this.#end = reverse ? from : to;
		const { piece, at } = firstPlace(run, reverse ? to : from);
		this.#number = piece;
		this.#at = reverse ? at - 1 : at;
	}

	/** Moves to the next entry; `false` at the end of the range. */
	next(): boolean {
		const piece = this.#piece();
		if (piece === undefined) {
			return false;
		}
		const key = piece.key(this.#at);
		if (this.#reverse ? key < this.#end : key >= this.#end) {
			return false;
		}
		this.key = key;
		this.value = piece.valueOrNull(this.#at);
		this.#at += this.#reverse ? -1 : 1;
		return true;
	}

	/** Forward only, with a cursor that does nothing else: skips entries without reading keys and values. */
	pass(entries: number): number {
		this.#endPlace ??= firstPlace({ pieces: this.#pieces }, this.#end);
		let passed = 0;
		while (passed < entries) {
			const piece = this.#piece();
			const count =
				piece === undefined
					? 0
					: this.#number < this.#endPlace.piece
						? piece.count
						: this.#number > this.#endPlace.piece
							? 0
							: this.#endPlace.at;
			const taken = Math.min(entries - passed, count - this.#at);
			if (piece === undefined || taken <= 0) {
				break;
			}
			this.#at += taken;
			passed += taken;
			this.key = piece.key(this.#at - 1);
		}
		return passed;
	}

	/** Forward only: a page of one piece's entries. */
	page(entries: number): Page | undefined {
		if (this.#reverse) {
			return undefined;
		}
		this.#endPlace ??= firstPlace({ pieces: this.#pieces }, this.#end);
		const piece = this.#pieces[this.#number]!;
		const from = this.#at - 1;
		const to = Math.min(from + entries, this.#number < this.#endPlace.piece ? piece.count : this.#endPlace.at);
		this.#at = to;
		return new RunPage(piece, from, to);
	}

	/** The piece of the next entry. */
	#piece(): EntryPiece | undefined {
		const piece = this.#pieces[this.#number];
		if (piece === undefined || (this.#at >= 0 && this.#at < piece.count)) {
			return piece;
		}
		this.#number += this.#reverse ? -1 : 1;
		const next = this.#pieces[this.#number];
		this.#at = this.#reverse ? (next?.count ?? 0) - 1 : 0;
		return next;
	}
}
