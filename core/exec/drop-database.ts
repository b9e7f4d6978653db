/**
 * DROP DATABASE and all its tables.
 */
import { sqlError } from "../errors.ts";
import type { Planning } from "../plan/planning.ts";
import type { DropDatabase } from "../sql/tree/database.ts";
import type { Answer } from "../store/store.ts";
import type { Execution } from "./execution.ts";
import type { StatementOutcome } from "./outcome.ts";

export function dropDatabase(_statement: DropDatabase, _execution: Execution, _planning: Planning): Answer<StatementOutcome> {
	throw sqlError("notSupportedYet", "DropDatabase");
}
