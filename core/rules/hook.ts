/**
 * What all hooks have in common.
 *
 * A hook is a question the kernel asks of a version: a class whose methods give the oldest answer, without a
 * constructor and without state. All it may know comes as arguments. A rule is a class that extends the rule in force
 * and overrides what it changes.
 *
 * In: nothing. Out: the class to extend and the type of such classes. It refuses to know containers.
 */
import { type AnswerKinds, plainList } from "./answer.ts";
import type { Switch } from "./switch.ts";

export class Hook {
	/** What each question may be answered with: plugins are held to it. */
	static readonly answers: AnswerKinds = { switches: plainList };

	/**
	 * Methods that only find the words of a refusal: who uses one has decided, so they are not signed as questions are.
	 */
	static readonly phrases: readonly string[] = [];

	/** The switches this rule reads: declaring one is what makes its variable, key or field known. */
	switches(): readonly Switch[] {
		return [];
	}
}

/** A hook's class or a rule's: constructible without arguments; `hook` is its name as `--mix` spells it. */
export interface HookClass<H extends Hook = Hook> {
	new (): H;
	readonly hook: string;
	readonly phrases: readonly string[];
	readonly answers: AnswerKinds;
}

/** A difference to whatever rule is in force: a class that extends it. */
export type Rule<H extends Hook> = (Base: HookClass<H>) => HookClass<H>;
