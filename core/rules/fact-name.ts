/**
 * Names of the facts that each question receives, as EXPLAIN RULES and traces print them.
 *
 * They are the parameters of the hooks' methods; a minified program has lost those.
 */

const names: Readonly<Record<string, Readonly<Record<string, string>>>> = {
	identity: { version: "release" },
	grammar: { columnType: "words", binaryAttribute: "words", textFunction: "name charset" },
	"charset-clause": {
		spell: "word place",
		knows: "word place",
		refuseCharset: "written place type",
		conflict: "former charset",
		columnClause: "written",
		knowsCollation: "word place",
		refuseCollation: "written place",
	},
	"default-charset": {
		database: "database",
		createDatabase: "written",
		createTable: "written database",
		createColumn: "written around",
		copyPair: "resolved stated",
	},
	"alter-validation": {
		changeCount: "count",
		impliedCharset: "column around table",
		charsetOfOtherType: "column type table",
		modifyColumn: "change",
		changeColumn: "column from to",
		changeCollation: "from to",
		changeElements: "from to",
		checkPair: "pair",
		recordedCharset: "column to written",
		heedsTable: "kind",
		changeTable: "change",
		isUnchanged: "table from to",
		convertTable: "table from to",
		convertColumn: "column from to",
		changeTableDefault: "table from to",
	},
	"table-definition": { create: "table", change: "from to" },
	"insert-check": {
		scope: "column settings",
		text: "value column settings",
		value: "value column settings",
		rowScope: "table settings",
		row: "row table settings",
	},
	statement: { run: "statement settings" },
	"show-create": { columnCharset: "column table", tableText: "text table", viewText: "text name database" },
	listing: {
		createDatabase: "pair",
		databasePair: "stated server",
		tableCollation: "stated inForce server",
		columnCharset: "column",
		columnLengths: "column lengths",
		columnType: "column text",
		fullColumnCollation: "column",
		charsets: "known where",
		collations: "known",
		appliesTo: "collation",
		shownType: "column text",
	},
	"schema-load": { table: "table settings", column: "column table settings", spell: "word", text: "pair" },
	"metadata-record": {
		noIndexes: "copied",
		tableValue: "member value table",
		columnValue: "member value column",
	},
	variables: {
		initial: "name value",
		connectionCharset: "charset",
		refuseCollationId: "id",
		settleSwitch: "declared given",
		refuseUnknown: "name",
	},
	configuration: { unknownKey: "key", unknownField: "field" },
	diagnostics: { existingTable: "database table", wrongElement: "type value column row isStrict" },
};

/** @returns the names of a question's facts, in their order */
export function factNames(hook: string, question: string): readonly string[] {
	return names[hook]?.[question]?.split(" ") ?? [];
}
