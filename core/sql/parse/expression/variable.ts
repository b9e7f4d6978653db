/**
 * Parses variables: `@name`, `@name := value`, `@@name`, `@@global.name`.
 */
import type { Expression, SystemVariable } from "../../tree/expression.ts";
import type { Cursor } from "../cursor/cursor.ts";

export function userVariable(cursor: Cursor): Expression {
	const name = cursor.userVariable();
	if (cursor.accept(":=")) {
		return { kind: "assign-variable", name, value: cursor.expression() };
	}
	return cursor.isAssigned(name) ? { kind: "user-variable", name, assigned: true } : { kind: "user-variable", name };
}

/** The name after `@@`, lower case; may have a second part (`@@hot.key_buffer_size`). */
export function systemVariable(cursor: Cursor): SystemVariable {
	cursor.expect("@@");
	const scope = variableScope(cursor);
	return { kind: "system-variable", scope: scope ?? "any", name: variableName(cursor) };
}

function variableScope(cursor: Cursor): "global" | "session" | undefined {
	if (cursor.wordAhead(1) !== ".") {
		return undefined;
	}
	const scope = cursor.acceptOneOf("global", "session", "local");
	if (scope === undefined) {
		return undefined;
	}
	cursor.expect(".");
	return scope === "global" ? "global" : "session";
}

/** `name` or `part.name` */
export function variableName(cursor: Cursor): string {
	const first = cursor.name();
	return cursor.accept(".") ? `${first}.${cursor.name()}` : first;
}
