/**
 * Conditions of the diagnostics area: an error as a condition, and the SQLSTATE of a condition.
 */
import { catalogue } from "../../errors/catalogue.ts";
import type { HandledCondition, Warning } from "../../types/evaluation/evaluation.ts";
import { SignalledError } from "./signal.ts";

const states = new Map<number, string>(Object.values(catalogue).map(([code, state]) => [code, state]));

export function stateOf({ code, items }: Warning): string {
	return items?.returned_sqlstate ?? states.get(code) ?? "HY000";
}

export function conditionOf(error: HandledCondition): Warning {
	const items = error instanceof SignalledError ? error.items : { returned_sqlstate: error.state };
	return { level: "Error", code: error.code, message: error.bytes, items };
}
