/**
 * A piece of SQL that knows its parts: what a generator makes, a printer prints, and a shrinker takes apart.
 *
 * In: text and smaller pieces. Out: SQL. Pieces of one sort may stand for each other, so that a failing statement can
 * be made smaller without ceasing to be one.
 */

import type { Parameter } from "../measured/parameter.ts";

/** What may stand where the piece stands: a type of value, or `clause` for what may be left out altogether. */
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
	/** A clause that may be left out. */
	readonly optional: boolean;
	/** Items with a mark between them, of which one may do. */
	readonly isList?: boolean;
	/** Of a piece that is a `?`: what is sent for it. */
	readonly parameter?: Parameter;
}

/** `piece("integer")`a + ${b}`` */
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

/** Pieces with a mark between them. */
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

/** SQL that is not to be taken apart. */
export function fixed(sql: string): Piece {
	return { sort: "fixed", optional: false, parts: [sql] };
}

/** What is sent for the `?` of a piece, in their order. */
export function parametersOf({ parts, parameter }: Piece): readonly Parameter[] {
	return parameter !== undefined
		? [parameter]
		: parts.flatMap((part) => (typeof part === "string" ? [] : parametersOf(part)));
}

/** SQL with each parameter behind its `?`, for people. */
export function show({ parts, parameter }: Piece): string {
	return parameter !== undefined
		? `?/*${parameter.unsigned === true ? "unsigned " : ""}${parameter.type} ${parameter.value}*/`
		: parts.map((part) => (typeof part === "string" ? part : show(part))).join("");
}

function partOf(value: Piece | string | number): Piece | string {
	return typeof value === "object" ? value : String(value);
}
