/**
 * A table that is not there is told before whatever is wrong with columns and rows.
 *
 * In: why a statement can't be planned, and the statement. Out: the failure to tell. MySQL opens all tables of a
 * statement, in the order in which they are written, before it looks at anything in them; planning looks at each part
 * with its tables. What the grammar refuses stays what is told.
 */
import { catalogue, type ErrorName, SqlError } from "../../errors/catalogue.ts";
import { attempt } from "../../async/maybe-promise.ts";
import type { Planning } from "../../plan/tree/planning.ts";
import { isThere, storedTable } from "../../plan/bind/table-name.ts";
import type { Statement } from "../../sql/tree/statement.ts";
import type { MaybePromise } from "../../async/maybe-promise.ts";
import { eachNamedTable } from "./named-tables.ts";

/** What MySQL finds when all tables are open. */
const found: ReadonlySet<number> = new Set(
	(
		[
			"unknownColumn",
			"ambiguousColumn",
			"wrongValueCount",
			"fieldSpecifiedTwice",
			"nonInsertableTable",
			"nonUpdatableTable",
			"columnNotUpdatable",
			"duplicateColumn",
			"wrongValueCountOnSelect",
			"operandColumns",
			"invalidGroupFunctionUse",
			"mixOfGroupAndFields",
			"wrongGroupField",
		] as const satisfies readonly ErrorName[]
	).map((name) => catalogue[name][0]),
);

/** What is opened to be read by statements that name other tables, too; undefined: none. */
function openedPart(statement: Statement): unknown {
	switch (statement.kind) {
		case "create-table":
		case "create-view":
			return statement.query;
		case "alter-table":
		case "create-index":
		case "handler-read":
			return undefined;
		default:
			return statement;
	}
}

export function toldFirst(failure: unknown, statement: Statement, planning: Planning): unknown {
	if (!(failure instanceof SqlError) || !found.has(failure.code)) {
		return failure;
	}
	try {
		eachNamedTable(openedPart(statement), (table) => {
			if (!isThere(table, planning)) {
				storedTable(table, planning);
			}
		});
		return failure;
	} catch (missing) {
		return missing;
	}
}

/** The same for a statement that is planned as it runs. */
export function tellingFirst<T>(statement: Statement, planning: Planning, run: () => MaybePromise<T>): MaybePromise<T> {
	return attempt(run, (failure) => {
		throw toldFirst(failure, statement, planning);
	});
}
