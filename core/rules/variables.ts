/**
 * Hook variables: initial values of system variables, and the values that switches accept.
 *
 * Switches are declared by the rules that read them.
 */
import {
	type AnswerKinds,
	either,
	nothing,
	refusal,
	yesOrNo,
	refusalOrWarning,
	text,
	knownCharset,
	variableValue,
	verdict,
} from "./answer.ts";
import type { ByteString, Value } from "../types/value/value.ts";
import { Hook } from "./hook.ts";
import { type Refusal, refuse, refuseBytes } from "./refusal.ts";
import type { Switch } from "./setting/switch.ts";

const words = ["0", "1", "on", "off"];

/** Questions about system variables. */
export class Variables extends Hook {
	static readonly hook: string = "variables";
	static override readonly answers: AnswerKinds = {
		...Hook.answers,
		initial: variableValue,
		connectionCharset: knownCharset,
		bytesAreText: yesOrNo,
		comparesBytes: yesOrNo,
		refuseCollationId: either(nothing, refusal),
		settleSwitch: verdict(text),
		refuseUnknown: refusalOrWarning,
	};

	/**
	 * @param value MySQL's
	 * @returns a variable's value where it was never set
	 */
	initial(_name: string, value: Value): Value {
		return value;
	}

	/** @returns the charset in which a connection's bytes are read, where it named this one */
	connectionCharset(charset: string): string {
		return charset;
	}

	/** Decides whether text is compared byte by byte and without padding, whatever collation a statement names. */
	comparesBytes(): boolean {
		return false;
	}

	/**
	 * Refuses a client whose handshake names a collation that is not known.
	 * @returns a refusal, or undefined: the connection has the server's charset
	 */
	refuseCollationId(_id: number): Refusal | undefined {
		return undefined;
	}

	/**
	 * @returns true to take bytes as text where text or a JSON document is wanted; false to refuse those that are
	 * ill-formed (NULL and warning 1300), and any bytes in the place of a document (3144)
	 */
	bytesAreText(): boolean {
		return false;
	}

	/**
	 * @param given null is NULL
	 * @returns the text that is stored for a switch set to this one, or a refusal
	 */
	settleSwitch(declared: Switch, given: ByteString | null): ByteString | Refusal {
		const text = given ?? "";
		const known = declared.scope === "both" ? words : [...words, "true", "false"];
		return known.includes(text.toLowerCase())
			? text
			: refuseBytes(1231, "42000", `Variable '${declared.name}' can't be set to the value of '${text}'`);
	}

	/**
	 * @returns the error for a variable that does not exist; with a warning in its place SET has no effect, and the
	 *   variable reads as NULL
	 */
	refuseUnknown(name: string): Refusal {
		return refuse(1193, "HY000", `Unknown system variable '${name}'`);
	}
}
