/**
 * CREATE TABLE: records clauses as written and as rules resolve them, and the release; 1050 or a note of it.
 *
 * LIKE and SELECT have their own files.
 */
import { checkTableName, fold } from "../../catalog/identifier.ts";
import type { CharsetPair, Clause, TableRecord } from "../../catalog/record.ts";
import type { Database } from "../../catalog/table.ts";
import { sqlError } from "../../errors/catalogue.ts";
import type { Planning } from "../../plan/tree/planning.ts";
import { inOwnTurns } from "../../plan/tree/planning-turns.ts";
import { Diagnostics } from "../../rules/diagnostics.ts";
import { DefaultCharset } from "../../rules/default-charset.ts";
import type { Surroundings } from "../../rules/facts.ts";
import { granted } from "../../rules/warned.ts";
import { parsePartitioning } from "../../sql/parse/index.ts";
import type { ColumnDefinition, CreateTable, IndexDefinition } from "../../sql/tree/table.ts";
import type { MaybePromise } from "../../async/maybe-promise.ts";
import { encodeText } from "../../types/value/value.ts";
import { after } from "../../async/maybe-promise.ts";
import { columnVersion, tableVersion } from "./object-version.ts";
import { databasePair } from "../rows/charset-facts.ts";
import { defineColumn, newColumnCharset } from "./column-definition.ts";
import type { ColumnDefining } from "./default-reading.ts";
import { createTableLike } from "./create-table-like.ts";
import { createTableSelect } from "./create-table-select.ts";
import { warnOfDuplicateIndexes } from "./duplicate-index.ts";
import type { Execution } from "../execution.ts";
import { hasTimestamp, withImpliedTimestamp } from "./implied-timestamp.ts";
import { databaseOf, existingName, qualifiedName } from "../named-object.ts";
import { checkedTable } from "./new-table.ts";
import { done, type StatementResult } from "../statement-result.ts";
import { assertPartitionEngines } from "./partition-engine.ts";
import { checkRowFormat } from "./row-format.ts";
import { TableDraft } from "./table-draft.ts";
import { defaultEngine, engineName, isEngine, withEngine, withOption } from "./table-option.ts";
import { newTableId, sharedSchema, storeTable } from "../temporary-table.ts";
import { optionClause, readClause, refuseConflicts } from "./charset-clause.ts";
import { keyShortening } from "./silent-change.ts";

export function createTable(
	statement: CreateTable,
	execution: Execution,
	planning: Planning,
): MaybePromise<StatementResult> {
	const { table: name } = statement;
	checkTableName(name.name);
	const database = databaseOf(name, planning);
	if (
		statement.like !== undefined &&
		fold(qualifiedName(statement.like, planning)) === fold(qualifiedName(name, planning))
	) {
		throw sqlError("notUniqueTable", encodeText(name.name));
	}
	const { query } = statement;
	// For a temporary table MySQL reports the query's errors before that the name is taken.
	const planned =
		statement.temporary && query !== undefined
			? inOwnTurns(planning, (within) => planning.planQuery(query, within))
			: undefined;
	return after(planned, () => createIn(database, statement, execution, planning));
}

function createIn(
	database: Database,
	statement: CreateTable,
	execution: Execution,
	planning: Planning,
): MaybePromise<StatementResult> {
	const { table: name } = statement;
	if (isTaken(fold(name.name), statement.temporary, database, planning)) {
		if (!statement.ifNotExists) {
			throw sqlError("tableExists", existingName(database.name, name.name, execution));
		}
		if (execution.book.ask(Diagnostics).notesExistingTable()) {
			execution.warn("Note", "tableExists", existingName(database.name, name.name, execution));
		}
		return done();
	}
	if (statement.like !== undefined) {
		return createTableLike(name.name, statement.like, statement.temporary || undefined, database, execution, planning);
	}
	return after(newTableId(statement.temporary, execution), (id) => {
		const draft = new TableDraft(emptyRecord(id, statement, database, execution));
		const around = surroundings(draft.record.resolved, database, execution);
		addColumns(draft, statement, around, { execution, planning, table: draft.record });
		if (statement.query !== undefined) {
			return createTableSelect(
				draft,
				() => addKeys(draft, statement, database, execution),
				statement,
				database,
				execution,
				planning,
			);
		}
		addKeys(draft, statement, database, execution);
		return after(checkedTable(draft.finish(), database.name, execution), ({ record }) => {
			warnOfDuplicateIndexes(record, draft.askedIndexes, { database: database.name, name: record.name }, execution);
			return after(storeTable(record, undefined, execution), () => done());
		});
	});
}

