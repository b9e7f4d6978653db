/**
 * Sorts entry runs by key.
 *
 * Entries with equal keys keep their order, and the result is then not marked as ascending.
 *
 * A 64-bit number of each entry is sorted (`sort-uint64.ts`): the five bytes after the common key prefix, and the
 * entry's position. Only keys equal in these bytes are compared. 0.25 us an entry of a million in random order.
 *
 *     | byte 1 | byte 2 | byte 3 | byte 4 | byte 5 | place, 3 bytes |
 */
import { compareEntries, type EntryPiece, EntryRun, maximumInPiece } from "../page/entry-run.ts";
import { runToEnd, type CooperativeTask } from "../../async/cooperative-task.ts";
import { sortUint64 } from "../encoding/sort-uint64.ts";

/** A position combines the piece's number and the index in the piece. */
const pieceBits = Math.log2(maximumInPiece);
const maximumPieces = 1 << (24 - pieceBits);
/** Entries copied in one step. */
const copiedInStep = 256;

/** Returns the run itself if it is sorted. */
export function orderedRun(run: EntryRun): EntryRun {
	return runToEnd(orderingRun(run));
}

export function* orderingRun(run: EntryRun): CooperativeTask<EntryRun> {
	return run.isAscending ? run : yield* orderedPieces(run.pieces, run.isNew);
}

/** Merges sorted runs into one. */
export function joinedRuns(runs: readonly EntryRun[], isNew: boolean): EntryRun {
	const inTurn = [...runs].sort((one, other) => compareEntries(one.pieces[0]!, 0, other.pieces[0]!, 0));
	const followEachOther = inTurn.every((run, at) => run.isAscending && (at === 0 || followsRun(inTurn[at - 1]!, run)));
	return followEachOther
		? chainedRuns(inTurn, isNew)
		: runToEnd(
				orderedPieces(
					runs.flatMap(({ pieces }) => pieces),
					isNew,
				),
			);
}

/** Whether all keys of the second sorted run are after those of the first. */
export function followsRun(one: EntryRun, other: EntryRun): boolean {
	const last = one.pieces[one.pieces.length - 1]!;
	return compareEntries(last, last.count - 1, other.pieces[0]!, 0) < 0;
}

/** Concatenates runs that follow each other, sharing their memory. Nothing may be appended to the result. */
export function chainedRuns(runs: readonly EntryRun[], isNew: boolean): EntryRun {
	const whole = new EntryRun(isNew);
	for (const { pieces, count } of runs) {
		for (const piece of pieces) {
			whole.pieces.push(piece);
		}
		whole.count += count;
	}
	return whole;
}

function* orderedPieces(pieces: readonly EntryPiece[], isNew: boolean): CooperativeTask<EntryRun> {
	const parts: EntryRun[] = [];
	for (let from = 0; from < pieces.length; from += maximumPieces) {
		parts.push(yield* sortedPart(pieces.slice(from, from + maximumPieces), isNew));
	}
	return parts.length === 1 ? parts[0]! : yield* merged(parts, isNew);
}

function* sortedPart(pieces: readonly EntryPiece[], isNew: boolean): CooperativeTask<EntryRun> {
	const words = yield* sortUint64(yield* numbersOf(pieces, yield* sharedLength(pieces)));
	const count = words.length >> 1;
	const sorted = new EntryRun(
		isNew,
		pieces.reduce((sum, { used }) => sum + used, 0),
	);
	let areDifferent = true;
	for (let from = 0; from < count; ) {
		let end = from + 1;
		while (end < count && isAlike(words, from, end)) {
			end++;
		}
		if (end > from + 1) {
			areDifferent = orderAlike(words, from, end, pieces) && areDifferent;
		}
		for (; from < end; from++) {
			const place = words[from * 2]! & 0xffffff;
			sorted.copy(pieces[place >>> pieceBits]!, place & (maximumInPiece - 1), true);
			if (from % copiedInStep === 0) {
				yield;
			}
		}
	}
	sorted.isAscending = areDifferent;
	return sorted;
}

