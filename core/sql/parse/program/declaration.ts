/**
 * Parses DECLARE: variables, conditions, cursors and handlers of a block, in this order (1337, 1338).
 */
import { sqlError } from "../../../errors/catalogue.ts";
import type { Block, Condition, Fragment, Handler, ProgramNode } from "../../tree/statement.ts";
import { sqlState } from "../administration/diagnostics.ts";
import type { Cursor } from "../cursor/cursor.ts";
import { charsetName } from "../cursor/name.ts";
import { dataType } from "../expression/data-type.ts";
import { assignedFragment, fragment, scopeOf } from "./fragment.ts";

type Declared = Pick<Block, "variables" | "cursors" | "handlers">;

/** Reads one statement of a body; given, since declarations hold bodies of handlers. */
type ReadNode = (cursor: Cursor) => ProgramNode;

export function declarations(cursor: Cursor, readNode: ReadNode): Declared {
	const variables: Block["variables"][number][] = [];
	const cursors: Block["cursors"][number][] = [];
	const handlers: Handler[] = [];
	const handled = new Set<string>();
	while (cursor.accept("declare")) {
		const next = cursor.wordAhead(1);
		if (next === "handler") {
			handlers.push(handler(cursor, handled, readNode));
		} else if (cursor.isName && next === "cursor") {
			if (handlers.length > 0) {
				throw sqlError("cursorAfterHandler");
			}
			cursors.push(cursorOf(cursor));
		} else {
			if (handlers.length > 0 || cursors.length > 0) {
				throw sqlError("variableAfterHandler");
			}
			if (cursor.isName && next === "condition") {
				const name = cursor.name();
				cursor.expectPhrase("condition", "for");
				scopeOf(cursor).declareCondition(name, writtenCondition(cursor));
			} else {
				variables.push(...variablesOf(cursor));
			}
		}
		endOfStatement(cursor);
	}
	return { variables, cursors, handlers };
}

export function endOfStatement(cursor: Cursor): void {
	cursor.expect(";");
}

function variablesOf(cursor: Cursor): Block["variables"] {
	const names = cursor.list((inner) => inner.name());
	const written = dataType(cursor);
	const type = cursor.accept("collate") ? { ...written, collation: charsetName(cursor) } : written;
	const initial: Fragment | undefined = cursor.accept("default") ? assignedFragment(cursor) : undefined;
	return names.map((name) => {
		const slot = scopeOf(cursor).declare(name, type);
		return initial === undefined ? { slot } : { slot, initial };
	});
}

function cursorOf(cursor: Cursor): Block["cursors"][number] {
	const name = cursor.name();
	cursor.expectPhrase("cursor", "for");
	if (!cursor.is("select") && !cursor.is("(")) {
		throw sqlError("badCursorQuery");
	}
	const query = fragment(cursor, (inner) => inner.query());
	if ((query.statement.kind === "select" || query.statement.kind === "union") && query.statement.into !== undefined) {
		throw sqlError("cursorInto");
	}
	return { cursor: scopeOf(cursor).declareCursor(name), query };
}

/** `handled`: conditions of the block's handlers before it. */
function handler(cursor: Cursor, handled: Set<string>, readNode: ReadNode): Handler {
	const action = cursor.expectOneOf("continue", "exit");
	cursor.expectPhrase("handler", "for");
	const conditions = cursor.list(condition);
	for (const each of conditions) {
		if (handled.has(keyOf(each))) {
			throw sqlError("duplicateHandler");
		}
		handled.add(keyOf(each));
	}
	return { action, conditions, body: scopeOf(cursor).within(() => readNode(cursor), true) };
}

function keyOf(condition: Condition): string {
	return JSON.stringify(condition);
}

function condition(cursor: Cursor): Condition {
	if (cursor.accept("sqlwarning")) {
		return { kind: "warning" };
	}
	if (cursor.accept("sqlexception")) {
		return { kind: "exception" };
	}
	if (cursor.acceptPhrase("not", "found")) {
		return { kind: "not-found" };
	}
	return cursor.isName ? scopeOf(cursor).condition(cursor.name()) : writtenCondition(cursor);
}

/** An error number, or SQLSTATE and its text. */
function writtenCondition(cursor: Cursor): Condition {
	return cursor.is("sqlstate")
		? { kind: "state", state: sqlState(cursor) }
		: { kind: "code", code: cursor.integer() || cursor.fail(cursor.at - 1) };
}