/** A temporary table hides all but another temporary one. */
function isTaken(name: string, temporary: boolean, database: Database, { schema }: Planning): boolean {
	if (temporary) {
		return database.tables.get(name)?.record.temporary === true;
	}
	const shared = sharedSchema(schema).databases.get(fold(database.name));
	return shared !== undefined && (shared.tables.has(name) || shared.views.has(name));
}

function emptyRecord(id: number, statement: CreateTable, database: Database, execution: Execution): TableRecord {
	const written: Clause = optionClause(statement.options);
	refuseConflicts(statement.options, execution);
	const resolved = granted(
		execution.book.ask(DefaultCharset).createTable(readClause(written, "table", execution), databasePair(database)),
		execution,
	);
	const record: TableRecord = {
		id,
		databaseId: database.id,
		name: statement.table.name,
		written,
		resolved,
		columns: [],
		indexes: [],
		foreignKeys: [],
		checks: [],
		maximumColumnId: 0,
		maximumIndexId: 0,
		engine: engineName,
		comment: "",
		autoIncrementStart: null,
		shardRowIdBits: 0,
		...(statement.partitionText === undefined ? {} : { partitionText: statement.partitionText }),
		createdMicroseconds: execution.nowMicroseconds,
		updatedMicroseconds: execution.nowMicroseconds,
		definitionVersion: 1,
		...(statement.temporary ? { temporary: true } : {}),
		...tableVersion(execution),
	};
	checkRowFormat(statement.options, execution, { name: statement.table.name, temporary: statement.temporary });
	assertWrittenEngines(statement, execution);
	return statement.options.reduce(
		(options, option) => withOption(options, option, execution),
		withEngine(record, defaultEngine(execution)),
	);
}

function assertWrittenEngines({ partitionText, options }: CreateTable, execution: Execution): void {
	const engine = options.findLast(({ option }) => option === "engine");
	const partitioning = partitionText === undefined ? undefined : parsePartitioning(encodeText(partitionText));
	if (partitioning !== undefined) {
		const named = engine?.option === "engine" && isEngine(engine.value) ? engine.value : undefined;
		assertPartitionEngines(partitioning.parts, named, execution);
	}
}

/** Charsets around a new column; words that were not recorded stay empty. */
function surroundings(resolved: CharsetPair, database: Database, execution: Execution): Surroundings {
	return { table: resolved, database: databasePair(database), server: execution.book.ask(DefaultCharset).server() };
}

/** More are refused before any is looked at, as in MySQL; the engine's own limit is lower. */
const mostColumns = 4096;

function addColumns(draft: TableDraft, statement: CreateTable, around: Surroundings, defining: ColumnDefining): void {
	const columns = statement.elements.filter((element) => element.kind === "column-definition");
	if (columns.length > mostColumns) {
		throw sqlError("tooManyColumns");
	}
	const taken = new Set(draft.columns.map(({ name }) => fold(name)));
	for (const element of columns) {
		if (taken.has(fold(element.name))) {
			throw sqlError("duplicateColumn", encodeText(element.name));
		}
		taken.add(fold(element.name));
		addColumn(draft, element, around, defining);
	}
}

/** Keys come last, since they may name columns of the query. */
function addKeys(draft: TableDraft, statement: CreateTable, database: Database, execution: Execution): void {
	for (const element of statement.elements) {
		switch (element.kind) {
			case "column-definition":
				addColumnKeys(draft, element);
				break;
			case "index-definition":
				draft.addIndex(element, keyShortening(execution));
				break;
			case "foreign-key-definition":
				draft.addForeignKey(element, database.name);
				break;
			case "check-definition":
				draft.addCheck(element);
		}
	}
}

function addColumn(draft: TableDraft, written: ColumnDefinition, around: Surroundings, defining: ColumnDefining): void {
	const { execution } = defining;
	const definition = withImpliedTimestamp(written, !hasTimestamp(draft.columns), execution);
	const charset = newColumnCharset(definition, around, execution);
	const column = defineColumn(definition, draft.takeColumnId(), charset, columnVersion(execution), execution, defining);
	if (definition.nullable === true) {
		draft.explicitlyNull.add(column.id);
	}
	draft.place(column, undefined);
}

/** Adds the keys of a column definition. REFERENCES in it is accepted without effect, as in MySQL. */
export function addColumnKeys(draft: TableDraft, definition: ColumnDefinition): void {
	const index = (type: "primary" | "unique"): IndexDefinition => ({
		kind: "index-definition",
		type,
		parts: [{ column: definition.name, descending: false }],
	});
	if (definition.key !== undefined) {
		draft.addIndex(index(definition.key));
	}
	if (definition.alsoUnique === true) {
		draft.addIndex(index("unique"));
	}
	for (const check of definition.checks ?? []) {
		draft.addCheck(check, definition.name);
	}
}
