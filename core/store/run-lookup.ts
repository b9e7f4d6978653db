/**
 * Many keys that ascend, looked for in a run that is in order: what each holds is handed on where it lies.
 *
 * In: a run, keys as bytes. Out: for each key that is there its value's place in memory. What it answers is what `findInRun` answers key by
 * key; `ascending-lookup.ts` does the same in the file. It refuses to know what lies over the run or under it.
 *
 * Why: a table that was just filled still lies in the log. 5,000 rows that entries of an index lead to took 5 ms there as strings of keys,
 * each looked for from the run's ends; in order, each from where the one before was, they take 1.
 */
import type { ValueTaker } from "./ascending-lookup.ts";
import type { EntryPiece, EntryRun } from "./entry-run.ts";
import { compareBytes } from "./equal-bytes.ts";
import type { KeyList } from "./key-list.ts";

/** Those from `first` on. False: who takes them has had enough. */
export function lookUpInRun({ pieces }: EntryRun, keys: KeyList, taker: ValueTaker, first = 0): boolean {
	let number = 0;
	let place = 0;
	for (let at = first; at < keys.count; at++) {
		while (isBehind(pieces[number]!, keys, at)) {
			number++;
			place = 0;
			if (number === pieces.length) {
				return true;
			}
		}
		const piece = pieces[number]!;
		place = firstFrom(piece, place, keys, at);
		if (order(piece, place, keys, at) === 0 && !taker.take(at, piece.bytes, piece.keyEnd(place), piece.valueEnd(place))) {
			return false;
		}
	}
	return true;
}

/** Is the key behind all of the piece? */
function isBehind(piece: EntryPiece, keys: KeyList, at: number): boolean {
	return order(piece, piece.count - 1, keys, at) < 0;
}

/** Where the first entry from `from` on stands that is not before the key; there is one. The next keys are near: steps double. */
function firstFrom(piece: EntryPiece, from: number, keys: KeyList, at: number): number {
	let low = from;
	let high = from;
	for (let step = 1; high < piece.count && order(piece, high, keys, at) < 0; step *= 2) {
		low = high + 1;
		high += step;
	}
	high = Math.min(high, piece.count);
	while (low < high) {
		const middle = (low + high) >> 1;
		if (order(piece, middle, keys, at) < 0) {
			low = middle + 1;
		} else {
			high = middle;
		}
	}
	return low;
}

/** Negative if the entry is before the key. */
function order(piece: EntryPiece, place: number, keys: KeyList, at: number): number {
	return compareBytes(piece.bytes, piece.keyStart(place), piece.keyEnd(place), keys.bytes, keys.start(at), keys.ends[at]!);
}
