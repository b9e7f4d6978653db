/**
 * Checks privileges as soon as a query is planned, for statements whose plans are not cached.
 */
import { Waiting } from "../../async/waiting.ts";
import { inTurns, turnsWithin } from "../tree/planning-turns.ts";
import { anyOnRows, type RequiredPrivileges } from "../tree/required-privileges.ts";
import type { Planning } from "../tree/planning.ts";
import type { QueryPlan } from "../tree/query-plan.ts";

/** `anyWord`: the error names this word if the account has no privilege at all on a table's rows. */
export function withPrivilegeChecks(planning: Planning, anyWord?: string): Planning {
	const { admit, admitWritten, planQuery } = planning;
	if (admit === undefined) {
		return planning;
	}
	return {
		...planning,
		planQuery: (query, around, enclosing) => {
			// Gathered at this place, through all turns.
			const needs = inTurns(turnsWithin(around, planning), query, (): RequiredPrivileges[] => []);
			let plan: QueryPlan;
			try {
				plan = planQuery(query, { ...around, needs }, enclosing);
			} catch (failure) {
				if (!(failure instanceof Waiting)) {
					admitWritten?.(query, anyWord);
				}
				throw failure;
			}
			admit(anyWord === undefined ? needs : [...needs.flatMap((need) => anyOnRows(need, anyWord)), ...needs]);
			// EXPLAIN asks for more.
			for (const need of needs) {
				around.needs?.push(need);
			}
			return plan;
		},
	};
}
