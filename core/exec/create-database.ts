/**
 * CREATE DATABASE: a record with the clause as written and as the rules resolve it.
 */
import { sqlError } from "../errors.ts";
import type { Planning } from "../plan/planning.ts";
import type { CreateDatabase } from "../sql/tree/database.ts";
import type { Answer } from "../store/store.ts";
import type { Execution } from "./execution.ts";
import type { StatementOutcome } from "./outcome.ts";

export function createDatabase(_statement: CreateDatabase, _execution: Execution, _planning: Planning): Answer<StatementOutcome> {
	throw sqlError("notSupportedYet", "CreateDatabase");
}
