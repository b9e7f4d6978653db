/**
 * EXPLAIN: the plan of a statement, without running it.
 */
import { sqlError } from "../errors.ts";
import type { StatementOutcome } from "../exec/outcome.ts";
import type { Planning } from "../plan/planning.ts";
import type { Explain } from "../sql/tree/session.ts";

export function explain(_statement: Explain, _planning: Planning): StatementOutcome {
	throw sqlError("notSupportedYet", "EXPLAIN");
}
