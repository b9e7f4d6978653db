/**
 * The insert-check question, asked of values on their way into columns.
 *
 * In: a value already converted to its column's type. Out: the value, or a part of it with a warning, or the rule's
 * refusal as an error. Whether a column's values need be looked at is asked once a statement; text in ASCII is let
 * through unseen where the rule says so. It refuses to know which rule answers.
 */
import type { Column } from "../../catalog/table.ts";
import type { ColumnFacts } from "../../rules/facts.ts";
import type { CheckScope } from "../../rules/insert-check.ts";
import { InsertCheck } from "../../rules/insert-check.ts";
import type { Refusal } from "../../rules/refusal.ts";
import type { SqlType } from "../../types/type.ts";
import { printText } from "../../types/print.ts";
import { isAscii } from "../../types/text/utf8.ts";
import type { ByteString, Integer, Value } from "../../types/value.ts";
import { columnFacts } from "./charset-facts.ts";
import type { Execution } from "../execution.ts";

/** Lets a value that is not NULL into its column, whole or cut. */
export type RowCheck = (value: Value) => Value;

/** One value on its way into a column of characters: as `rowCheck` would have it, without a check that is kept. */
export function checkedValue(column: Column, value: Value, execution: Execution): Value {
	const question = execution.book.ask(InsertCheck);
	const facts = factsOf(column);
	const scope = question.scope(facts, execution.settings);
	if (scope === "none" || (scope === "beyond-ascii" && !isElementType(column.type) && isAscii(value as ByteString))) {
		return value;
	}
	return checkBy(question, facts, scope, column, execution)(value);
}

/** The check of a column of characters in this statement; undefined where none of its values need be looked at. */
export function rowCheck(column: Column, execution: Execution): RowCheck | undefined {
	const question = execution.book.ask(InsertCheck);
	const facts = factsOf(column);
	const scope = question.scope(facts, execution.settings);
	return scope === "none" ? undefined : checkBy(question, facts, scope, column, execution);
}

function checkBy(
	question: InsertCheck,
	facts: ColumnFacts,
	scope: CheckScope,
	column: Column,
	execution: Execution,
): RowCheck {
	const ask = (text: ByteString): Refusal | undefined => question.text(text, facts, execution.settings);
	return isElementType(column.type)
		? elementCheck(column.type, scope, ask, execution)
		: textCheck(scope, ask, execution);
}

const known = new WeakMap<Column, ColumnFacts>();

function factsOf(column: Column): ColumnFacts {
	let facts = known.get(column);
	if (facts === undefined) {
		facts = Object.freeze(columnFacts(column));
		known.set(column, facts);
	}
	return facts;
}

function textCheck(scope: CheckScope, ask: (text: ByteString) => Refusal | undefined, execution: Execution): RowCheck {
	return (value) => {
		const text = value as ByteString;
		if (scope === "beyond-ascii" && isAscii(text)) {
			return text;
		}
		const refusal = ask(text);
		return refusal === undefined ? text : cut(text, refusal, execution);
	};
}

/** ENUM and SET are judged by their elements' text, and what is left of it is looked up again. */
function elementCheck(
	type: SqlType,
	scope: CheckScope,
	ask: (text: ByteString) => Refusal | undefined,
	execution: Execution,
): RowCheck {
	if (scope === "beyond-ascii" && type.elements.every(isAscii)) {
		return (value) => value;
	}
	return (value) => {
		const text = printText(value, type) ?? "";
		const refusal = ask(text);
		return refusal === undefined ? value : elementsOf(cut(text, refusal, execution), type);
	};
}

/** Strict: the refusal is the statement's error. Otherwise the value ends before what was refused, with a warning. */
function cut(text: ByteString, refusal: Refusal, execution: Execution): ByteString {
	if (execution.strictWrite) {
		throw refusal.toError();
	}
	execution.record({ level: "Warning", code: refusal.code, message: refusal.message });
	return text.slice(0, refusal.cutAt);
}

function isElementType(type: SqlType): boolean {
	return type.name === "enum" || type.name === "set";
}

function elementsOf(text: ByteString, type: SqlType): Integer {
	if (type.name === "enum") {
		return type.elements.indexOf(text) + 1;
	}
	const chosen = text.split(",");
	let mask = 0n;
	type.elements.forEach((element, bit) => {
		if (chosen.includes(element)) {
			mask |= 1n << BigInt(bit);
		}
	});
	return mask <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(mask) : mask;
}
