/**
 * SQL text as a tree of pieces, which is printed, and reduced by the shrinker.
 *
 * Pieces of one type may replace each other, so that a failing statement can be reduced and stays valid.
 */

import type { Parameter } from "../measured/parameter.ts";

/** The pieces that may replace this one: a type of value, or `clause` for pieces that may be omitted. */
export type Sort =
	| "integer"
	| "decimal"
	| "double"
	| "text"
	| "date"
	| "datetime"
	| "time"
	| "boolean"
	| "json"
	| "query"
	| "clause"
	| "fixed";

export interface Piece {
	readonly sort: Sort;
	readonly parts: readonly (string | Piece)[];
	/** May be omitted. */
	readonly optional: boolean;
	/** A list with separators, of which one item is enough. */
	readonly isList?: boolean;
	/** The value sent for a piece that is a `?`. */
	readonly parameter?: Parameter;
}

/** Template tag: `piece("integer")`a + ${b}``. */
export function piece(
	sort: Sort,
	optional = false,
): (texts: TemplateStringsArray, ...values: (Piece | string | number)[]) => Piece {
	return (texts, ...values) => ({
		sort,
		optional,
		parts: texts.flatMap((text, at) => (at < values.length ? [text, partOf(values[at]!)] : [text])),
	});
}

export const nothing: Piece = { sort: "clause", parts: [], optional: false };

/** Returns a list of pieces with separators. */
export function joined(pieces: readonly Piece[], mark: string): Piece {
	return {
		sort: "fixed",
		optional: false,
		isList: true,
		parts: pieces.flatMap((each, at) => (at === 0 ? [each] : [mark, each])),
	};
}

export function print({ parts }: Piece): string {
	return parts.map((part) => (typeof part === "string" ? part : print(part))).join("");
}

/** Returns SQL that is not reduced. */
export function fixed(sql: string): Piece {
	return { sort: "fixed", optional: false, parts: [sql] };
}

/** Returns the values of all `?` of a piece, in order. */
export function parametersOf({ parts, parameter }: Piece): readonly Parameter[] {
	return parameter !== undefined
		? [parameter]
		: parts.flatMap((part) => (typeof part === "string" ? [] : parametersOf(part)));
}

/** Prints SQL with each parameter's value as a comment after its `?`. */
export function show({ parts, parameter }: Piece): string {
	return parameter !== undefined
		? `?/*${parameter.unsigned === true ? "unsigned " : ""}${parameter.type} ${parameter.value}*/`
		: parts.map((part) => (typeof part === "string" ? part : show(part))).join("");
}

function partOf(value: Piece | string | number): Piece | string {
	return typeof value === "object" ? value : String(value);
}
