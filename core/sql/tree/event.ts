/**
 * Syntax of an event's clauses: when it runs, and what becomes of it.
 */
import type { Expression } from "./expression.ts";

export type EventSchedule =
	| { readonly kind: "at"; readonly at: Expression }
	| {
			readonly kind: "every";
			readonly amount: Expression;
			readonly unit: string;
			/** Absent: from now on. */
			readonly starts?: Expression;
			readonly ends?: Expression;
	  };

export type EventStatus = "ENABLED" | "DISABLED" | "SLAVESIDE_DISABLED";

/** Absent members were not written. */
export interface EventClauses {
	readonly schedule?: EventSchedule;
	/** ON COMPLETION PRESERVE (true) or NOT PRESERVE. */
	readonly preserve?: boolean;
	readonly status?: EventStatus;
	readonly comment?: string;
}
