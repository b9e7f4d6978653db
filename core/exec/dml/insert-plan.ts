/**
 * Plan of INSERT and REPLACE with every name bound; cached and run many times. Errors 1054, 1093, 1110, 1136.
 */
import { privilegeBit } from "../../catalog/privilege.ts";
import type { Column, Table } from "../../catalog/table.ts";
import { sqlError } from "../../errors/catalogue.ts";
import { refuseSelfReference, subqueryReadings } from "../../plan/from/self-referencing-update.ts";
import { fullPrecisionQuery } from "../../plan/bind/full-precision-query.ts";
import { needColumn, needColumns, needTable, type TablePrivileges } from "../../plan/tree/required-privileges.ts";
import type { Planning, Scope } from "../../plan/tree/planning.ts";
import { inTurns, withoutTurns } from "../../plan/tree/planning-turns.ts";
import type { QueryPlan } from "../../plan/tree/query-plan.ts";
import { tableScope } from "../../plan/bind/scope.ts";
import { sourcesOf } from "../../plan/bind/select-list.ts";
import { findView } from "../../plan/bind/table-name.ts";
import type { Insert } from "../../sql/tree/data.ts";
import type { Expression } from "../../sql/tree/expression.ts";
import type { Converter } from "../../types/assign/conversion.ts";
import { encodeText } from "../../types/value/value.ts";
import { type ColumnAssignment, columnConverter, planColumnAssignment } from "../rows/column-assignment.ts";
import { existingTable } from "../named-object.ts";
import { targetColumn, targetColumns } from "../rows/target-column.ts";
import { foreignNames, refuseAmbiguous, updateScope, withNames } from "./update-source.ts";
import { selectedPartitions } from "../write/partition-selection.ts";
import { type CheckRow, viewCheck } from "../write/view-check.ts";
import { LateRows, mayBeLate } from "./late-rows.ts";
import { viewInsert } from "./view-insert.ts";

export interface InsertPlan {
	readonly table: Table;
	/** The treatment of a duplicate. */
	readonly onDuplicate: "error" | "ignore" | "replace" | "update";
	/** IGNORE was written. */
	readonly ignore: boolean;
	/** Columns that receive values, in the order written. */
	readonly columns: readonly Column[];
	/** All other columns. */
	readonly omitted: readonly Column[];
	/** VALUES and SET: an assignment for each of `columns`, or none for a row of defaults. */
	readonly rows: readonly (readonly ColumnAssignment[])[] | undefined;
	/** In place of `rows`. */
	readonly late?: LateRows;
	readonly query: QueryPlan | undefined;
	/** From the query's columns into `columns`. */
	readonly converters: readonly Converter[];
	/** ON DUPLICATE KEY UPDATE: over the existing row, the proposed one, then the query's columns beyond `columns`. */
	readonly updates: readonly ColumnAssignment[];
	/** Values hold subqueries. */
	readonly readsTables: boolean;
	/** All tables that the statement reads or writes. */
	readonly tables: readonly Table[];
	/** For rows written through a view. */
	readonly check: CheckRow | undefined;
}

