/**
 * Parses REFERENCES and CHECK.
 */
import type { CheckDefinition, ReferentialAction, References } from "../../tree/table.ts";
import type { Cursor } from "../cursor/cursor.ts";
import { plainName, tableName } from "../cursor/name.ts";

export function references(cursor: Cursor): References {
	cursor.expect("references");
	const table = tableName(cursor);
	const columns = cursor.is("(") ? cursor.parenthesised(plainName) : [];
	if (cursor.accept("match")) {
		cursor.expectOneOf("full", "partial", "simple");
	}
	const actions: { onDelete?: ReferentialAction; onUpdate?: ReferentialAction } = {};
	for (;;) {
		if (cursor.isPhrase("on", "delete") && actions.onDelete === undefined) {
			cursor.at += 2;
			actions.onDelete = action(cursor);
		} else if (cursor.isPhrase("on", "update") && actions.onUpdate === undefined) {
			cursor.at += 2;
			actions.onUpdate = action(cursor);
		} else {
			return { table, columns, ...actions };
		}
	}
}

function action(cursor: Cursor): ReferentialAction {
	if (cursor.accept("set")) {
		return `set ${cursor.expectOneOf("null", "default")}`;
	}
	if (cursor.accept("no")) {
		cursor.expect("action");
		return "no action";
	}
	return cursor.expectOneOf("restrict", "cascade");
}

/** CHECK (expression) [[NOT] ENFORCED] */
export function checkClause(cursor: Cursor, constraint: string | undefined): CheckDefinition {
	cursor.expectPhrase("check", "(");
	const first = cursor.at;
	const expression = cursor.expression();
	const text = cursor.textSince(first);
	cursor.expect(")");
	const enforced = !cursor.acceptPhrase("not", "enforced");
	if (enforced) {
		cursor.accept("enforced");
	}
	return { kind: "check-definition", constraint, expression, text, enforced };
}
