/**
 * Hook configuration: how settings are treated that no rule in force declares.
 */
import { type AnswerKinds, oneOf } from "./answer.ts";
import { Hook } from "./hook.ts";

/** Questions about unknown settings. */
export class Configuration extends Hook {
	static readonly hook: string = "configuration";
	static override readonly answers: AnswerKinds = {
		...Hook.answers,
		unknownKey: oneOf("warn", "ignore"),
		unknownField: oneOf("refuse", "ignore"),
	};

	/** @returns the treatment of an unknown key of the configuration file */
	unknownKey(_key: string): "warn" | "ignore" {
		return "warn";
	}

	/** @returns the treatment of an unknown field of POST /settings */
	unknownField(_field: string): "refuse" | "ignore" {
		return "refuse";
	}
}
