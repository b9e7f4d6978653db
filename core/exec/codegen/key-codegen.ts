/**
 * Code generation for hash keys of GROUP BY and DISTINCT: maps a row's key to a number.
 *
 * Integers use an `IntegerTable`, texts in byte order a `ByteTable`, texts of other collations a `FoldedTable`;
 * composite keys are serialized first (`key-writer.ts`).
 */
import type { BoundExpression } from "../../plan/tree/bound-expression.ts";
import { groupKey } from "../../types/compare/comparison.ts";
import type { SqlType } from "../../types/value/type.ts";
import { familyOf } from "../../types/value/type.ts";
import { byteOrderOf, withoutSpaces } from "../rows/byte-order.ts";
import { ByteTable } from "../spill/byte-table.ts";
import { isWordTerm, type ExpressionCode } from "./expression-codegen.ts";
import { FoldedTable } from "./folded-table.ts";
import { groupText, IntegerTable, tableNames } from "./integer-table.ts";
import { KeyWriter } from "./key-writer.ts";
import type { BytesTerm, Term } from "./term.ts";

/** One component of a key: an expression converted to a type, or a number that the loop already has. */
export interface KeySource {
	readonly term: Term;
	readonly type: SqlType;
}

interface NumberText {
	/** Variable with the key's number; a new key has the previous count as its number. */
	readonly number: string;
	/** Index of the part that has the count. */
	readonly part: number;
	readonly name: string;
}

export function keySource(bound: BoundExpression, to: SqlType | undefined, expressions: ExpressionCode): KeySource {
	return { term: expressions.converted(bound, to), type: to ?? bound.type };
}

export function numberText(keys: readonly KeySource[], expressions: ExpressionCode): NumberText {
	const [only] = keys as [KeySource];
	if (keys.length > 1) {
		return writtenNumber(keys, expressions);
	}
	if (only.term.kind === "bytes") {
		return textNumber(only.term, only.type, expressions);
	}
	const isExact = only.term.form === "integer" || (only.term.form === "number" && familyOf(only.type) !== "float");
	return isExact ? integerNumber(only, expressions) : writtenNumber(keys, expressions);
}

function integerNumber({ term }: KeySource, { loop }: ExpressionCode): NumberText {
	const word = isWordTerm(term);
	const { name, at } = loop.part(() => new IntegerTable(word));
	const names = tableNames(loop, name);
	if (term.kind === "bytes") {
		return { number: "0", part: at, name };
	}
	return { number: groupText(loop, names, term, word), part: at, name };
}

/** NULL has a number of its own. */
function textNumber(term: BytesTerm, type: SqlType, expressions: ExpressionCode): NumberText {
	const { loop } = expressions;
	if (term.nullable) {
		return writtenNumber([{ term, type }], expressions);
	}
	const order = byteOrderOf(type);
	const keyOf = groupKey(type);
	const { name, at } = loop.part(() => (order === undefined ? new FoldedTable(keyOf) : new ByteTable()));
	return { number: loop.keep(`${name}.number(${placeText(term, order, expressions)})`), part: at, name };
}

/** Returns code for the bounds of a text, without trailing spaces that do not count. */
export function placeText(
	{ bytes, from, to }: BytesTerm,
	order: ReturnType<typeof byteOrderOf>,
	{ loop }: ExpressionCode,
): string {
	const end = order === "padded" ? `${loop.constant(withoutSpaces)}(${bytes}, ${from}, ${to})` : to;
	return `${bytes}, ${from}, ${end}`;
}

function writtenNumber(keys: readonly KeySource[], expressions: ExpressionCode): NumberText {
	const { loop } = expressions;
	const writer = loop.part(() => new KeyWriter()).name;
	const { name, at } = loop.part(() => new ByteTable());
	loop.line(`${writer}.begin();`);
	for (const key of keys) {
		loop.line(writeText(key, writer, expressions));
	}
	return { number: loop.keep(`${name}.number(${writer}.bytes, 0, ${writer}.end)`), part: at, name };
}

function writeText({ term, type }: KeySource, writer: string, expressions: ExpressionCode): string {
	const { loop } = expressions;
	if (term.kind === "value") {
		const isDirect = term.form !== "any";
		if (isDirect) {
			return term.nullable || term.form === "integer"
				? `${writer}.value(${term.code});`
				: `${writer}.number(${term.code});`;
		}
		const key = `${loop.constant(groupKey(type))}(${term.code})`;
		return `${writer}.value(${term.code} === null ? null : ${key});`;
	}
	const order = byteOrderOf(type);
	const written =
		order === undefined
			? `${writer}.number(${loop.part(() => new FoldedTable(groupKey(type))).name}` +
				`.number(${placeText(term, order, expressions)}))`
			: `${writer}.text(${placeText(term, order, expressions)})`;
	return term.nullable ? `if (${term.from} < 0) ${writer}.value(null); else ${written};` : `${written};`;
}

/** Uses a number of the loop as a component of a key. */
export function numberSource(code: string, type: SqlType): KeySource {
	return {
		term: {
			kind: "value",
			code,
			nullable: false,
			form: "number",
			bounds: { least: 0, greatest: Number.MAX_SAFE_INTEGER },
		},
		type,
	};
}
