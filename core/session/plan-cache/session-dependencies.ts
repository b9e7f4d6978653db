/**
 * What planning asks of a session, and whether it did.
 *
 * In: a session's facts. Out: the same, noted: a plan during whose making nothing was asked is good for every session
 * with the same settings.
 */
import type { SessionLookup } from "../../plan/tree/planning.ts";
import type { TypedValue } from "../../types/evaluation/evaluation.ts";
import type { SqlType } from "../../types/value/type.ts";

/** The types of the user variables that were asked for; undefined: it was not set. */
export type VariableDependencies = ReadonlyMap<string, SqlType | undefined>;

export class SessionDependencies implements SessionLookup {
	isAsked = false;
	#variables = new Map<string, SqlType | undefined>();
	readonly #facts: SessionLookup;

	constructor(facts: SessionLookup) {
		this.#facts = facts;
	}

	/** Whoever begins to plan says so: nothing was asked yet. */
	begin(): void {
		this.isAsked = false;
		this.#variables = new Map();
	}

	get variables(): VariableDependencies {
		return this.#variables;
	}

	/** Have they the types that they had then? */
	still(variables: VariableDependencies, same: (then: SqlType, now: TypedValue) => boolean): boolean {
		for (const [name, then] of variables) {
			const now = this.#facts.userVariable(name);
			if (then === undefined || now === undefined ? then !== now?.type : !same(then, now)) {
				return false;
			}
		}
		return true;
	}

	get currentUser(): string {
		this.isAsked = true;
		return this.#facts.currentUser;
	}

	userVariable(name: string): TypedValue | undefined {
		this.isAsked = true;
		const variable = this.#facts.userVariable(name);
		this.#variables.set(name, variable?.type);
		return variable;
	}

	systemVariable(name: string, scope: "session" | "global" | "any"): TypedValue | undefined {
		this.isAsked = true;
		return this.#facts.systemVariable(name, scope);
	}
}
