/**
 * DESCRIBE.
 */
import type { Providers } from "../catalog/information-schema/providers.ts";
import { sqlError } from "../errors.ts";
import type { Planning } from "../plan/planning.ts";
import type { Describe } from "../sql/tree/session.ts";
import type { Answer } from "../store/store.ts";
import type { Execution } from "./execution.ts";
import type { StatementOutcome } from "./outcome.ts";

export function describe(_statement: Describe, _execution: Execution, _planning: Planning, _providers: Providers): Answer<StatementOutcome> {
	throw sqlError("notSupportedYet", "Describe");
}
