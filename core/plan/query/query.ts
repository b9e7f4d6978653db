/**
 * Query planner: plans SELECT and UNION to a `QueryPlan` that can be cached and run many times.
 *
 * `enclosing`: the query is a subquery and may read values of the row around it.
 */
import type { Planning, Enclosing } from "../tree/planning.ts";
import type { QueryPlan } from "../tree/query-plan.ts";
import { planSelect } from "./select.ts";
import { planUnion } from "./union.ts";
import type { Query } from "../../sql/tree/expression.ts";

export type { QueryPlan } from "../tree/query-plan.ts";

export function planQuery(query: Query, planning: Planning, enclosing?: Enclosing): QueryPlan {
	return query.kind === "select" ? planSelect(query, planning, enclosing) : planUnion(query, planning, enclosing);
}
