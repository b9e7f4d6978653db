/**
 * Variables that the rules in force declare for their switches.
 *
 * One with a global value is text, stored as set ("on", "OFF"); one of the session alone is 1 or 0. A variable that
 * no rule declares does not exist.
 */
import type { Switch, SwitchValue } from "../../rules/setting/switch.ts";
import type { Variables } from "../../rules/variables.ts";
import { granted, type WarningSink } from "../../rules/warned.ts";
import type { TypedValue } from "../../types/evaluation/evaluation.ts";
import { printText } from "../../types/print/print.ts";
import { type ByteString, decodeText, encodeText, type Value } from "../../types/value/value.ts";
import {
	count,
	flagType,
	printPlainly,
	real,
	type SetWarnings,
	text,
	textType,
	type Variable,
	word,
} from "./variable.ts";

export interface RuleVariable {
	readonly variable: Variable;
	readonly declared: Switch;
}

export function ruleVariables(switches: readonly Switch[], questions: Variables): readonly RuleVariable[] {
	return switches
		.filter(({ surface }) => surface === "variable")
		.map((declared) => ({
			declared,
			variable: variableOf(declared, questions),
		}));
}

/** Settings on or off have the forms that the rules' settle-switch question decides; others are MySQL's. */
function variableOf(declared: Switch, questions: Variables): Variable {
	const { name, default: initial, least, greatest, whole, words } = declared;
	const scope = declared.scope === "both" ? "both" : "session";
	if (typeof initial === "boolean") {
		return scope === "both" ? storedSwitch(declared, questions) : sessionSwitch(declared, questions);
	}
	if (typeof initial === "number") {
		return whole === true
			? count(name, scope, initial, least ?? Number.MIN_SAFE_INTEGER, greatest ?? Number.MAX_SAFE_INTEGER)
			: real(name, scope, initial, least ?? -Number.MAX_VALUE, greatest ?? Number.MAX_VALUE);
	}
	return words === undefined ? text(name, scope, initial) : word(name, scope, initial, words);
}

/** A switch's value as its variable holds it. */
export function variableValue(value: SwitchValue): Value {
	return typeof value === "boolean" ? (value ? 1 : 0) : typeof value === "number" ? value : encodeText(value);
}

/** A variable's value as a switch has it. */
export function switchValue(value: Value, { default: initial }: Switch): SwitchValue {
	return typeof initial === "boolean"
		? isOn(value)
		: typeof initial === "number"
			? Number(value)
			: decodeText(String(value ?? ""));
}

/** True if the text means on. */
export function isOn(value: Value): boolean {
	return value === 1 || (typeof value === "string" && ["1", "on", "true"].includes(value.toLowerCase()));
}

function storedSwitch(declared: Switch, questions: Variables): Variable {
	const { name, default: initial } = declared;
	return Object.freeze({
		name,
		scope: "both" as const,
		readOnly: false,
		type: textType,
		initial: initial ? "1" : "0",
		settle: (given: TypedValue, warnings: SetWarnings): Value => settledWord(declared, given, questions, warnings),
		show: printPlainly,
	});
}

function sessionSwitch(declared: Switch, questions: Variables): Variable {
	const { name, default: initial } = declared;
	return Object.freeze({
		name,
		scope: "session" as const,
		readOnly: false,
		type: flagType,
		initial: initial ? 1 : 0,
		settle: (given: TypedValue, warnings: SetWarnings): Value =>
			isOn(settledWord(declared, given, questions, warnings)) ? 1 : 0,
		show: printPlainly,
	});
}

/** Returns the text to store. Throws the rules' refusal. */
function settledWord(
	declared: Switch,
	{ value, type }: TypedValue,
	questions: Variables,
	sink: WarningSink,
): ByteString {
	const given = value === null ? null : (printText(value, type) ?? "");
	return granted(questions.settleSwitch(declared, given), sink);
}
