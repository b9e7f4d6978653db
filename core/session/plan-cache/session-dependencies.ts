/**
 * Records which facts of a session planning reads; a plan that read none can be shared by all sessions.
 */
import type { SessionLookup } from "../../plan/tree/planning.ts";
import type { TypedValue } from "../../types/evaluation/evaluation.ts";
import type { SqlType } from "../../types/value/type.ts";

/** Types of the user variables that were read; undefined: not set. */
export type VariableDependencies = ReadonlyMap<string, SqlType | undefined>;

export class SessionDependencies implements SessionLookup {
	isAsked = false;
	#variables = new Map<string, SqlType | undefined>();
	readonly #facts: SessionLookup;

	constructor(facts: SessionLookup) {
		this.#facts = facts;
	}

	/** Starts recording for a new plan. */
	begin(): void {
		this.isAsked = false;
		this.#variables = new Map();
	}

	get variables(): VariableDependencies {
		return this.#variables;
	}

	/** True if the variables still have the recorded types. */
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

	/** Not recorded: it is no fact of a session. */
	systemVariableType(name: string, scope: "session" | "global" | "any"): SqlType | undefined {
		return this.#facts.systemVariableType(name, scope);
	}
}
