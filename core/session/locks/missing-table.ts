/**
 * Error precedence: a missing table is reported before errors in columns and rows.
 *
 * MySQL opens all tables of a statement, in text order, before it resolves anything in them; planning resolves each
 * part with its tables. On a planning error the statement's tables are checked, and a missing one is reported
 * instead. Syntax errors take precedence over both.
 */
import { catalogue, type ErrorName, SqlError } from "../../errors/catalogue.ts";
import { attempt } from "../../async/maybe-promise.ts";
import type { Planning } from "../../plan/tree/planning.ts";
import { isThere, storedTable } from "../../plan/bind/table-name.ts";
import type { Statement } from "../../sql/tree/statement.ts";
import type { MaybePromise } from "../../async/maybe-promise.ts";
import { eachNamedTable } from "./named-tables.ts";

/** Errors that MySQL finds only after all tables are open. */
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

/** Returns the query in statements that also name tables outside of it; undefined: none. */
function openedPart(statement: Statement): unknown {
	switch (statement.kind) {
		case "create-table":
		case "create-view":
			return statement.query;
		case "alter-table":
		case "create-index":
		case "handler-read":
		case "create-program":
		case "create-event":
		case "alter-event":
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

/** Applies the same precedence to a statement that is planned while it runs. */
export function tellingFirst<T>(statement: Statement, planning: Planning, run: () => MaybePromise<T>): MaybePromise<T> {
	return attempt(run, (failure) => {
		throw toldFirst(failure, statement, planning);
	});
}
