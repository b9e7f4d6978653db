/**
 * Which number a row's keys have, as text: for groups, and for what is DISTINCT.
 *
 * In: expressions whose values make the key. Out: the name of the number and of the part that counts them. Whole
 * numbers are looked up in an `IntegerTable`, texts whose bytes decide in a `ByteTable`, texts of other collations in
 * a `FoldedTable`; several values are written one behind the other first.
 */
import type { BoundExpression } from "../../plan/tree/bound-expression.ts";
import { groupKey } from "../../types/compare/comparison.ts";
import type { SqlType } from "../../types/type.ts";
import { familyOf } from "../../types/type.ts";
import { byteOrderOf, withoutSpaces } from "./byte-codegen.ts";
import { ByteTable } from "../spill/byte-table.ts";
import { isWordTerm, type ExpressionCode } from "./expression-codegen.ts";
import { FoldedTable } from "./folded-table.ts";
import { groupText, IntegerTable, tableNames } from "./integer-table.ts";
import { KeyWriter } from "./key-writer.ts";
import type { BytesTerm, Term } from "./term.ts";

/** What one key is made of: an expression's value in a type, or a number that the loop knows already. */
export interface KeySource {
	readonly term: Term;
	readonly type: SqlType;
}

interface NumberText {
	/** The key's number: that of the count so far if it is new. */
	readonly number: string;
	/** The place of the part that has the count. */
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

/** Where a text lies, without the spaces that do not count. */
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
			? `${writer}.number(${loop.part(() => new FoldedTable(groupKey(type))).name}.number(${placeText(term, order, expressions)}))`
			: `${writer}.text(${placeText(term, order, expressions)})`;
	return term.nullable ? `if (${term.from} < 0) ${writer}.value(null); else ${written};` : `${written};`;
}

/** A number of the loop's own as a part of a key. */
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
