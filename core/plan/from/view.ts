/**
 * Views in FROM: plans a view's query in the view's own database, under the view's column names.
 *
 * Throws 1356 where something it reads no longer exists, and 1462.
 */
import type { View } from "../../catalog/view.ts";
import { catalogue, type ErrorName, SqlError, sqlError } from "../../errors/catalogue.ts";
import { plainMode } from "../../sql/parse/index.ts";
import { encodeText } from "../../types/value/value.ts";
import type { BoundExpression } from "../tree/bound-expression.ts";
import type { Planning } from "../tree/planning.ts";
import type { QueryPlan, FromItem } from "../tree/query-plan.ts";

/** Errors that a once valid query throws after something it reads was dropped. */
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
	// Temporary tables do not hide a view's tables.
	const schema = planning.schema.shared ?? planning.schema;
	const within: Planning = {
		...planning,
		schema,
		database: view.database,
		resolution: { ...planning.resolution, ...planning.viewText?.(view) },
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

/** ALGORITHM=TEMPTABLE is never merged; WITH CHECK OPTION adds conditions for rows written through the view. */
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

/** Conditions of inner joins count as WHERE conditions. */
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

/** Renames the columns to the view's names. */
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

/** Whether rows can be changed through it: mergeable, no outer join, and at least one column of a table. */
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
