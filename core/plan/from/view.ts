/**
 * Views where tables are read.
 *
 * In: a view and what planning may know. Out: the plan of its query, whose names are those of the view's own
 * database; its columns as a table has them. Errors 1356 for whatever is no longer there, 1462. It refuses to know
 * who reads the view.
 */
import { tableOfView } from "../../catalog/view-table.ts";
import type { Column, Table } from "../../catalog/table.ts";
import type { View } from "../../catalog/view.ts";
import { catalogue, type ErrorName, SqlError, sqlError } from "../../errors.ts";
import { plainMode } from "../../sql/parse/index.ts";
import { encodeText } from "../../types/value.ts";
import type { BoundExpression } from "../tree/bound-expression.ts";
import type { Planning } from "../tree/planning.ts";
import type { QueryPlan, FromItem } from "../tree/query-plan.ts";
import type { ResultColumn } from "../tree/result-column.ts";

/** What a query that was good once fails with after something it reads is gone. */
const broken: ReadonlySet<number> = new Set(
	(
		[
			"noSuchTable",
			"unknownDatabase",
			"unknownColumn",
			"ambiguousColumn",
			"noSuchFunction",
			"viewInvalid",
			"wrongValueCountOnSelect",
		] as const satisfies readonly ErrorName[]
	).map((name) => catalogue[name][0]),
);

export function planView(view: View, planning: Planning): QueryPlan {
	const { views = [], through = [] } = planning;
	if (views.some(({ id }) => id === view.id)) {
		throw sqlError("viewRecursive", encodeText(view.database), encodeText(view.name));
	}
	// Temporary tables don't hide the tables of a view.
	const schema = planning.schema.shared ?? planning.schema;
	const within: Planning = {
		...planning,
		schema,
		database: view.database,
		parserMode: plainMode,
		parameterTypes: [],
		materializesDerived: undefined,
		views: [...views, view],
		through: [...through, view],
	};
	try {
		return asWritten(withNames(planning.planQuery(view.query, within), view), view);
	} catch (failure) {
		throw failure instanceof SqlError && broken.has(failure.code) ? invalid(view) : failure;
	}
}

/**
 * ALGORITHM=TEMPTABLE is never put in place; WITH CHECK OPTION says what rows written through the view have to hold.
 */
function asWritten(plan: QueryPlan, { record: { algorithm, checkOption } }: View): QueryPlan {
	const { mergeable } = plan;
	if (mergeable === undefined || algorithm.toLowerCase() === "temptable") {
		return { ...plan, mergeable: undefined };
	}
	if (checkOption === undefined) {
		return plan;
	}
	const { from, where, ownWhere, checks } = mergeable;
	const own = checkOption === "cascaded" ? where : ownWhere;
	const conditions = [
		...(own === undefined ? [] : [own]),
		...joinConditions(from),
		...(checkOption === "cascaded" ? [] : checks),
	];
	return { ...plan, mergeable: { ...mergeable, checks: conditions } };
}

/** Conditions of joins are as good as those of WHERE, but for outer joins. */
function joinConditions(item: FromItem): readonly BoundExpression[] {
	if (item.kind !== "join" || item.outer) {
		return item.kind === "join" ? joinConditions(item.left) : [];
	}
	return [
		...joinConditions(item.left),
		...joinConditions(item.right),
		...(item.condition === undefined ? [] : [item.condition]),
	];
}

function invalid(view: View): Error {
	return sqlError("viewInvalid", encodeText(view.database), encodeText(view.name));
}

/** The columns called as the view calls them. */
function withNames(plan: QueryPlan, view: View): QueryPlan {
	const names = view.record.columns;
	if (names === undefined) {
		return plan;
	}
	if (names.length !== plan.columns.length) {
		throw invalid(view);
	}
	return { ...plan, columns: plan.columns.map((column, at) => ({ ...column, name: names[at] ?? column.name })) };
}

/** May rows be changed through it? Where it is put in place, of no outer join, and a column of it is a table's. */
export function isUpdatable(view: View, planning: Planning): boolean {
	try {
		return isUpdatablePlan(planView(view, planning));
	} catch (failure) {
		if (failure instanceof SqlError) {
			return false;
		}
		throw failure;
	}
}

export function isUpdatablePlan({ mergeable }: QueryPlan): boolean {
	return (
		mergeable !== undefined &&
		mergeable.updatability !== "none" &&
		mergeable.items.some(
			(item) =>
				item.kind === "column" && item.origin?.column !== undefined && (item.origin.source.table?.id ?? 0) !== 0,
		)
	);
}

/** The view as whoever lists columns sees it. Throws 1356. */
export function viewTable(view: View, planning: Planning): Table {
	const { columns } = planView(view, planning);
	return tableOfView(
		view,
		columns.map((column) => ({
			name: column.name,
			type: column.type,
			nullable: column.nullable,
			model: modelOf(column, planning),
		})),
	);
}

/** The same, or undefined for a view that is broken. */
export function viewTableIfAny(view: View, planning: Planning): Table | undefined {
	try {
		return viewTable(view, planning);
	} catch (failure) {
		if (failure instanceof SqlError) {
			return undefined;
		}
		throw failure;
	}
}

/** The stored column that a query's column is, unchanged; of a view in between, what that one shows. */
function modelOf({ database, originalTable, originalName }: ResultColumn, planning: Planning): Column | undefined {
	const found = planning.schema.databases.get(database.toLowerCase());
	const view = found?.views.get(originalTable.toLowerCase());
	const table = view === undefined ? found?.tables.get(originalTable.toLowerCase()) : viewTable(view, planning);
	return table?.columnsByName.get(originalName.toLowerCase());
}
