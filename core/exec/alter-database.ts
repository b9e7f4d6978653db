/**
 * ALTER DATABASE: a new default for tables to come.
 */
import { sqlError } from "../errors.ts";
import type { Planning } from "../plan/planning.ts";
import type { AlterDatabase } from "../sql/tree/database.ts";
import type { Answer } from "../store/store.ts";
import type { Execution } from "./execution.ts";
import type { StatementOutcome } from "./outcome.ts";

export function alterDatabase(_statement: AlterDatabase, _execution: Execution, _planning: Planning): Answer<StatementOutcome> {
	throw sqlError("notSupportedYet", "AlterDatabase");
}
