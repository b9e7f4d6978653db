/**
 * Hook: the class that all questions of the kernel to a version extend.
 *
 * A hook's methods give the oldest answer. It has no constructor and no state; all it may know comes as arguments. A
 * rule is a class that extends the rule in force and overrides the answers that changed.
 */
import { type AnswerKinds, switchList } from "./answer.ts";
import type { Switch } from "./setting/switch.ts";

/** The class that hooks extend. */
export class Hook {
	/** The kind of answer that each question takes; plugins are held to it. */
	static readonly answers: AnswerKinds = { switches: switchList };

	/** Methods that only phrase a refusal: the caller has decided, so they are not signed as questions are. */
	static readonly phrases: readonly string[] = [];

	/** @returns the switches this rule reads; declaring one makes its variable, key or field known to the server */
	switches(): readonly Switch[] {
		return [];
	}
}

/** The class of a hook or of a rule: constructible without arguments; `hook` is its name as `--mix` spells it. */
export interface HookClass<H extends Hook = Hook> {
	new (): H;
	readonly hook: string;
	readonly phrases: readonly string[];
	readonly answers: AnswerKinds;
}

/**
 * A rule as a page writes it: a function from the class of the rule in force to a class that extends it.
 * @example
 *     const refuseAll = (Base) => class RefuseAll extends Base { text() { return refuse(1105, "HY000", "no"); } };
 */
export type Rule<H extends Hook> = (Base: HookClass<H>) => HookClass<H>;