export function planInsert(written: Insert, around: Planning): InsertPlan {
	const { counted, through } = inTurns(around, written, () => ({
		counted: { queries: 0 },
		through: viewInsert(written, around),
	}));
	const planQuery: Planning["planQuery"] = (query, within, enclosing) => {
		counted.queries++;
		return around.planQuery(query, within, enclosing);
	};
	const planning = { ...around, planQuery };
	const { statement, checks } = through ?? { statement: written, checks: [] };
	const needing = through === undefined ? planning : { ...planning, through: through.through };
	const table = existingTable(statement.table, planning);
	// Checked before the rest of the statement, as MySQL does where it opens the table.
	const ofParts = statement.table.partitions && selectedPartitions(table, statement.table.partitions);
	const columns = statement.columns === undefined ? table.columns : targetColumns(table, statement.columns);
	// An empty row is a row of defaults, if all rows are empty and no column is named.
	const isBare =
		columns.length === 0 ||
		((written.columns ?? []).length === 0 && (statement.rows?.every((row) => row.length === 0) ?? false));
	const given = isBare ? [] : columns;
	const { need, names, named } = inTurns(planning, statement.table, () => {
		const needed = insertNeed(statement, table, columns, needing);
		refuseAmbiguous(statement, table, around);
		const foreign = foreignNames(statement, table);
		return { need: needed, names: foreign, named: statement.query && withNames(statement.query, foreign) };
	});
	const query = named && inTurns(planning, named, () => finestFor(planning.planQuery(named, planning), table, columns));
	if (query !== undefined && query.columns.length - names.length !== columns.length) {
		throw sqlError("wrongValueCount", 1);
	}
	const generated = query === undefined ? undefined : given.find(({ record }) => record.generated !== undefined);
	if (generated !== undefined) {
		throw sqlError("generatedNotAllowed", encodeText(generated.name), encodeText(table.name));
	}
	const omitted = table.columns.filter((column) => !given.includes(column));
	if (through !== undefined && planning.mode.strict && !statement.ignore && omitted.some(lacksDefault)) {
		const view = findView(written.table, planning)!;
		throw sqlError("viewFieldWithoutDefault", encodeText(view.database), encodeText(view.name));
	}
	const { rows, late } =
		statement.rows === undefined
			? { rows: undefined }
			: planRows(
					statement.rows,
					given,
					inTurns(planning, statement.rows, () => tableScope(table, table.name, need)),
					planning,
					(through ?? ofParts) === undefined,
				);
	const { onDuplicate } = statement;
	const updates =
		onDuplicate === undefined
			? []
			: planUpdates(
					onDuplicate,
					inTurns(planning, onDuplicate, () => updateScope(table, names, query?.columns ?? [], need)),
					table,
					need,
					planning,
				);
	if (query === undefined && counted.queries > 0) {
		const readings = [...(rows ?? []).flat(), ...updates].flatMap(({ bound }) => subqueryReadings(bound));
		refuseSelfReference(
			{ table, alias: table.name, view: through && written.table.name },
			readings,
			"INSERT",
			table.name,
		);
	}
	return {
		table,
		onDuplicate: statement.replace
			? "replace"
			: statement.onDuplicate !== undefined
				? "update"
				: statement.ignore
					? "ignore"
					: "error",
		ignore: statement.ignore,
		columns: given,
		// A column that an update would assign need not be in the row.
		omitted,
		rows,
		...(late === undefined ? {} : { late }),
		readsTables: counted.queries > 0,
		query,
		converters: query === undefined ? [] : convertersFrom(query, columns),
		updates,
		tables: [table, ...(query?.tables ?? [])],
		check: ofParts ?? viewCheck(checks),
	};
}

function lacksDefault({ default: given, autoIncrement, record, type }: Column): boolean {
	return given.kind === "none" && !autoIncrement && record.generated === undefined && type.name !== "enum";
}

function convertersFrom(query: QueryPlan, columns: readonly Column[]): readonly Converter[] {
	const sources = sourcesOf(query);
	return columns.map((column, at) => columnConverter(column, query.columns[at].type, sources[at]));
}

/** Quotients keep all their digits, except where rows of a query on the target table are read to the end first. */
function finestFor(query: QueryPlan, table: Table, columns: readonly Column[]): QueryPlan {
	return query.tables.includes(table)
		? query
		: fullPrecisionQuery(
				query,
				columns.map(({ type }) => type),
			);
}

/** `columns`: those that rows give values for. `mayWait`: rows may be bound while they are written. */
function planRows(
	rows: readonly (readonly Expression[])[],
	columns: readonly Column[],
	scope: Scope,
	planning: Planning,
	mayWait: boolean,
): Pick<InsertPlan, "late"> & { readonly rows: readonly (readonly ColumnAssignment[])[] } {
	const uneven = rows.findIndex((row) => row.length !== columns.length);
	const bind = (row: readonly Expression[], within: Planning): readonly ColumnAssignment[] =>
		row.map((expression, position) => planColumnAssignment(expression, columns[position]!, scope, within));
	if (mayWait && uneven < 0 && mayBeLate(rows)) {
		const own = withoutTurns(planning);
		return { rows: [], late: new LateRows(rows, (row) => bind(row, own)) };
	}
	const bound = rows.map((row, at) => {
		if (at === uneven) {
			throw sqlError("wrongValueCount", at + 1);
		}
		return inTurns(planning, row, () => bind(row, planning));
	});
	return { rows: bound };
}

const [insertion, removal, change] = [privilegeBit("INSERT"), privilegeBit("DELETE"), privilegeBit("UPDATE")];

function insertNeed(
	{ columns: written, replace, onDuplicate }: Insert,
	table: Table,
	columns: readonly Column[],
	planning: Planning,
): TablePrivileges | undefined {
	const need = needTable(
		table,
		planning,
		insertion | (replace ? removal : 0) | (onDuplicate === undefined ? 0 : change),
	);
	if (written === undefined) {
		needColumns(need, columns, insertion);
	} else {
		for (const { name } of columns) {
			needColumn(need, name, insertion);
		}
	}
	return need;
}

function planUpdates(
	assignments: Insert["onDuplicate"] & {},
	scope: Scope,
	table: Table,
	need: TablePrivileges | undefined,
	planning: Planning,
): readonly ColumnAssignment[] {
	return assignments.map(({ column, value }) => {
		const target = targetColumn(table, column);
		needColumn(need, target.name, change);
		return planColumnAssignment(value, target, scope, planning);
	});
}
