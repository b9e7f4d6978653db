/**
 * INSERT and REPLACE through a view, rewritten for the table that the view reads, with the conditions for new rows.
 *
 * Errors 1471 for a view whose columns are not all columns of tables, each once, or that holds an outer join; 1393
 * and 1394 for views of several tables.
 */
import { privilegeBit } from "../../catalog/privilege.ts";
import type { Column, Table } from "../../catalog/table.ts";
import type { View } from "../../catalog/view.ts";
import { sqlError } from "../../errors/catalogue.ts";
import { boundConstant, type BoundExpression } from "../../plan/tree/bound-expression.ts";
import { mapBound } from "../../plan/tree/bound-tree.ts";
import { subqueryReadings } from "../../plan/from/self-referencing-update.ts";
import { bindFrom } from "../../plan/from/from-clause.ts";
import { mergeDerived, type Merged, type ViewCheck } from "../../plan/from/derived-merge.ts";
import { needColumn, type TablePrivileges } from "../../plan/tree/required-privileges.ts";
import type { Planning } from "../../plan/tree/planning.ts";
import { withoutTurns } from "../../plan/tree/planning-turns.ts";
import { boundOrigin } from "../../plan/bind/scope.ts";
import type { ScopeTable } from "../../plan/tree/scope-table.ts";
import { withoutPadding } from "../../plan/bind/padded-char.ts";
import { findView } from "../../plan/bind/table-name.ts";
import { updatabilityOf } from "../../plan/from/updatability.ts";
import type { Insert } from "../../sql/tree/data.ts";
import type { ColumnName } from "../../sql/tree/expression.ts";
import { sqlType } from "../../types/value/type.ts";
import { encodeText } from "../../types/value/value.ts";
import type { TableName } from "../../sql/tree/table-name.ts";

interface ViewInsert {
	readonly statement: Insert;
	/** Over a row of the table. */
	readonly checks: readonly ViewCheck[];
	/** The views on the way to the table: their definers need the privileges. */
	readonly through: readonly View[];
}

/** A column of the view, and the table's column that it is. */
interface ViewColumn {
	readonly name: string;
	readonly source: ScopeTable;
	readonly column: Column;
}

/** Undefined: the statement is about a table. */
export function viewInsert(statement: Insert, planning: Planning): ViewInsert | undefined {
	const { table: name, columns: written } = statement;
	if (findView(name, planning) === undefined) {
		return undefined;
	}
	const { item, scope } = bindFrom([name], withoutTurns(planning));
	const merged = mergeDerived(item, scope.width, planning);
	const view = scope.tables[0]!;
	const columns = merged === undefined ? [] : viewColumns(view, merged);
	if (merged !== undefined && updatabilityOf(item) === "all") {
		refuseComputed(written, columns, view);
	}
	if (
		merged === undefined ||
		updatabilityOf(item) !== "all" ||
		columns.length < view.columns.length ||
		new Set(columns.map(({ column }) => column)).size < columns.length
	) {
		throw sqlError("nonInsertableTable", encodeText(name.name), statement.replace ? "REPLACE" : "INSERT");
	}
	const isJoin = merged.item.kind === "join";
	if (isJoin && written === undefined) {
		throw sqlError("viewInsertWithoutList", encodeText(view.database), encodeText(view.name));
	}
	const given =
		written === undefined ? columns : written.flatMap((column) => columns.find((each) => isCalled(each, column)) ?? []);
	const [first = columns[0]!] = given;
	if (given.some(({ source }) => source !== first.source)) {
		throw sqlError("viewUpdateSeveral", encodeText(view.database), encodeText(view.name));
	}
	const table = first.source.table!;
	if (merged.conditions.flatMap(subqueryReadings).some((reading) => reading.table === table)) {
		throw sqlError("nonInsertableTable", encodeText(name.name), statement.replace ? "REPLACE" : "INSERT");
	}
	needInsert(view.need, statement, given);
	const renamed = new Map(
		columns.filter(({ source }) => source === first.source).map((each) => [each.name.toLowerCase(), each.column.name]),
	);
	return {
		through: first.source.need?.views ?? [],
		statement: asTable(
			written === undefined
				? { ...statement, columns: columns.map(({ name: called }) => ({ kind: "column", name: called })) }
				: statement,
			table,
			name,
			renamed,
		),
		checks: merged.checks.map(({ view: checked, condition }) => ({
			view: checked,
			condition: isJoin ? never : fromZero(condition, first.source.firstSlot),
		})),
	};
}

