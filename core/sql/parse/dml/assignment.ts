/**
 * Parses column assignments of INSERT ... SET, UPDATE, ON DUPLICATE KEY UPDATE and LOAD DATA.
 */
import type { Assignment } from "../../tree/data.ts";
import type { Expression } from "../../tree/expression.ts";
import type { Cursor } from "../cursor/cursor.ts";
import { columnName } from "../cursor/name.ts";

/** `column = value` or `column := value`; the value may be DEFAULT. */
export function assignment(cursor: Cursor): Assignment {
	const column = columnName(cursor);
	cursor.expectOneOf("=", ":=");
	return { column, value: valueOrDefault(cursor) };
}

export function valueOrDefault(cursor: Cursor): Expression {
	if (cursor.is("default") && cursor.wordAhead(1) !== "(") {
		cursor.at++;
		return { kind: "default-of" };
	}
	return cursor.expression();
}
