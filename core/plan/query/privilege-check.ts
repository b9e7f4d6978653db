/**
 * Queries whose needs are checked as soon as they are planned: those of statements whose plan nobody keeps.
 *
 * In: what planning may know. Out: the same, with a check behind each query. It refuses to know who has which
 * privilege.
 */
import { anyOnRows, type RequiredPrivileges } from "../tree/required-privileges.ts";
import type { Planning } from "../tree/planning.ts";
import type { QueryPlan } from "../tree/query-plan.ts";

/** `anyWord`: whoever may do nothing at all to a table's rows is refused in this word. */
export function withPrivilegeChecks(planning: Planning, anyWord?: string): Planning {
	const { admit, admitWritten, planQuery } = planning;
	if (admit === undefined) {
		return planning;
	}
	return {
		...planning,
		planQuery: (query, around, enclosing) => {
			const needs: RequiredPrivileges[] = [];
			let plan: QueryPlan;
			try {
				plan = planQuery(query, { ...around, needs }, enclosing);
			} catch (failure) {
				admitWritten?.(query, anyWord);
				throw failure;
			}
			admit(anyWord === undefined ? needs : [...needs.flatMap((need) => anyOnRows(need, anyWord)), ...needs]);
			return plan;
		},
	};
}
