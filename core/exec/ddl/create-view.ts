/**
 * CREATE [OR REPLACE] VIEW and ALTER VIEW: records the query written out (`plan/from/view-definition.ts`).
 *
 * Errors: 1050, 1347 where a table has the name, 1353, 1060 for column names, 1146 for a view that would read itself.
 * Errors of the query come before that the name is taken. A replaced view keeps its id.
 */
import { checkColumnName, checkTableName, fold } from "../../catalog/identifier.ts";
import type { ViewRecord } from "../../catalog/record.ts";
import type { Database } from "../../catalog/table.ts";
import { putView, takeId } from "../../catalog/write.ts";
import type { View } from "../../catalog/view.ts";
import { catalogue, sqlError } from "../../errors/catalogue.ts";
import { viewDefinition } from "../../plan/from/view-definition.ts";
import type { Planning } from "../../plan/tree/planning.ts";
import { inOwnTurns } from "../../plan/tree/planning-turns.ts";
import type { QueryPlan } from "../../plan/tree/query-plan.ts";
import type { ResultColumn } from "../../plan/tree/result-column.ts";
import { isUpdatablePlan } from "../../plan/from/view.ts";
import { printQuery } from "../../sql/print/index.ts";
import { SqlError } from "../../errors/sql-error.ts";
import type { CreateView } from "../../sql/tree/session.ts";
import type { MaybePromise } from "../../async/maybe-promise.ts";
import { encodeText } from "../../types/value/value.ts";
import { after } from "../../async/maybe-promise.ts";
import { currentAccount } from "../current-account.ts";
import type { Execution } from "../execution.ts";
import { databaseOf } from "../named-object.ts";
import { done, type StatementResult } from "../statement-result.ts";
import { sharedSchema } from "../temporary-table.ts";
import type { Query } from "../../sql/tree/expression.ts";

const maximumNameCharacters = 64;

export function createView(
	statement: CreateView,
	execution: Execution,
	planning: Planning,
): MaybePromise<StatementResult> {
	checkTableName(statement.view.name);
	const database = databaseOf(statement.view, planning);
	const shared = sharedSchema(planning.schema).databases.get(fold(database.name)) ?? database;
	if (
		statement.alter === true &&
		!shared.tables.has(fold(statement.view.name)) &&
		!shared.views.has(fold(statement.view.name))
	) {
		throw sqlError("noSuchTable", encodeText(database.name), encodeText(statement.view.name));
	}
	const there = shared.views.get(fold(statement.view.name));
	const around: Planning = there === undefined ? planning : { ...planning, views: [there] };
	return after(
		inOwnTurns(around, (within) => planAround(there, statement.query, within)),
		(plan) => storeView(statement, plan, shared, execution, around),
	);
}

function storeView(
	statement: CreateView,
	plan: QueryPlan,
	database: Database,
	execution: Execution,
	planning: Planning,
): MaybePromise<StatementResult> {
	const former = formerView(statement, database);
	const { columns, tables } = plan;
	const temporary = tables.find(({ record }) => record.temporary === true);
	if (temporary !== undefined) {
		throw sqlError("viewSelectTemporary", encodeText(temporary.name));
	}
	refuseAliases(statement.query);
	const names = columnNames(statement, columns);
	const algorithm = usableAlgorithm(statement, plan, execution);
	if (statement.checkOption !== undefined && (algorithm === "temptable" || !isUpdatablePlan(plan))) {
		throw sqlError("viewNotUpdatable", encodeText(database.name), encodeText(statement.view.name));
	}
	const text = printQuery(
		viewDefinition(statement.query, statement.columns === undefined ? names : [], database.name, planning),
	);
	return after(former?.id ?? takeId(execution.transaction), (id) => {
		const record: ViewRecord = {
			...attributes(statement, planning),
			algorithm,
			id,
			databaseId: database.id,
			name: former?.name ?? statement.view.name,
			text,
			release: execution.release,
		};
		return after(putView(execution.transaction, record, former?.record), () => done());
	});
}

/** A query that would read the view it becomes finds no such view. */
function planAround(view: View | undefined, query: Query, around: Planning): QueryPlan {
	try {
		return around.planQuery(query, around);
	} catch (failure) {
		const isRecursive =
			view !== undefined && failure instanceof SqlError && failure.code === catalogue.viewRecursive[0];
		throw isRecursive ? sqlError("noSuchTable", encodeText(view.database), encodeText(view.name)) : failure;
	}
}

