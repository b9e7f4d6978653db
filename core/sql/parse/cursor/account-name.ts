/**
 * TODO header.
 */
import { TokenKind } from "../../lex/tokens.ts";
import type { Account } from "../../tree/session.ts";
import type { Cursor } from "./cursor.ts";

/** `'name'@'host'`, `name`, CURRENT_USER. */
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
