/**
 * Parses fragments: statements and expressions of stored programs with their variables as parameters.
 */
import { invariant } from "../../../errors/invariant.ts";
import { encodeText } from "../../../types/value/value.ts";
import type { Expression, Select } from "../../tree/expression.ts";
import type { Fragment } from "../../tree/statement.ts";
import type { Statement } from "../../tree/statement.ts";
import type { Cursor } from "../cursor/cursor.ts";
import type { ProgramScope } from "../cursor/program-scope.ts";

export function scopeOf({ program }: Cursor): ProgramScope {
	invariant(program !== undefined, "Bodies are parsed within a stored program.");
	return program;
}

/** Numbers parameters from 0 for the statement that `read` parses. */
export function fragment(cursor: Cursor, read: (cursor: Cursor) => Statement): Fragment {
	const scope = scopeOf(cursor);
	const { parameterCount } = cursor;
	const { slots } = scope;
	cursor.parameterCount = 0;
	scope.slots = [];
	const first = cursor.at;
	const statement = read(cursor);
	const node = {
		statement,
		text: cursor.bytesSince(first),
		parameterCount: cursor.parameterCount,
		slots: scope.slots,
	};
	cursor.parameterCount = parameterCount;
	scope.slots = slots;
	return node;
}

function selectOf(expression: Expression, text: string): Select {
	return { kind: "select", distinct: false, modifiers: [], items: [{ kind: "item", expression, text }] };
}

export function expressionFragment(cursor: Cursor): Fragment {
	return fragment(cursor, () => {
		const first = cursor.at;
		const expression = cursor.expression();
		return selectOf(expression, cursor.textSince(first));
	});
}

/** The value of a variable, a column of NEW, or RETURN. */
export function assignedFragment(cursor: Cursor): Fragment {
	return fragment(cursor, () => {
		const first = cursor.at;
		const expression = cursor.expression();
		return { ...selectOf(expression, cursor.textSince(first)), isAssigned: true };
	});
}

/** `expression IS TRUE`: 1 or 0, by the truth of SQL. */
export function conditionFragment(cursor: Cursor): Fragment {
	return fragment(cursor, () => {
		const first = cursor.at;
		const operand = cursor.expression();
		return selectOf({ kind: "is", operand, test: "true", negated: false }, cursor.textSince(first));
	});
}

/** `operand = value`, for a branch of CASE whose operand is in a variable. */
export function comparisonFragment(cursor: Cursor, operand: number): Fragment {
	return fragment(cursor, () => {
		const left = cursor.localParameter(operand);
		const first = cursor.at;
		const right = cursor.expression();
		return selectOf({ kind: "binary", operator: "=", left, right }, cursor.textSince(first));
	});
}

/** NULL, the first value of a variable without DEFAULT. */
export const nullFragment: Fragment = {
	statement: selectOf({ kind: "literal", type: "null" }, "NULL"),
	text: encodeText("NULL"),
	parameterCount: 0,
	slots: [],
};
