/**
 * CREATE INDEX: runs as ALTER TABLE ... ADD INDEX.
 */
import type { Planning } from "../../../plan/tree/planning.ts";
import type { CreateIndex } from "../../../sql/tree/table.ts";
import type { MaybePromise } from "../../../async/maybe-promise.ts";
import { alterTable } from "./alter-table.ts";
import type { Execution } from "../../execution.ts";
import type { StatementResult } from "../../statement-result.ts";

export function createIndex(
	{ table, index, online = [] }: CreateIndex,
	execution: Execution,
	planning: Planning,
): MaybePromise<StatementResult> {
	return alterTable(
		{ kind: "alter-table", table, ignore: false, changes: [{ change: "add-index", index }, ...online] },
		execution,
		planning,
	);
}
