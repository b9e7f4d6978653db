/**
 * Merges a newer run into an older one: the older one's entries are replaced or removed where both have their keys.
 *
 * Returns the changed older run, which shares the memory of unchanged parts, and the newer run's remaining entries.
 *
 *     beneath   a=1 b=1 c=1 d=1          ──►   a=1 b=2 d=1
 *     upper         b=2 c   e=2  (c: taken away)     left: e=2
 *
 * Why: rows just written are still in the log when thousands of them are changed. Everything between two changed
 * entries is copied at once: 5,000 of 30,000 rows of 100 bytes in 2 ms, where an object for each change took 10.
 */
import { copyArea } from "../encoding/byte-area.ts";
import { EntryPiece, EntryRun, entryHeadBytes } from "../page/entry-run.ts";
import { PieceSearch } from "./run-lookup.ts";

interface Laid {
	/** Undefined: no entry of the older run remains. */
	readonly beneath: EntryRun | undefined;
	/** Undefined: the newer run was merged completely. */
	readonly left: EntryRun | undefined;
}

/** `dropsRemoved`: removed entries are dropped from the older run; otherwise they remain as removals. */
export function layOver(beneath: EntryRun, upper: EntryRun, dropsRemoved: boolean): Laid {
	const found = findPlaces(beneath, upper);
	if (found.count === 0) {
		return { beneath, left: upper };
	}
	const patched = new EntryRun(beneath.isNew);
	for (let number = 0; number < beneath.pieces.length; number++) {
		const piece = patchPiece(beneath.pieces[number]!, found.byPiece[number], upper, dropsRemoved);
		if (piece.count > 0) {
			patched.pieces.push(piece);
			patched.count += piece.count;
		}
	}
	return {
		beneath: patched.count === 0 ? undefined : patched,
		left: found.count === upper.count ? undefined : leftOf(upper, found.isFound),
	};
}

/**
 * Triples for the newer entries found in a piece: the index in that piece, the newer run's piece, the index in that.
 */
type Places = number[];

interface Found {
	readonly byPiece: readonly (Places | undefined)[];
	/** By entry of the newer run. */
	readonly isFound: Uint8Array;
	readonly count: number;
}

function findPlaces(beneath: EntryRun, upper: EntryRun): Found {
	const search = new PieceSearch(beneath.pieces);
	const byPiece: (Places | undefined)[] = [];
	const isFound = new Uint8Array(upper.count);
	let count = 0;
	let entry = 0;
	for (let number = 0; number < upper.pieces.length; number++) {
		const piece = upper.pieces[number]!;
		for (let at = 0; at < piece.count; at++, entry++) {
			if (search.find(piece.area, piece.keyStart(at), piece.keyEnd(at))) {
				(byPiece[search.piece] ??= []).push(search.place, number, at);
				isFound[entry] = 1;
				count++;
			}
		}
	}
	return { byPiece, isFound, count };
}

function leftOf(upper: EntryRun, isFound: Uint8Array): EntryRun {
	const left = new EntryRun(upper.isNew);
	let entry = 0;
	for (const piece of upper.pieces) {
		for (let at = 0; at < piece.count; at++) {
			if (isFound[entry++] === 0) {
				left.copy(piece, at, true);
			}
		}
	}
	return left;
}

function patchPiece(piece: EntryPiece, places: Places | undefined, upper: EntryRun, dropsRemoved: boolean): EntryPiece {
	if (places === undefined) {
		return piece;
	}
	return hasOnlyAlike(piece, places, upper)
		? overwritten(piece, places, upper)
		: spliced(piece, places, upper, dropsRemoved);
}

/** Whether each newer entry is as long as the older one. */
function hasOnlyAlike(piece: EntryPiece, places: Places, upper: EntryRun): boolean {
	for (let next = 0; next < places.length; next += 3) {
		const source = upper.pieces[places[next + 1]!]!;
		const at = places[next + 2]!;
		const place = places[next]!;
		if (
			source.valueEnd(at) - source.starts[at]! !== piece.valueEnd(place) - piece.starts[place]! ||
			source.isRemoved(at)
		) {
			return false;
		}
	}
	return true;
}

function overwritten(piece: EntryPiece, places: Places, upper: EntryRun): EntryPiece {
	const patched = piece.copy();
	for (let next = 0; next < places.length; next += 3) {
		const source = upper.pieces[places[next + 1]!]!;
		const at = places[next + 2]!;
		copyArea(source.area, source.starts[at]!, source.valueEnd(at), patched.area, patched.starts[places[next]!]!);
	}
	return patched;
}

function spliced(piece: EntryPiece, places: Places, upper: EntryRun, dropsRemoved: boolean): EntryPiece {
	const patched = new EntryPiece(sizeOf(piece, places, upper), piece.count);
	let from = 0;
	for (let next = 0; next < places.length; next += 3) {
		const place = places[next]!;
		const source = upper.pieces[places[next + 1]!]!;
		const at = places[next + 2]!;
		copyEntries(piece, from, place, patched);
		if (!dropsRemoved || !source.isRemoved(at)) {
			copyEntries(source, at, at + 1, patched);
		}
		from = place + 1;
	}
	copyEntries(piece, from, piece.count, patched);
	return patched;
}

/** Upper bound. */
function sizeOf(piece: EntryPiece, places: Places, upper: EntryRun): number {
	let size = piece.used;
	for (let next = 0; next < places.length; next += 3) {
		const source = upper.pieces[places[next + 1]!]!;
		size += source.valueEnd(places[next + 2]!) - source.keyStart(places[next + 2]!) + entryHeadBytes;
	}
	return size;
}

/** Copies entries with their heads at once. */
function copyEntries(piece: EntryPiece, from: number, to: number, target: EntryPiece): void {
	if (from === to) {
		return;
	}
	const start = piece.starts[from]!;
	const end = piece.valueEnd(to - 1);
	const shift = target.used - start;
	copyArea(piece.area, start, end, target.area, target.used);
	for (let at = from; at < to; at++) {
		target.starts[target.count++] = piece.starts[at]! + shift;
	}
	target.used = end + shift;
}
