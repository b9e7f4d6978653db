/**
 * variables: what system variables begin with, and what switches may be set to.
 *
 * In: a name and a value. Out: a value, or a refusal. Which switches there are is declared by the rules that read
 * them.
 */
import { type AnswerKinds, refusal, text, knownCharset, either, variableValue } from "./answer.ts";
import type { ByteString, Value } from "../types/value.ts";
import { Hook } from "./hook.ts";
import { type Refusal, refuse, refuseBytes } from "./refusal.ts";
import type { Switch } from "./switch.ts";

const words = ["0", "1", "on", "off"];

export class Variables extends Hook {
	static readonly hook: string = "variables";
	static override readonly answers: AnswerKinds = {
		...Hook.answers,
		initial: variableValue,
		connectionCharset: knownCharset,
		settleSwitch: either(text, refusal),
		refuseUnknown: refusal,
	};

	/** A variable's value where nobody set it. */
	initial(_name: string, value: Value): Value {
		return value;
	}

	/** The charset that the connection's bytes are in, where it named this one. */
	connectionCharset(charset: string): string {
		return charset;
	}

	/** What is kept of the text that a switch is set to; null is NULL. */
	settleSwitch(declared: Switch, given: ByteString | null): ByteString | Refusal {
		const text = given ?? "";
		const known = declared.scope === "both" ? words : [...words, "true", "false"];
		return known.includes(text.toLowerCase())
			? text
			: refuseBytes(1231, "42000", `Variable '${declared.name}' can't be set to the value of '${text}'`);
	}

	/** The error of a variable that does not exist. */
	refuseUnknown(name: string): Refusal {
		return refuse(1193, "HY000", `Unknown system variable '${name}'`);
	}
}
