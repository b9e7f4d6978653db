/**
 * From stored records to the schema that plans are made of.
 *
 * In: a reader of one state of the store, and the questions that rules answer. Out: a frozen `Schema`. Nothing is
 * written. It refuses to know who answers the questions.
 */
import type { Answer, Reader } from "../store/store.ts";
import type { CharsetPair, ColumnRecord, DatabaseRecord, TableRecord } from "./record.ts";
import type { Schema } from "./table.ts";

/** What rules decide of stored objects: the charsets that hold from now on. */
export interface SchemaQuestions {
	/** The pair for tables without a clause. */
	database(record: DatabaseRecord): CharsetPair;
	table(record: TableRecord): CharsetPair;
	/** Asked for columns of character types. */
	column(column: ColumnRecord, table: TableRecord): CharsetPair;
}

/** Reads schemas, using again what has not changed since the last one it read. */
export interface SchemaLoader {
	load(reader: Reader): Answer<Schema>;
}

export function schemaLoader(_questions: SchemaQuestions): SchemaLoader {
	throw new Error("not yet");
}

/** A schema read once. */
export function loadSchema(reader: Reader, questions: SchemaQuestions): Answer<Schema> {
	return schemaLoader(questions).load(reader);
}

/** Counts every change of the schema: what was loaded holds while it is the same. */
export function readSchemaVersion(_reader: Reader): Answer<number> {
	throw new Error("not yet");
}
