/**
 * CREATE TABLE ... SELECT: adds the query's columns to the defined ones, and stores the query's rows.
 *
 * A query's column takes type, charset and nullability from the query; a defined column of the same name takes its
 * values. IGNORE skips duplicates, REPLACE removes the rows in the way.
 */
import type { RowSource } from "../row-source.ts";
import { derivedColumn } from "../../catalog/derived-column.ts";
import { checkColumnName, fold } from "../../catalog/identifier.ts";
import { type ColumnRecord, encodeStoredValue, type StoredDefault } from "../../catalog/record.ts";
import type { Column, Database, Table } from "../../catalog/table.ts";
import { sqlError } from "../../errors/catalogue.ts";
import { invariant } from "../../errors/invariant.ts";
import type { BoundExpression } from "../../plan/tree/bound-expression.ts";
import type { Planning, SessionLookup } from "../../plan/tree/planning.ts";
import { inOwnTurns } from "../../plan/tree/planning-turns.ts";
import { nullLiteral } from "../../types/convert/literal.ts";
import type { TypedValue } from "../../types/evaluation/evaluation.ts";
import type { QueryPlan } from "../../plan/tree/query-plan.ts";
import type { ResultColumn } from "../../plan/tree/result-column.ts";
import { selectList, sourcesOf } from "../../plan/bind/select-list.ts";
import type { CreateTable } from "../../sql/tree/table.ts";
import type { MaybePromise } from "../../async/maybe-promise.ts";
import { familyOf, isLargeType, sqlType, type SqlType } from "../../types/value/type.ts";
import { encodeText, type Row, type Value } from "../../types/value/value.ts";
import { Admission } from "../rows/admission.ts";
import { after } from "../../async/maybe-promise.ts";
import { columnVersion } from "./object-version.ts";
import { columnConverter } from "../rows/column-assignment.ts";
import { columnDefault, zeroOf } from "../rows/column-default.ts";
import { duplicateEntry } from "../write/duplicate-entry.ts";
import { warnOfDuplicateIndexes } from "./duplicate-index.ts";
import type { Execution } from "../execution.ts";
import { sequentially } from "../../async/sequential.ts";
import { InsertIds } from "../auto-increment/insert-ids.ts";
import { checkedTable } from "./new-table.ts";
import { done, type StatementResult } from "../statement-result.ts";
import { openQuery } from "../query/open-query.ts";
import type { TableDraft } from "./table-draft.ts";
import { storeTable } from "../temporary-table.ts";
import { type Duplicate, type TableWriter, tableWriter } from "../write/table-writer.ts";

export function createTableSelect(
	draft: TableDraft,
	addKeys: () => void,
	statement: CreateTable,
	database: Database,
	execution: Execution,
	planning: Planning,
): MaybePromise<StatementResult> {
	const { query } = statement;
	invariant(query !== undefined, "This is a CREATE TABLE with a query.");
	const wide = { ...planning, session: withWideVariables(planning.session) };
	const planned = inOwnTurns(wide, (within) => planning.planQuery(query, within));
	return after(planned, (plan) => {
		const items = selectList(plan.node);
		placeSelected(
			plan.columns.map((column, at) => ({ ...column, type: fittedType(column.type, items?.[at]) })),
			draft,
			execution,
			planning,
		);
		addKeys();
		return after(checkedTable(draft.finish(), database.name, execution), (table) => {
			warnOfDuplicateIndexes(
				table.record,
				draft.askedIndexes,
				{ database: database.name, name: table.name },
				execution,
			);
			return after(storeTable(table.record, undefined, execution), () => {
				const filling = new Filling(table, plan, statement.onDuplicate, execution);
				return after(filling.fill(openQuery(plan, execution, true)), () => filling.outcome());
			});
		});
	});
}

/** User variables as wide as a value of their kind can be, whatever they hold: LONGTEXT, BIGINT(20), LONGBLOB if unset. */
function withWideVariables(session: SessionLookup): SessionLookup {
	return {
		userVariable: (name) => widened(session.userVariable(name)),
		systemVariable: (name, scope) => session.systemVariable(name, scope),
		systemVariableType: (name, scope) => session.systemVariableType(name, scope),
		currentUser: session.currentUser,
	};
}

function widened(variable: TypedValue | undefined): TypedValue {
	const { type, value } = variable ?? nullLiteral;
	switch (familyOf(type)) {
		case "integer":
			return { type: sqlType("bigint", { unsigned: type.unsigned }), value };
		case "decimal":
			return { type: sqlType("decimal", { length: 65, scale: 30 }), value };
		case "text":
			return { type: sqlType("longtext", { charset: type.charset, collation: type.collation }), value };
		case "bytes":
		case "null":
			return { type: sqlType("longblob"), value };
		default:
			return { type, value };
	}
}

/** The query's columns come last and in its order, also those that are defined. */
function placeSelected(
	selected: readonly ResultColumn[],
	draft: TableDraft,
	execution: Execution,
	planning: Planning,
): void {
	const seen = new Set<string>();
	for (const column of selected) {
		if (seen.has(fold(column.name))) {
			throw sqlError("duplicateColumn", encodeText(column.name));
		}
		seen.add(fold(column.name));
		const defined = draft.findColumn(column.name);
		if (defined !== undefined) {
			draft.columns.splice(draft.columns.indexOf(defined), 1);
		}
		draft.place(defined ?? selectedColumn(column, draft.takeColumnId(), execution, planning), undefined);
	}
}

function selectedColumn(selected: ResultColumn, id: number, execution: Execution, planning: Planning): ColumnRecord {
	checkColumnName(selected.name);
	const type = storableType(selected.type);
	const model = modelOf(selected, planning);
	// A column of the inner side of an outer join may be NULL whatever its table says.
	const nullable = selected.nullable;
	return derivedColumn(
		{ name: selected.name, type, nullable, model },
		nullable ? undefined : impliedDefault(type),
		id,
		columnVersion(execution),
	);
}

