/**
 * Parses PREPARE, EXECUTE and DEALLOCATE PREPARE.
 */
import { TokenKind } from "../../lex/tokens.ts";
import type { Cursor } from "../cursor/cursor.ts";
import type { Deallocate, Execute, Prepare } from "../../tree/prepared-statement.ts";

export function prepare(cursor: Cursor): Prepare {
	cursor.expect("prepare");
	const name = cursor.name();
	cursor.expect("from");
	if (cursor.kind === TokenKind.userVariable) {
		return { kind: "prepare", name, source: { kind: "user-variable", name: cursor.userVariable() } };
	}
	return { kind: "prepare", name, source: { kind: "literal", type: "string", bytes: cursor.stringBytes() } };
}

export function execute(cursor: Cursor): Execute {
	cursor.expect("execute");
	const name = cursor.name();
	const using = cursor.accept("using") ? cursor.list((inner) => inner.userVariable()) : [];
	return { kind: "execute", name, using };
}

/** At PREPARE, after DEALLOCATE or DROP. */
export function deallocate(cursor: Cursor): Deallocate {
	cursor.expect("prepare");
	return { kind: "deallocate", name: cursor.name() };
}
