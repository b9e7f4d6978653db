/**
 * List-valued variables: comma-separated words, or switches that are on or off.
 *
 * A SET that names some switches leaves the others unchanged; an unknown word is error 1231, which quotes the rest of
 * the list from there.
 */
import { sqlError } from "../../errors/catalogue.ts";
import type { TypedValue } from "../../types/evaluation/evaluation.ts";
import type { Value } from "../../types/value/value.ts";
import {
	printPlainly,
	textOf,
	textType,
	type Variable,
	type VariableScope,
	wrongType,
	wrongValue,
} from "./variable.ts";

function listOf(name: string, given: TypedValue): string {
	const text = textOf(given);
	if (text === undefined) {
		throw given.value === null ? wrongValue(name, given) : wrongType(name);
	}
	return text;
}

/** Makes a variable of any of these words, separated by commas, shown in the order declared. */
export function wordList(name: string, scope: VariableScope, initial: string, words: readonly string[]): Variable {
	return Object.freeze({
		name,
		scope,
		readOnly: false,
		type: textType,
		initial,
		settle(given: TypedValue): Value {
			const chosen = listOf(name, given)
				.toUpperCase()
				.split(",")
				.filter((each) => each !== "");
			const strange = chosen.find((each) => !words.includes(each));
			if (strange !== undefined) {
				throw wrongValue(name, given);
			}
			return words.filter((each) => chosen.includes(each)).join(",");
		},
		show: printPlainly,
	});
}

/** Makes a variable of the form `one=on,other=off`; `default` resets a switch, or all of them. */
export function switches(name: string, scope: VariableScope, initial: string): Variable {
	const first = statesIn(initial);
	return Object.freeze({
		name,
		scope,
		readOnly: false,
		type: textType,
		initial,
		settle(given: TypedValue, _warn: unknown, current: () => Value): Value {
			const states = new Map(statesIn(String(current())));
			const changes = listOf(name, given).toLowerCase().split(",");
			changes.forEach((change, at) => {
				const [one = "", state = ""] = change
					.trim()
					.split("=")
					.map((part) => part.trim());
				if (change.trim() === "default" || (at === changes.length - 1 && change === "")) {
					return change === "" ? undefined : first.forEach((each, key) => states.set(key, each));
				}
				if (!first.has(one) || !["on", "off", "default"].includes(state)) {
					throw sqlError("wrongValueForVariable", name, listOf(name, given).split(",").slice(at).join(","));
				}
				states.set(one, state === "default" ? first.get(one)! : state);
			});
			return [...states].map((pair) => pair.join("=")).join(",");
		},
		show: printPlainly,
	});
}

function statesIn(list: string): ReadonlyMap<string, string> {
	return new Map(list.split(",").map((each) => each.split("=") as [string, string]));
}
