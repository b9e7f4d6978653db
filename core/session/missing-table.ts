/**
 * A table that is not there is told before whatever is wrong with columns and rows.
 *
 * In: why a statement can't be planned, and the statement. Out: the failure to tell. MySQL opens all tables of a statement, in the order
 * in which they are written, before it looks at anything in them; planning looks at each part with its tables. What the grammar refuses
 * stays what is told. It refuses to know plans.
 */
import { catalogue, type ErrorName, SqlError } from "../errors.ts";
import type { Planning } from "../plan/planning.ts";
import { isThere, storedTable } from "../plan/table-name.ts";
import type { Statement } from "../sql/tree/statement.ts";
import { eachNamedTable } from "./named-tables.ts";

/** What MySQL finds when all tables are open. */
const found: ReadonlySet<number> = new Set(
	([
		"unknownColumn", "ambiguousColumn", "wrongValueCount", "fieldSpecifiedTwice", "nonInsertableTable", "nonUpdatableTable", "columnNotUpdatable",
	] as const satisfies readonly ErrorName[]).map((name) => catalogue[name][0]),
);

export function toldFirst(failure: unknown, statement: Statement, planning: Planning): unknown {
	if (!(failure instanceof SqlError) || !found.has(failure.code)) {
		return failure;
	}
	try {
		eachNamedTable(statement, (table) => {
			if (!isThere(table, planning)) {
				storedTable(table, planning);
			}
		});
		return failure;
	} catch (missing) {
		return missing;
	}
}
