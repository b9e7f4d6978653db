/**
 * Variables that the rules in force declare: a switch's surface in SQL.
 *
 * In: switches. Out: variables. One with a global value is text, kept as it was set ("on", "OFF"); one of the session
 * alone is 1 or 0. A variable no rule declares does not exist.
 */
import type { Switch } from "../../rules/switch.ts";
import { sqlError } from "../../errors.ts";
import type { TypedValue } from "../../types/evaluation.ts";
import { printText } from "../../types/print.ts";
import type { ByteString, Value } from "../../types/value.ts";
import { flagType, printPlainly, textType, type Variable } from "./variable.ts";

export interface RuleVariable {
	readonly variable: Variable;
	readonly declared: Switch;
}

export function ruleVariables(switches: readonly Switch[]): readonly RuleVariable[] {
	return switches
		.filter(({ surface }) => surface === "variable")
		.map((declared) => ({ declared, variable: declared.scope === "session" ? sessionSwitch(declared) : storedSwitch(declared) }));
}

/** Is a switch on that was set to this text? */
export function isOn(value: Value): boolean {
	return value === 1 || (typeof value === "string" && ["1", "on", "true"].includes(value.toLowerCase()));
}

const onWords = ["0", "1", "on", "off"];

function storedSwitch({ name, default: initial }: Switch): Variable {
	return Object.freeze({
		name, scope: "both" as const, readOnly: false, type: textType, initial: initial ? "1" : "0",
		settle: (given: TypedValue): Value => settledWord(name, given, onWords),
		show: printPlainly,
	});
}

function sessionSwitch({ name, default: initial }: Switch): Variable {
	return Object.freeze({
		name, scope: "session" as const, readOnly: false, type: flagType, initial: initial ? 1 : 0,
		settle: (given: TypedValue): Value => (isOn(settledWord(name, given, [...onWords, "true", "false"])) ? 1 : 0),
		show: printPlainly,
	});
}

/** The text that was given, if it is one of the words in any letter case. */
function settledWord(name: string, given: TypedValue, words: readonly string[]): ByteString {
	const text = given.value === null ? "" : (printText(given.value, given.type) ?? "");
	if (!words.includes(text.toLowerCase())) {
		throw sqlError("wrongValueForVariable", name, text);
	}
	return text;
}
