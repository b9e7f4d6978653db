/**
 * Parameterized statement of a new fingerprint: parsed once, with parameters in place of literals.
 *
 * A literal becomes a parameter only if the parser found one at the same position with the same value. Of the rows of
 * VALUES one row of each form is parsed: all its literals become parameters, or the statement is not parameterized.
 * undefined if no literal can be replaced and no comment left out.
 */
import type { ByteString } from "../../types/value/value.ts";
import type { Parser, ParserMode, ParsedStatement } from "../parser.ts";
import type { Literal } from "../tree/expression.ts";
import { textKind } from "./literal-kind.ts";
import { type FindLiteral, positionParameters } from "./parameter-position.ts";
import type { RowForm } from "./row-scan.ts";
import { FingerprintScanner } from "./fingerprint-scanner.ts";

export interface ParameterizedStatement {
	readonly parsed: ParsedStatement;
	/** Kind of each parameter; those of the row forms come first. */
	readonly kinds: readonly number[];
	/** Number of parameters in rows; the rest are literals of the text. */
	readonly rowParameters: number;
	/** The text's literal for each of the other parameters. */
	readonly lifted: readonly number[];
	/** Literals that stay in the statement. */
	readonly kept: readonly number[];
}

const sampleScan = new FingerprintScanner();

const queriesAndChanges: ReadonlySet<string> = new Set(["select", "union", "insert", "update", "delete"]);

/** The text to parse, with one row of each form. */
function sampleOf(text: ByteString, { rows, rowsFrom }: FingerprintScanner): ByteString {
	if (rows === undefined) {
		return text;
	}
	const forms = rows.forms.map(({ start, end }: RowForm) => text.slice(start, end));
	return `${text.slice(0, rowsFrom)} ${forms.join(",")}${text.slice(rows.end)}`;
}

/** `scan`: of the text. Throws the parser's errors. */
export function parameterizedStatement(
	text: ByteString,
	scan: FingerprintScanner,
	parser: Parser,
	mode: ParserMode,
): ParameterizedStatement | undefined {
	const sample = sampleOf(text, scan);
	const { first, rest, literals } = parser.parseFirst(sample, mode);
	if (
		first === undefined ||
		rest < sample.length ||
		literals === undefined ||
		!sampleScan.scan(sample, false, mode.ansiQuotes)
	) {
		return undefined;
	}
	const found = new Map<Literal, { readonly literal: number; readonly isWide: boolean; copies: number }>();
	for (let at = 0; at < sampleScan.count; at++) {
		const literal = literals.get(sampleScan.starts[at]!);
		const known = literal === undefined ? undefined : found.get(literal);
		if (known !== undefined) {
			known.copies++;
		} else if (literal !== undefined && isSame(literal, sampleScan, at)) {
			found.set(literal, { literal: at, isWide: sampleScan.kinds[at] === textKind, copies: 0 });
		}
	}
	const find: FindLiteral = (literal) => found.get(literal);
	const { statement, lifted } = positionParameters(first.statement, find, scan.rows !== undefined);
	const rowParameters = scan.rows?.forms.reduce((sum, { kinds }) => sum + kinds.length, 0) ?? 0;
	const hasRows =
		scan.rows === undefined ||
		(lifted.length >= rowParameters && lifted.slice(0, rowParameters).every((literal, at) => literal === at));
	// Definitions may keep their text, comments and all.
	const isShared = scan.leavesOut && queriesAndChanges.has(statement.kind);
	if ((lifted.length === 0 && scan.rows === undefined && !isShared) || !hasRows || !areEven(scan.rows?.forms)) {
		return undefined;
	}
	const others = lifted.slice(rowParameters).map((literal) => literal - rowParameters);
	const taken = new Set(others);
	return {
		parsed: { statement, parameterCount: lifted.length, text: first.text },
		kinds: [
			...(scan.rows?.forms.flatMap(({ kinds }) => kinds) ?? []),
			...others.map((literal) => scan.kinds[literal]!),
		],
		rowParameters,
		lifted: others,
		kept: numbersBut(taken, scan.count),
	};
}

/** Numbers below `end`, without those taken. */
function numbersBut(taken: ReadonlySet<number>, end: number): readonly number[] {
	const numbers: number[] = [];
	for (let at = 0; at < end; at++) {
		if (!taken.has(at)) {
			numbers.push(at);
		}
	}
	return numbers;
}

/** Rows of different lengths are an error that names a row, so they are not parameterized. */
function areEven(forms: readonly RowForm[] | undefined): boolean {
	return forms === undefined || forms.every(({ cells }) => cells.length === forms[0]!.cells.length);
}

function isSame(literal: Literal, scan: FingerprintScanner, at: number): boolean {
	switch (literal.type) {
		case "integer":
			return literal.text === scan.written(at);
		case "decimal":
		case "double":
			return literal.text === scan.written(at);
		case "string":
			return literal.charset === undefined && literal.national !== true && literal.bytes === scan.value(at);
		default:
			return false;
	}
}
