/**
 * DROP TABLE.
 */
import { sqlError } from "../errors.ts";
import type { Planning } from "../plan/planning.ts";
import type { DropTable } from "../sql/tree/table.ts";
import type { Answer } from "../store/store.ts";
import type { Execution } from "./execution.ts";
import type { StatementOutcome } from "./outcome.ts";

export function dropTable(_statement: DropTable, _execution: Execution, _planning: Planning): Answer<StatementOutcome> {
	throw sqlError("notSupportedYet", "DropTable");
}