/** Requires the view's privileges; those of the table are required where it is written. */
export function needInsert(
	need: TablePrivileges | undefined,
	{ replace, onDuplicate }: Insert,
	given: readonly ViewColumn[],
): void {
	if (need === undefined) {
		return;
	}
	need.whole = insertion | (replace ? removal : 0) | (onDuplicate === undefined ? 0 : change);
	for (const { name } of given) {
		needColumn(need, name, insertion);
	}
	for (const { column } of onDuplicate ?? []) {
		needColumn(need, column.name, change);
	}
}

const [insertion, removal, change] = [privilegeBit("INSERT"), privilegeBit("DELETE"), privilegeBit("UPDATE")];

export function isCalled({ name }: Pick<ViewColumn, "name">, column: ColumnName): boolean {
	return name.toLowerCase() === column.name.toLowerCase();
}

/** The view's columns that are columns of tables. */
export function viewColumns(view: ScopeTable, { rewrite }: Merged): readonly ViewColumn[] {
	return view.columns.flatMap((column): ViewColumn[] => {
		const meant = withoutPadding(rewrite(boundOrigin(column)));
		const origin = meant.kind === "column" ? meant.origin : undefined;
		const isStored = origin?.column !== undefined && origin.source.table !== undefined && origin.source.table.id !== 0;
		return isStored ? [{ name: column.name, source: origin.source, column: origin.column }] : [];
	});
}

/** Throws 1348 for a column of the statement's, by default all, that is none of a table's. */
function refuseComputed(
	written: Insert["columns"],
	columns: readonly ViewColumn[],
	{ columns: all }: ScopeTable,
): void {
	const given =
		written === undefined ? all : all.filter(({ name }) => written.some((each) => isCalled({ name }, each)));
	const computed = given.find(({ name }) => columns.every((each) => each.name !== name));
	if (computed !== undefined) {
		throw sqlError("columnNotUpdatable", encodeText(computed.name));
	}
}

/** For a join: without the other tables' rows the condition cannot hold. */
const never = boundConstant(0, sqlType("bigint", { length: 1 }));

/** Moves the table's columns to slots from 0. */
export function fromZero(bound: BoundExpression, firstSlot: number): BoundExpression {
	return mapBound(bound, (node) => (node.kind === "column" ? { ...node, slot: node.slot - firstSlot } : undefined));
}

/**
 * Replaces names of the view's columns, except in queries, which read other rows. A column that the view does not
 * name is unknown, whatever its table has; beside a query's rows the name may be a column of theirs.
 */
export function asTable(
	statement: Insert,
	{ database, name }: Table,
	view: TableName,
	renamed: ReadonlyMap<string, string>,
): Insert {
	const isOfView = ({ table }: ColumnName): boolean =>
		table === undefined || table.toLowerCase() === view.name.toLowerCase();
	const renamedIn = (node: unknown, isStrict: boolean): unknown => {
		const rename = (inner: unknown): unknown => renamedIn(inner, isStrict);
		if (Array.isArray(node)) {
			return node.map(rename);
		}
		if (typeof node !== "object" || node === null) {
			return node;
		}
		const { kind } = node as { readonly kind?: string };
		if (kind === "select" || kind === "union") {
			return node;
		}
		if (kind === "column") {
			const column = node as ColumnName;
			const inTable = renamed.get(column.name.toLowerCase());
			if (!isOfView(column) || (inTable === undefined && !isStrict)) {
				return column;
			}
			if (inTable === undefined) {
				throw sqlError("unknownColumn", encodeText(column.name), "field list");
			}
			return { kind, name: inTable };
		}
		return Object.fromEntries(Object.entries(node).map(([member, value]) => [member, rename(value)]));
	};
	const { columns, rows, onDuplicate, table: _view, ...rest } = statement;
	return {
		...rest,
		table: { kind: "table", database, name },
		columns: renamedIn(columns, true) as Insert["columns"] & {},
		...(rows === undefined ? {} : { rows: renamedIn(rows, true) as Insert["rows"] & {} }),
		...(onDuplicate === undefined
			? {}
			: { onDuplicate: renamedIn(onDuplicate, statement.query === undefined) as Insert["onDuplicate"] & {} }),
	};
}
