/**
 * Parses column definitions of CREATE TABLE and ALTER TABLE.
 *
 *     name   varchar(10) charset latin1   not null default 'x' comment 'y' ...
 *     name   int generated always as (a + b) stored   unique ...
 */
import type { DataType } from "../../tree/data-type.ts";
import type { Expression } from "../../tree/expression.ts";
import type { ColumnDefinition } from "../../tree/table.ts";
import type { Cursor } from "../cursor/cursor.ts";
import { dataType } from "../expression/data-type.ts";
import { isSignedNumber, literal } from "../expression/literal.ts";
import { collationName, ownColumnName } from "../cursor/name.ts";
import { checkClause, references } from "./reference.ts";
import { specialCalls } from "../expression/special-call.ts";

type Draft = { -readonly [Part in keyof Omit<ColumnDefinition, "type">]: ColumnDefinition[Part] } & {
	type: { -readonly [Part in keyof DataType]: DataType[Part] };
};

export function columnDefinition(cursor: Cursor): ColumnDefinition {
	return columnOf(cursor, ownColumnName(cursor));
}

/** The definition after the column's name. */
export function columnOf(cursor: Cursor, name: string): ColumnDefinition {
	const isSerial = cursor.accept("serial");
	const type = isSerial ? { name: "bigint" as const, unsigned: true, zerofill: false } : dataType(cursor);
	const draft: Draft = { kind: "column-definition", name, type, autoIncrement: isSerial };
	if (isSerial) {
		makeSerial(draft);
	}
	collation(cursor, draft);
	if (cursor.is("as") || cursor.isPhrase("generated", "always")) {
		draft.generated = generated(cursor);
	}
	while (attribute(cursor, draft)) {
		// Reads one attribute after the other.
	}
	return draft;
}

function makeSerial(draft: Draft): void {
	draft.nullable = false;
	draft.autoIncrement = true;
	addKey(draft, "unique");
}

function collation(cursor: Cursor, draft: Draft): void {
	if (cursor.accept("collate")) {
		draft.type.collation = collationName(cursor);
	}
}

function generated(cursor: Cursor): ColumnDefinition["generated"] {
	cursor.acceptPhrase("generated", "always");
	cursor.expectPhrase("as", "(");
	const first = cursor.at;
	const expression = cursor.expression();
	const text = cursor.textSince(first);
	cursor.expect(")");
	return { expression, text, stored: cursor.acceptOneOf("virtual", "stored") === "stored" };
}

const commonAttributes = ["null", "not", "primary", "unique", "key", "comment"] as const;
const attributes = [
	...commonAttributes,
	"default",
	"on",
	"auto_increment",
	"serial",
	"collate",
	"column_format",
	"storage",
] as const;

/** Reads one attribute; generated columns allow fewer. Returns false if none follows. */
function attribute(cursor: Cursor, draft: Draft): boolean {
	const word = cursor.acceptOneOf(...(draft.generated === undefined ? attributes : commonAttributes));
	if (word === undefined) {
		return constraint(cursor, draft);
	}
	switch (word) {
		case "null":
			draft.nullable = true;
			break;
		case "not":
			cursor.expect("null");
			draft.nullable = false;
			break;
		case "default":
			draft.default = defaultValue(cursor);
			break;
		case "on":
			cursor.expect("update");
			draft.onUpdate = currentTimestamp(cursor) ?? cursor.fail();
			break;
		case "auto_increment":
			draft.autoIncrement = true;
			break;
		case "serial":
			cursor.expectPhrase("default", "value");
			makeSerial(draft);
			break;
		case "comment":
			draft.comment = cursor.string();
			break;
		case "collate":
			draft.type.collation = collationName(cursor);
			break;
		case "column_format":
			cursor.expectOneOf("default", "fixed", "dynamic");
			break;
		case "storage":
			cursor.expectOneOf("default", "disk", "memory");
			break;
		default:
			key(cursor, draft, word);
	}
	return true;
}

/** PRIMARY KEY, UNIQUE [KEY], and KEY alone, which is PRIMARY KEY. */
function key(cursor: Cursor, draft: Draft, word: "primary" | "unique" | "key"): void {
	if (word === "primary") {
		cursor.expect("key");
	} else if (word === "unique") {
		cursor.accept("key");
	}
	addKey(draft, word === "unique" ? "unique" : "primary");
}

function addKey(draft: Draft, added: "primary" | "unique"): void {
	if (draft.key !== undefined && draft.key !== added) {
		draft.key = "primary";
		draft.alsoUnique = true;
	} else {
		draft.key = added;
	}
}

function constraint(cursor: Cursor, draft: Draft): boolean {
	if (cursor.is("references")) {
		draft.references = references(cursor);
		return true;
	}
	let symbol: string | undefined;
	if (cursor.accept("constraint")) {
		symbol = cursor.isName ? cursor.name() : undefined;
	} else if (!cursor.is("check")) {
		return false;
	}
	draft.checks = [...(draft.checks ?? []), checkClause(cursor, symbol)];
	return true;
}

/** Values allowed after DEFAULT in 5.7: a literal, a signed number, the current time. */
export function defaultValue(cursor: Cursor): Expression {
	if (isSignedNumber(cursor)) {
		const operator = cursor.expectOneOf("-", "+");
		const number = literal(cursor) ?? cursor.fail();
		return { kind: "unary", operator, operand: number };
	}
	return literal(cursor) ?? currentTimestamp(cursor) ?? cursor.fail();
}

function currentTimestamp(cursor: Cursor): Expression | undefined {
	const word = cursor.acceptOneOf("current_timestamp", "now", "localtime", "localtimestamp");
	return word === undefined ? undefined : specialCalls.get(word)!(cursor, word);
}
