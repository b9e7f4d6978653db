/**
 * configuration: what becomes of settings that nobody in force knows.
 *
 * In: a name. Out: what is done about it. Which settings are known is the rules' own say: see the switches they
 * declare.
 */
import { type AnswerKinds, oneOf } from "./answer.ts";
import { Hook } from "./hook.ts";

export class Configuration extends Hook {
	static readonly hook: string = "configuration";
	static override readonly answers: AnswerKinds = {
		...Hook.answers,
		unknownKey: oneOf("warn", "ignore"),
		unknownField: oneOf("refuse", "ignore"),
	};

	/** A key of the configuration file. */
	unknownKey(_key: string): "warn" | "ignore" {
		return "warn";
	}

	/** A field of POST /settings. */
	unknownField(_field: string): "refuse" | "ignore" {
		return "refuse";
	}
}
