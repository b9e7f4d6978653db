/**
 * A piece of SQL that knows its parts: what a generator makes, a printer prints, and a shrinker takes apart.
 *
 * In: text and smaller pieces. Out: SQL. Pieces of one sort may stand for each other, so that a failing statement can be made
 * smaller without ceasing to be one. It refuses to know grammar beyond that.
 */

/** What may stand where the piece stands: a type of value, or `clause` for what may be left out altogether. */
export type Sort = "integer" | "decimal" | "double" | "text" | "date" | "datetime" | "time" | "boolean" | "json" | "query" | "clause" | "fixed";

export interface Piece {
	readonly sort: Sort;
	readonly parts: readonly (string | Piece)[];
	/** A clause that may be left out. */
	readonly optional: boolean;
}

/** `piece("integer")`a + ${b}`` */
export function piece(sort: Sort, optional = false): (texts: TemplateStringsArray, ...values: (Piece | string | number)[]) => Piece {
	return (texts, ...values) => ({ sort, optional, parts: texts.flatMap((text, at) => (at < values.length ? [text, partOf(values[at]!)] : [text])) });
}

export const nothing: Piece = { sort: "clause", parts: [], optional: false };

/** Pieces with a mark between them. */
export function joined(pieces: readonly Piece[], mark: string): Piece {
	return { sort: "fixed", optional: false, parts: pieces.flatMap((each, at) => (at === 0 ? [each] : [mark, each])) };
}

export function print({ parts }: Piece): string {
	return parts.map((part) => (typeof part === "string" ? part : print(part))).join("");
}

function partOf(value: Piece | string | number): Piece | string {
	return typeof value === "object" ? value : String(value);
}
