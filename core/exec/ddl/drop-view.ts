/**
 * DROP VIEW: removes the records of one or several views; 1347 for tables, 1066.
 *
 * Unknown views are named in one 1051, or under IF EXISTS in a note each, as tables are. The known ones are dropped
 * nevertheless.
 */
import { removeView } from "../../catalog/write.ts";
import { sqlError } from "../../errors/catalogue.ts";
import type { Planning } from "../../plan/tree/planning.ts";
import { assertUniqueNames, findView } from "../../plan/bind/table-name.ts";
import type { DropView } from "../../sql/tree/session.ts";
import type { MaybePromise } from "../../async/maybe-promise.ts";
import { encodeText } from "../../types/value/value.ts";
import { after } from "../../async/maybe-promise.ts";
import type { Execution } from "../execution.ts";
import { inTurns } from "../../async/sequential.ts";
import { findTable, qualifiedName } from "../named-object.ts";
import { done, type StatementResult } from "../statement-result.ts";

export function dropView(statement: DropView, execution: Execution, planning: Planning): MaybePromise<StatementResult> {
	const { views } = statement;
	assertUniqueNames(views, planning.database);
	for (const name of statement.ifExists ? [] : views) {
		const table = findTable(name, planning);
		if (table !== undefined) {
			throw sqlError("wrongObject", encodeText(table.database), encodeText(table.name), "VIEW");
		}
	}
	const found = views.map((name) => findView(name, planning));
	const missing = views.filter((_name, at) => found[at] === undefined).map((name) => qualifiedName(name, planning));
	const failure = missing.length > 0 && !statement.ifExists ? sqlError("unknownTable", missing.join(",")) : undefined;
	if (failure !== undefined && missing.length === views.length) {
		throw failure;
	}
	for (const name of failure === undefined ? missing : []) {
		execution.warn("Note", "unknownTable", name);
	}
	const known = found.filter((view) => view !== undefined);
	return after(
		inTurns(known, execution, ({ record }) => removeView(execution.transaction, record)),
		() => (failure === undefined ? done() : { ...done(), failure }),
	);
}
