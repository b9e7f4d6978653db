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
	const admitted = new Admitted();
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
			const asked = admitted.others(needs);
			admit(anyWord === undefined ? asked : [...asked.flatMap((need) => anyOnRows(need, anyWord)), ...asked]);
			admitted.add(asked);
			// EXPLAIN asks for more.
			for (const need of needs) {
				around.needs?.push(need);
			}
			return plan;
		},
	};
}

/**
 * Needs that were admitted with a query within: of views of views each would be checked again at every level, behind
 * all views (100 of them: 2 s, 2 x AMD EPYC, 2026-11-30).
 */
class Admitted {
	readonly #weights = new WeakMap<RequiredPrivileges, number>();

	/** Those that were not admitted, or have grown since: columns are added as expressions use them. */
	others(needs: readonly RequiredPrivileges[]): readonly RequiredPrivileges[] {
		return needs.filter((need) => this.#weights.get(need) !== weight(need));
	}

	add(needs: readonly RequiredPrivileges[]): void {
		for (const need of needs) {
			this.#weights.set(need, weight(need));
		}
	}
}

/** Grows with every privilege that is added. */
function weight(need: RequiredPrivileges): number {
	if (need.kind !== "table") {
		return 0;
	}
	let sum = need.whole + need.all;
	for (const privileges of need.columns.values()) {
		sum += privileges;
	}
	return sum;
}