/** Integers of this many digits may not fit an INT. */
const digitsBeyondInt = 10;

/** A short integer expression becomes an INT; columns and aggregates keep their type. */
function fittedType(type: SqlType, item: BoundExpression | undefined): SqlType {
	const isMade = item !== undefined && item.kind !== "column" && item.kind !== "outer";
	return isMade && type.name === "bigint" && type.length < digitsBeyondInt ? { ...type, name: "int" } : type;
}

const maximumVarcharCharacters = 16383;
/** Longer byte expressions become a BLOB. */
const maximumVarbinary = 512;
/** The most digits a DOUBLE shows before the point. */
const doubleDigits = 17;

/** Returns a type that a column can have: an empty BINARY for NULL, a TEXT for long text. */
function storableType(type: SqlType): SqlType {
	if (type.name === "null") {
		return { ...type, name: "binary", length: 0 };
	}
	if (
		(type.name === "varchar" && type.length > maximumVarcharCharacters) ||
		(type.name === "char" && type.length > 255)
	) {
		return {
			...type,
			name: type.length > 65535 ? "longtext" : "text",
			length: type.length > 65535 ? 4294967295 : 65535,
		};
	}
	if (type.name === "double" && type.scale >= 0 && type.length < 0) {
		return { ...type, length: doubleDigits + type.scale };
	}
	if (type.name === "varbinary" && type.length > maximumVarbinary) {
		return {
			...type,
			name: type.length > 65535 ? "longblob" : "blob",
			length: type.length > 65535 ? 4294967295 : 65535,
		};
	}
	return type;
}

/** Returns the stored column that a query's column is, unchanged. */
function modelOf({ database, originalTable, originalName }: ResultColumn, planning: Planning): Column | undefined {
	return planning.schema.databases
		.get(fold(database))
		?.tables.get(fold(originalTable))
		?.columnsByName.get(fold(originalName));
}

/** The default of an expression that is never NULL; text and JSON of any length have none. */
function impliedDefault(type: SqlType): StoredDefault | undefined {
	if (isLargeType(type)) {
		return undefined;
	}
	return { kind: "constant", value: encodeStoredValue(zeroOf(type)) };
}

class Filling {
	#count = 0;
	#duplicates = 0;
	readonly #onDuplicate: CreateTable["onDuplicate"];
	readonly #execution: Execution;
	readonly #writer: TableWriter;
	readonly #ids: InsertIds;
	/** One for each of the table's columns: reads its value from the query's row. */
	readonly #cells: readonly ((row: Row) => Value)[];

	constructor(table: Table, plan: QueryPlan, onDuplicate: CreateTable["onDuplicate"], execution: Execution) {
		this.#onDuplicate = onDuplicate;
		this.#execution = execution;
		this.#writer = tableWriter(table, execution);
		this.#ids = new InsertIds(table, execution, 0);
		const admission = new Admission(execution, true);
		const { columns: selected } = plan;
		const sources = sourcesOf(plan);
		this.#cells = table.columns.map((column) => {
			const at = selected.findLastIndex(({ name }) => fold(name) === fold(column.name));
			if (at < 0) {
				return () => columnDefault(column, execution);
			}
			const convert = columnConverter(column, (selected[at] as ResultColumn).type, sources[at]);
			return (row) => admission.admit(column, convert(row[at] as Value, execution));
		});
	}

	fill(source: RowSource): MaybePromise<void> {
		for (;;) {
			this.#execution.throwIfKilled();
			const batch = source.next();
			if (batch instanceof Promise) {
				return batch.then((rows) =>
					rows === null ? undefined : Promise.resolve(this.#add(rows)).then(() => this.fill(source)),
				);
			}
			if (batch === null) {
				return;
			}
			const answer = this.#add(batch);
			if (answer instanceof Promise) {
				return answer.then(() => this.fill(source));
			}
		}
	}

	outcome(): StatementResult {
		const info = `Records: ${this.#count}  Duplicates: ${this.#duplicates}  Warnings: ${this.#execution.warningCount}`;
		const { firstGenerated, insertId } = this.#ids;
		return { ...done(this.#count, info), insertId, ...(firstGenerated === 0 ? {} : { generatedId: firstGenerated }) };
	}

	#add(rows: readonly Row[]): MaybePromise<void> {
		return sequentially(rows, (row) => {
			this.#execution.rowNumber = this.#count + this.#duplicates + 1;
			const made = this.#cells.map((cell) => cell(row));
			return after(this.#ids.give(made), (isGenerated) =>
				after(isGenerated ? undefined : this.#ids.pass(made), () =>
					after(this.#writer.insert(made), (duplicate) => this.#wrote(made, isGenerated, duplicate)),
				),
			);
		});
	}

	#wrote(row: Row, isGenerated: boolean, duplicate: Duplicate | undefined): MaybePromise<void> {
		if (duplicate === undefined) {
			this.#count++;
			this.#ids.note(row, isGenerated);
			return;
		}
		if (this.#onDuplicate === undefined) {
			throw duplicateEntry(duplicate.index, row, this.#execution);
		}
		this.#duplicates++;
		if (this.#onDuplicate === "ignore") {
			this.#ids.leaveOut();
			return;
		}
		return after(this.#writer.read(duplicate.key), (there) =>
			after(there === undefined ? undefined : this.#writer.remove(there, duplicate.key), () =>
				after(this.#writer.insert(row), (again) => this.#wrote(row, isGenerated, again)),
			),
		);
	}
}
