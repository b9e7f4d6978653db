/**
 * Parses SIGNAL, RESIGNAL, GET DIAGNOSTICS and HELP.
 */
import { sqlError } from "../../../errors/catalogue.ts";
import { encodeText } from "../../../types/value/value.ts";
import { TokenKind } from "../../lex/tokens.ts";
import {
	type ConditionItem,
	type GetDiagnostics,
	type Help,
	type Signal,
	signalItems,
} from "../../tree/diagnostics.ts";
import type { Cursor } from "../cursor/cursor.ts";
import { literal } from "../expression/literal.ts";
import type { Expression } from "../../tree/expression.ts";
import { variableTarget } from "../query/into.ts";

export function signal(cursor: Cursor): Signal {
	const kind = cursor.expectOneOf("signal", "resignal");
	const state = cursor.is("sqlstate") ? sqlState(cursor) : namedState(cursor);
	if (state === undefined && kind === "signal") {
		return cursor.fail();
	}
	const items = cursor.accept("set") ? cursor.list(signalAssignment) : [];
	const twice = items.find(({ name }, at) => items.findIndex((each) => each.name === name) < at);
	if (twice !== undefined) {
		throw sqlError("duplicateSignalItem", twice.name.toUpperCase());
	}
	return { kind, ...(state === undefined ? {} : { state }), items };
}

/** The state of a condition that the stored program declares; undefined: none is named. */
function namedState(cursor: Cursor): string | undefined {
	if (!cursor.isName || cursor.is("set")) {
		return undefined;
	}
	const name = cursor.name();
	const condition = cursor.program?.condition(name);
	if (condition === undefined) {
		throw sqlError("conditionMissing", encodeText(name));
	}
	if (condition.kind !== "state") {
		throw sqlError("badSignalCondition");
	}
	return condition.state;
}

/** Class `00` (success) cannot be signalled. */
export function sqlState(cursor: Cursor): string {
	cursor.expect("sqlstate");
	cursor.accept("value");
	const state = cursor.string();
	if (!/^[0-9A-Z]{5}$/.test(state) || state.startsWith("00")) {
		throw sqlError("badSqlState", encodeText(state));
	}
	return state;
}

function signalAssignment(cursor: Cursor): Signal["items"][number] {
	const name = cursor.expectOneOf(...signalItems);
	cursor.expect("=");
	return { name, value: simpleValue(cursor) };
}

/** A literal or a variable. */
function simpleValue(cursor: Cursor): Expression {
	const isVariable = cursor.kind === TokenKind.userVariable || cursor.kind === TokenKind.name || cursor.is("@@");
	return isVariable ? cursor.expression() : (literal(cursor) ?? cursor.fail());
}

const conditionItems: readonly ConditionItem[] = [...signalItems, "returned_sqlstate"];

export function getDiagnostics(cursor: Cursor): GetDiagnostics {
	cursor.expect("get");
	const area = cursor.acceptOneOf("current", "stacked") ?? "current";
	cursor.expect("diagnostics");
	const condition = cursor.accept("condition") ? simpleValue(cursor) : undefined;
	const items = cursor.list((inner) => {
		const variable = variableTarget(inner);
		inner.expect("=");
		return {
			variable,
			name: condition === undefined ? inner.expectOneOf("number", "row_count") : inner.expectOneOf(...conditionItems),
		};
	});
	return { kind: "get-diagnostics", area, ...(condition === undefined ? {} : { condition }), items };
}

export function help(cursor: Cursor): Help {
	cursor.expect("help");
	return { kind: "help", topic: cursor.nameOrString() };
}
