/**
 * What planning asks of a session, and whether it did.
 *
 * In: a session's facts. Out: the same, noted: a plan during whose making nothing was asked is good for every session with the
 * same settings. It refuses to know plans.
 */
import type { SessionQuestions } from "../plan/planning.ts";
import type { TypedValue } from "../types/evaluation.ts";

export class AskedSession implements SessionQuestions {
	/** Set back by whoever begins to plan. */
	isAsked = false;
	readonly #facts: SessionQuestions;

	constructor(facts: SessionQuestions) {
		this.#facts = facts;
	}

	get currentUser(): string {
		this.isAsked = true;
		return this.#facts.currentUser;
	}

	userVariable(name: string): TypedValue | undefined {
		this.isAsked = true;
		return this.#facts.userVariable(name);
	}

	systemVariable(name: string, scope: "session" | "global" | "any"): TypedValue | undefined {
		this.isAsked = true;
		return this.#facts.systemVariable(name, scope);
	}
}
