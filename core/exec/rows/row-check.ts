/**
 * Applies the rules' insert check to values: accepts, truncates with a warning, or throws the rule's error.
 *
 * Whether a column needs a check is decided once a statement; ASCII text is skipped where the rule allows it.
 */
import type { Column } from "../../catalog/table.ts";
import type { ColumnFacts } from "../../rules/facts.ts";
import type { CheckScope } from "../../rules/insert-check.ts";
import { InsertCheck } from "../../rules/insert-check.ts";
import type { Refusal } from "../../rules/refusal.ts";
import { recordWarning, Warned } from "../../rules/warned.ts";
import type { SqlType } from "../../types/value/type.ts";
import { printText } from "../../types/print/print.ts";
import { isAscii } from "../../types/text/utf8.ts";
import type { ByteString, Integer, Value } from "../../types/value/value.ts";
import { columnFacts } from "./charset-facts.ts";
import { zeroOf } from "./column-default.ts";
import { ruleValue } from "./rule-value.ts";
import type { Execution } from "../execution.ts";
import { noteUnchecked } from "./text-guard.ts";
import { ownPart } from "../../types/text/own-part.ts";

/** Returns the non-NULL value to store, whole or truncated. */
export type RowCheck = (value: Value) => Value;

/** The parts of an execution that a check needs. */
type Checking = Pick<Execution, "book" | "settings" | "strictWrite" | "record">;

/** Checks one value of a character column, without caching the check. */
export function checkedValue(column: Column, value: Value, execution: Checking): Value {
	const question = execution.book.ask(InsertCheck);
	const facts = factsOf(column);
	const scope = question.scope(facts, execution.settings);
	if (scope === "none") {
		noteUnchecked(column);
		return value;
	}
	if (scope === "beyond-ascii" && !isElementType(column.type) && isAscii(value as ByteString)) {
		return value;
	}
	return checkBy(question, facts, scope, column, execution)(value);
}

/** Returns the check of a character column in this statement; undefined if none is needed. */
export function rowCheck(column: Column, execution: Checking): RowCheck | undefined {
	const question = execution.book.ask(InsertCheck);
	const facts = factsOf(column);
	const scope = question.scope(facts, execution.settings);
	if (scope === "none") {
		noteUnchecked(column);
		return undefined;
	}
	return checkBy(question, facts, scope, column, execution);
}

function checkBy(
	question: InsertCheck,
	facts: ColumnFacts,
	scope: CheckScope,
	column: Column,
	execution: Checking,
): RowCheck {
	const ask = (text: ByteString): Refusal | undefined => {
		const verdict = question.text(text, facts, execution.settings);
		if (verdict instanceof Warned) {
			// The rule lets in what another refuses.
			noteUnchecked(column);
		}
		return verdict;
	};
	return isElementType(column.type)
		? elementCheck(column.type, scope, ask, execution)
		: textCheck(scope, ask, execution);
}

/** Returns the check of a column's values that are not text, of NULL in any column; undefined if none is needed. */
export function valueCheck(column: Column, execution: Execution): ((value: Value) => Value) | undefined {
	const { book, settings } = execution;
	const question = book.ask(InsertCheck);
	const facts = factsOf(column);
	if (question.scope(facts, settings) !== "all") {
		return undefined;
	}
	const refusalOf = (value: Value): Refusal | undefined =>
		question.value(ruleValue(value, column.type), facts, settings);
	return (value) => {
		const refusal = refusalOf(value);
		if (refusal === undefined) {
			return value;
		}
		if (execution.strictWrite && !(refusal instanceof Warned)) {
			throw refusal.toError();
		}
		recordWarning(refusal, execution);
		return refusal instanceof Warned ? value : value === null || !column.nullable ? zeroOf(column.type) : null;
	};
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

function textCheck(scope: CheckScope, ask: (text: ByteString) => Refusal | undefined, execution: Checking): RowCheck {
	return (value) => {
		const text = value as ByteString;
		if (scope === "beyond-ascii" && isAscii(text)) {
			return text;
		}
		const refusal = ask(text);
		return refusal === undefined ? text : accepted(text, refusal, execution);
	};
}

/** ENUM and SET are checked by their elements' text, and the truncated text is looked up again. */
function elementCheck(
	type: SqlType,
	scope: CheckScope,
	ask: (text: ByteString) => Refusal | undefined,
	execution: Checking,
): RowCheck {
	if (scope === "beyond-ascii" && type.elements.every(isAscii)) {
		return (value) => value;
	}
	return (value) => {
		const text = printText(value, type) ?? "";
		const refusal = ask(text);
		if (refusal === undefined) {
			return value;
		}
		const stored = accepted(text, refusal, execution);
		return stored === text ? value : elementsOf(stored, type);
	};
}

/**
 * A warned text is stored whole. A refused one: throws the refusal in strict mode, otherwise truncates before the
 * refused text, with a warning.
 */
function accepted(text: ByteString, refusal: Refusal, execution: Checking): ByteString {
	if (execution.strictWrite && !(refusal instanceof Warned)) {
		throw refusal.toError();
	}
	recordWarning(refusal, execution);
	return ownPart(text, 0, refusal.cutAt);
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
