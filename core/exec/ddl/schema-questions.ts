/**
 * Rule book adapter for loading a schema: the questions that `catalog/schema/load.ts` asks.
 */
import { loadTable, type SchemaQuestions } from "../../catalog/schema/loaded-table.ts";
import type { CharsetPair, TableRecord } from "../../catalog/record.ts";
import type { Table } from "../../catalog/table.ts";
import type { RuleBook } from "../../rules/book.ts";
import { filledPair } from "../../rules/clause.ts";
import { DefaultCharset } from "../../rules/default-charset.ts";
import { SchemaLoad } from "../../rules/schema-load.ts";
import type { Settings } from "../../rules/setting/switch.ts";
import { birthFacts, databaseFacts } from "../rows/charset-facts.ts";

/** The table that a record makes under the rules of a statement. */
export function tableOf(
	record: TableRecord,
	database: string,
	{ book, settings }: { readonly book: RuleBook; readonly settings: Settings },
): Table {
	return loadTable(record, database, schemaQuestions(book, settings));
}

export function schemaQuestions(book: RuleBook, settings: Settings): SchemaQuestions {
	const defaults = book.ask(DefaultCharset);
	const loading = book.ask(SchemaLoad);
	const filled = (stated: CharsetPair): CharsetPair =>
		filledPair(stated, stated.charset === "" ? defaults.server() : stated);
	return {
		database: (record) => defaults.database(databaseFacts(record)),
		table(record) {
			const stated = loading.table(birthFacts(record), settings);
			return { stated, inForce: filled(stated) };
		},
		column(column, table) {
			const stated = loading.column(birthFacts(column), birthFacts(table), settings);
			const inForce = filled(stated);
			return { inForce, text: loading.text(inForce) };
		},
	};
}
