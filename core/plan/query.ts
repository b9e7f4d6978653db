/** Stub: signatures first, bodies follow. */
import { invariant } from "../invariant.ts";
import type { Query } from "../sql/tree/query.ts";
import type { Planning } from "./planning.ts";
import type { QueryPlan } from "./query-plan.ts";
import type { Enclosing } from "./scope.ts";

export type { QueryPlan } from "./query-plan.ts";

export function planQuery(_query: Query, _planning: Planning, _enclosing?: Enclosing): QueryPlan {
	invariant(false, "Not there yet.");
}
