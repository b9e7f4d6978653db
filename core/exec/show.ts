/**
 * SHOW.
 */
import type { Providers } from "../catalog/information-schema/providers.ts";
import { sqlError } from "../errors.ts";
import type { Planning } from "../plan/planning.ts";
import type { Show } from "../sql/tree/show.ts";
import type { Answer } from "../store/store.ts";
import type { Execution } from "./execution.ts";
import type { StatementOutcome } from "./outcome.ts";

export function show(_statement: Show, _execution: Execution, _planning: Planning, _providers: Providers): Answer<StatementOutcome> {
	throw sqlError("notSupportedYet", "Show");
}