/** A 64-bit number for each entry, its low half first. */
function* numbersOf(pieces: readonly EntryPiece[], shared: number): CooperativeTask<Uint32Array> {
	const words = new Uint32Array(2 * pieces.reduce((sum, { count }) => sum + count, 0));
	let word = 0;
	for (let number = 0; number < pieces.length; number++) {
		const piece = pieces[number]!;
		const { bytes, count } = piece;
		for (let at = 0; at < count; at++) {
			const start = piece.keyStart(at) + shared;
			const left = piece.keyEnd(at) - start;
			words[word] = ((left > 4 ? bytes[start + 4]! : 0) << 24) | (number << pieceBits) | at;
			words[word + 1] =
				((left > 0 ? bytes[start]! : 0) << 24) |
				((left > 1 ? bytes[start + 1]! : 0) << 16) |
				((left > 2 ? bytes[start + 2]! : 0) << 8) |
				(left > 3 ? bytes[start + 3]! : 0);
			word += 2;
		}
		yield;
	}
	return words;
}

function isAlike(words: Uint32Array, one: number, other: number): boolean {
	return words[one * 2 + 1] === words[other * 2 + 1] && (words[one * 2]! ^ words[other * 2]!) >>> 24 === 0;
}

/** Sorts entries with equal numbers by key; usually they are in order already. Returns whether all keys differ. */
function orderAlike(words: Uint32Array, from: number, end: number, pieces: readonly EntryPiece[]): boolean {
	const compare = (one: number, other: number): number =>
		compareEntries(
			pieces[(one & 0xffffff) >>> pieceBits]!,
			one & (maximumInPiece - 1),
			pieces[(other & 0xffffff) >>> pieceBits]!,
			other & (maximumInPiece - 1),
		);
	let areDifferent = true;
	for (let at = from + 1; at < end; at++) {
		const order = compare(words[2 * at - 2]!, words[2 * at]!);
		if (order > 0) {
			const alike = Uint32Array.from({ length: end - from }, (_, place) => words[2 * (from + place)]!).sort(compare);
			alike.forEach((word, place) => {
				words[2 * (from + place)] = word;
			});
			return alike.every((word, next) => next === 0 || compare(alike[next - 1]!, word) < 0);
		}
		areDifferent &&= order < 0;
	}
	return areDifferent;
}

/** Length of the common key prefix. */
function* sharedLength(pieces: readonly EntryPiece[]): CooperativeTask<number> {
	const [first] = pieces;
	const start = first!.keyStart(0);
	let shared = first!.keyEnd(0) - start;
	for (const piece of pieces) {
		for (let at = 0; at < piece.count; at++) {
			const other = piece.keyStart(at);
			const end = Math.min(shared, piece.keyEnd(at) - other);
			let same = 0;
			while (same < end && piece.bytes[other + same] === first!.bytes[start + same]) {
				same++;
			}
			shared = same;
		}
		yield;
	}
	return shared;
}

/** Merges a few sorted runs. */
function* merged(runs: readonly EntryRun[], isNew: boolean): CooperativeTask<EntryRun> {
	const whole = new EntryRun(isNew);
	const heads = runs.map((run) => new RunHead(run));
	for (;;) {
		let least: RunHead | undefined;
		for (const head of heads) {
			if (!head.isEnded && (least === undefined || compareEntries(head.piece, head.at, least.piece, least.at) < 0)) {
				least = head;
			}
		}
		if (least === undefined) {
			return whole;
		}
		whole.copy(least.piece, least.at, false);
		least.step();
		if (whole.count % copiedInStep === 0) {
			yield;
		}
	}
}

/** The remainder of a run. */
class RunHead {
	piece: EntryPiece;
	at = 0;
	isEnded = false;
	readonly #run: EntryRun;
	#number = 0;

	constructor(run: EntryRun) {
		this.#run = run;
		this.piece = run.pieces[0]!;
	}

	step(): void {
		this.at++;
		if (this.at === this.piece.count) {
			this.#number++;
			this.at = 0;
			this.isEnded = this.#number === this.#run.pieces.length;
			this.piece = this.#run.pieces[this.#number] ?? this.piece;
		}
	}
}

/** Splits a run into parts of about `entries` entries, sharing its memory. */
export function runParts({ pieces, isNew }: EntryRun, entries: number): EntryRun[] {
	const parts: EntryRun[] = [];
	for (const piece of pieces) {
		let part = parts[parts.length - 1];
		if (part === undefined || part.count >= entries) {
			part = new EntryRun(isNew);
			parts.push(part);
		}
		part.pieces.push(piece);
		part.count += piece.count;
	}
	return parts;
}
