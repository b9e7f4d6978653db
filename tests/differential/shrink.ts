/**
 * Shrinker: reduces a failing statement while it still fails.
 *
 * In the result no piece can be replaced by one of its own parts, by a plain literal, or omitted.
 */
import { nothing, type Piece, type Sort } from "./piece.ts";

const plainest: Partial<Record<Sort, readonly string[]>> = {
	integer: ["1", "0", "null"],
	decimal: ["1.5", "null"],
	double: ["1e0", "null"],
	text: ["'a'", "''", "null"],
	date: ["date'2020-01-02'", "null"],
	datetime: ["timestamp'2020-01-02 03:04:05'", "null"],
	time: ["time'01:02:03'", "null"],
	boolean: ["true", "null"],
};

const attempts = 400;

export async function shrink(failing: Piece, stillFails: (smaller: Piece) => Promise<boolean>): Promise<Piece> {
	let current = failing;
	let left = attempts;
	for (let improved = true; improved && left > 0; ) {
		improved = false;
		for (const smaller of smallerThan(current)) {
			if (left-- === 0) {
				break;
			}
			if (await stillFails(smaller)) {
				current = smaller;
				improved = true;
				break;
			}
		}
	}
	return current;
}

/** Returns every piece that results from one replacement, the largest reduction first. */
function* smallerThan(whole: Piece): Iterable<Piece> {
	for (const candidate of replacements(whole)) {
		yield candidate;
	}
	for (let at = 0; at < whole.parts.length; at++) {
		const part = whole.parts[at]!;
		if (typeof part !== "string") {
			for (const smaller of smallerThan(part)) {
				yield { ...whole, parts: whole.parts.with(at, smaller) };
			}
		}
	}
}

function* replacements(whole: Piece): Iterable<Piece> {
	if (whole.optional && whole.parts.length > 0) {
		yield nothing;
	}
	if (whole.isList === true && whole.parts.length > 1) {
		for (let at = 0; at < whole.parts.length; at += 2) {
			yield { ...whole, parts: whole.parts.toSpliced(at === 0 ? 0 : at - 1, 2) };
		}
	}
	if (whole.sort === "fixed" || whole.sort === "clause") {
		return;
	}
	for (const inner of innerPieces(whole)) {
		if (inner.sort === whole.sort) {
			yield inner;
		}
	}
	if (whole.parts.length > 1 || typeof whole.parts[0] === "object") {
		for (const text of plainest[whole.sort] ?? []) {
			yield { sort: whole.sort, optional: whole.optional, parts: [text] };
		}
	}
}

function* innerPieces(whole: Piece): Iterable<Piece> {
	for (const part of whole.parts) {
		if (typeof part !== "string") {
			yield part;
			yield* innerPieces(part);
		}
	}
}
