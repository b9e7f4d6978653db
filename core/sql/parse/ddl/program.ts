/**
 * Parses DROP TRIGGER, PROCEDURE, FUNCTION and EVENT, and CALL.
 */
import type { CallProcedure, DropProgram } from "../../tree/session.ts";
import type { Cursor } from "../cursor/cursor.ts";
import { callArguments } from "../expression/function-call.ts";
import { ifExists, objectName } from "../cursor/name.ts";

const droppable = ["trigger", "procedure", "function", "event"] as const;

export function isDroppable(word: string): boolean {
	return (droppable as readonly string[]).includes(word);
}

export function dropProgram(cursor: Cursor, what: DropProgram["what"]): DropProgram {
	cursor.expect(what);
	const exists = ifExists(cursor);
	return { kind: "drop-program", what, name: objectName(cursor), ifExists: exists };
}

export function callProcedure(cursor: Cursor): CallProcedure {
	cursor.expect("call");
	const name = objectName(cursor);
	return { kind: "call-procedure", name, arguments: cursor.is("(") ? callArguments(cursor) : [] };
}
