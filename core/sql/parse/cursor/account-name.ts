/**
 * Parses account names: `'user'@'host'`, `user`, CURRENT_USER.
 */
import { TokenKind } from "../../lex/tokens.ts";
import type { Account } from "../../tree/session.ts";
import type { Cursor } from "./cursor.ts";

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
