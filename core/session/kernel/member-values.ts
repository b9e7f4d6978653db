/**
 * Values of the members of a table's metadata record, where a rule answers them.
 */
import type { Column, Table } from "../../catalog/table.ts";
import { tableShape } from "../../exec/ddl/table-shape.ts";
import { columnFacts } from "../../exec/rows/charset-facts.ts";
import type { JsonValue } from "../../rules/answer.ts";
import type { RuleBook } from "../../rules/book.ts";
import { MetadataRecord } from "../../rules/metadata-record.ts";

interface MemberValues {
	tableValue?(name: string, value: unknown): unknown;
	columnValue?(name: string, value: unknown, column: Column): unknown;
}

/** Values are handed to rules as JSON prints them; absent members: no rule answers. */
export function memberValues(table: Table, book: RuleBook): MemberValues {
	const rules = book.ask(MetadataRecord);
	const found: MemberValues = {};
	if (book.isAnswered(MetadataRecord, "tableValue")) {
		const shape = tableShape(table.record, table.database, book);
		found.tableValue = (name, value) => rules.tableValue(name, plain(value), shape);
	}
	if (book.isAnswered(MetadataRecord, "columnValue")) {
		found.columnValue = (name, value, column) => rules.columnValue(name, plain(value), columnFacts(column));
	}
	return found;
}

function plain(value: unknown): JsonValue {
	return JSON.parse(JSON.stringify(value, (_name, each: unknown) => (typeof each === "bigint" ? Number(each) : each)));
}
