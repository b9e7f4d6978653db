/**
 * DROP INDEX: runs as ALTER TABLE ... DROP INDEX.
 */
import type { Planning } from "../../../plan/tree/planning.ts";
import type { DropIndex } from "../../../sql/tree/table.ts";
import type { MaybePromise } from "../../../async/maybe-promise.ts";
import { alterTable } from "./alter-table.ts";
import type { Execution } from "../../execution.ts";
import type { StatementResult } from "../../statement-result.ts";

export function dropIndex(
	{ table, name, online = [] }: DropIndex,
	execution: Execution,
	planning: Planning,
): MaybePromise<StatementResult> {
	return alterTable(
		{ kind: "alter-table", table, ignore: false, changes: [{ change: "drop-index", name }, ...online] },
		execution,
		planning,
	);
}
