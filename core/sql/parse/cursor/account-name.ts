/**
 * Parses account names: `'user'@'host'`, `user`, CURRENT_USER.
 */
import { TokenKind } from "../../lex/tokens.ts";
import type { Account } from "../../tree/session.ts";
import type { Cursor } from "./cursor.ts";

/** `definer = account`; undefined where it is not written. */
export function definerClause(cursor: Cursor): Account | undefined {
	if (!cursor.accept("definer")) {
		return undefined;
	}
	cursor.accept("=");
	return account(cursor);
}

const definable: ReadonlySet<string> = new Set(["procedure", "function", "trigger", "event", "view", "sql"]);

/** Offset of the object's keyword after CREATE, ALTER or DROP; a DEFINER clause may come between. */
export function objectAhead(cursor: Cursor): number {
	if (cursor.wordAhead(1) !== "definer") {
		return 1;
	}
	let ahead = 2;
	while (cursor.kindAhead(ahead) !== TokenKind.end && !definable.has(cursor.wordAhead(ahead))) {
		ahead++;
	}
	return ahead;
}

/** The host defaults to `%`. */
export function account(cursor: Cursor): Account {
	if (cursor.accept("current_user")) {
		cursor.acceptPhrase("(", ")");
		return { user: "", host: "", current: true };
	}
	const user = cursor.nameOrString(Number.POSITIVE_INFINITY);
	if (cursor.kind !== TokenKind.userVariable) {
		return { user, host: "%" };
	}
	const host = cursor.userVariable();
	return { user, host: host === "" && cursor.isString ? cursor.string() : host };
}
