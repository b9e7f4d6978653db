/**
 * Parses account names: `'user'@'host'`, `user`, CURRENT_USER.
 */
import { sqlError } from "../../../errors/catalogue.ts";
import { encodeText } from "../../../types/value/value.ts";
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

/** In characters. */
const [longestUser, longestHost] = [32, 60];
/** Of a name in a message. */
const longestShown = 70;

/** The host defaults to `%`. Throws 1470 for a name that is too long, 1105 for a host with `@`. */
export function account(cursor: Cursor): Account {
	if (cursor.accept("current_user")) {
		cursor.acceptPhrase("(", ")");
		return { user: "", host: "", current: true };
	}
	const user = kept(cursor.nameOrString(Number.POSITIVE_INFINITY), "user name", longestUser);
	if (cursor.kind !== TokenKind.userVariable) {
		return { user, host: "%" };
	}
	const written = cursor.userVariable();
	const host = kept(written === "" && cursor.isString ? cursor.string() : written, "host name", longestHost);
	if (host.includes("@")) {
		throw sqlError("unknownError", "Malformed hostname (illegal symbol: '@')");
	}
	return { user, host };
}

/**
 * A name as its column keeps it, without spaces at its end; of spaces alone as it is: it must not become the empty name
 * by mistake, that of the anonymous account.
 */
function kept(name: string, what: string, longest: number): string {
	const trimmed = name.replace(/(?<! ) +$/, "") || name;
	if ([...trimmed].length > longest) {
		throw sqlError("stringTooLong", encodeText(trimmed.slice(0, longestShown)), what, longest);
	}
	return trimmed;
}
