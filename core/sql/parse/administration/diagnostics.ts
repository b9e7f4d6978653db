/**
 * Parses SIGNAL, RESIGNAL, GET DIAGNOSTICS and HELP.
 *
 * Condition names belong to stored programs, which do not exist: error 1319.
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

export function signal(cursor: Cursor): Signal {
	const kind = cursor.expectOneOf("signal", "resignal");
	const state = cursor.is("sqlstate") ? sqlState(cursor) : undefined;
	if (state === undefined && cursor.isName && !cursor.is("set")) {
		throw sqlError("conditionMissing", encodeText(cursor.name()));
	}
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

/** Class `00` (success) cannot be signalled. */
function sqlState(cursor: Cursor): string {
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
	const value = cursor.kind === TokenKind.userVariable ? cursor.expression() : (literal(cursor) ?? cursor.fail());
	return { name, value };
}

const conditionItems: readonly ConditionItem[] = [...signalItems, "returned_sqlstate"];

export function getDiagnostics(cursor: Cursor): GetDiagnostics {
	cursor.expect("get");
	const area = cursor.acceptOneOf("current", "stacked") ?? "current";
	cursor.expect("diagnostics");
	const condition = cursor.accept("condition")
		? cursor.kind === TokenKind.userVariable
			? cursor.expression()
			: (literal(cursor) ?? cursor.fail())
		: undefined;
	const items = cursor.list((inner) => {
		const variable = inner.userVariable();
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