/** MERGE is for queries that can be merged into the outer one. */
function usableAlgorithm(
	{ algorithm = "undefined" }: CreateView,
	{ mergeable }: QueryPlan,
	execution: Execution,
): string {
	if (algorithm !== "merge" || mergeable !== undefined) {
		return algorithm;
	}
	execution.warn("Warning", "viewMerge");
	return "undefined";
}

/** Returns the view that is replaced. */
function formerView({ view, orReplace, alter }: CreateView, database: Database): View | undefined {
	const name = fold(view.name);
	const former = database.views.get(name);
	const replaces = orReplace || alter === true;
	if (database.tables.has(name) && replaces) {
		throw sqlError("wrongObject", encodeText(database.name), encodeText(view.name), "VIEW");
	}
	if (database.tables.has(name) || (former !== undefined && !replaces)) {
		throw sqlError("tableExists", encodeText(view.name));
	}
	return former;
}

function attributes(
	statement: CreateView,
	{ session }: Planning,
): Omit<ViewRecord, "id" | "databaseId" | "name" | "text" | "release"> {
	const { columns, algorithm = "undefined", definer, security = "definer", checkOption } = statement;
	const [user, host] = currentAccount(session);
	const word = (name: string): string => String(session.systemVariable(name, "session")?.value ?? "");
	return {
		...(columns === undefined ? {} : { columns }),
		algorithm,
		definer:
			definer === undefined || definer.current === true ? { user, host } : { user: definer.user, host: definer.host },
		security,
		...(checkOption === undefined ? {} : { checkOption }),
		clientCharset: word("character_set_client"),
		connectionCollation: word("collation_connection"),
	};
}

/** Refuses aliases that are no valid names. */
function refuseAliases(query: Query): void {
	for (const item of query.kind === "select" ? query.items : []) {
		if (item.kind === "item" && item.alias !== undefined) {
			checkColumnName(item.alias);
		}
	}
}

/** Returns the written list, or the query's column names. A text that is no name becomes `Name_exp_1`. */
function columnNames({ columns: written, query }: CreateView, columns: readonly ResultColumn[]): readonly string[] {
	if (written !== undefined && written.length !== columns.length) {
		throw sqlError("viewWrongList");
	}
	if (
		written === undefined &&
		query.kind === "select" &&
		query.items.some((item) => item.kind === "item" && item.alias === "")
	) {
		throw sqlError("wrongColumnName", "");
	}
	const names =
		written ??
		distinctNames(
			columns.map(({ name }, at) => (isName(name) ? name : `Name_exp_${at + 1}`)),
			query,
		);
	const seen = new Set<string>();
	for (const name of names) {
		checkColumnName(name);
		if (seen.has(fold(name))) {
			throw sqlError("duplicateColumn", encodeText(name));
		}
		seen.add(fold(name));
	}
	return names;
}

/** Of two equal names the one of an expression without alias becomes `My_exp_` and its old name. */
function distinctNames(given: readonly string[], query: Query): readonly string[] {
	const names = [...given];
	const items = query.kind === "select" && query.items.every(({ kind }) => kind === "item") ? query.items : [];
	const isUnnamed = (at: number): boolean => {
		const item = items[at];
		return item?.kind === "item" && item.alias === undefined && item.expression.kind !== "column";
	};
	const isTaken = (name: string, place: number): boolean =>
		names.some((other, at) => at !== place && fold(other) === fold(name));
	for (let at = 1; at < names.length; at++) {
		for (let before = 0; before < at; before++) {
			const renamed = isUnnamed(at) ? at : before;
			if (fold(names[at]!) === fold(names[before]!) && isUnnamed(renamed)) {
				const name = names[renamed]!;
				for (let attempt = 0; isTaken(names[renamed]!, renamed); attempt++) {
					names[renamed] = attempt === 0 ? `My_exp_${name}` : `My_exp_${attempt}_${name}`;
				}
			}
		}
	}
	return names;
}

function isName(name: string): boolean {
	return name !== "" && !name.endsWith(" ") && [...name].length <= maximumNameCharacters;
}
