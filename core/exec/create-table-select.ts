/**
 * CREATE TABLE ... SELECT: columns from a query, and its rows.
 */
import type { Database } from "../catalog/table.ts";
import { sqlError } from "../errors.ts";
import type { Planning } from "../plan/planning.ts";
import type { CreateTable } from "../sql/tree/table.ts";
import type { Answer } from "../store/store.ts";
import type { Execution } from "./execution.ts";
import type { StatementOutcome } from "./outcome.ts";
import type { TableDraft } from "./table-draft.ts";

export function createTableSelect(_draft: TableDraft, _statement: CreateTable, _database: Database, _execution: Execution, _planning: Planning): Answer<StatementOutcome> {
	throw sqlError("notSupportedYet", "CREATE TABLE ... SELECT");
}
