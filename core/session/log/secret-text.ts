/**
 * Statements as lists and logs may show them: without passwords.
 *
 * In: a statement and its text. Out: the text, or where it holds a password, the statement printed with `<secret>` in
 * its place, as MySQL writes it. What PREPARE is given as text is looked at too.
 */
import { createParser } from "../../sql/parse/index.ts";
import type { ParserMode } from "../../sql/parser.ts";
import { printStatement } from "../../sql/print/index.ts";
import type { IdentifiedUser, SetAssignment } from "../../sql/tree/session.ts";
import type { Statement } from "../../sql/tree/statement.ts";
import { type ByteString, encodeText } from "../../types/value/value.ts";

const secret = "<secret>";

/** Most statements have no place for a password, and are known by their kind. */
export function shownText(statement: Statement, text: ByteString, mode: ParserMode): ByteString {
	switch (statement.kind) {
		case "create-user":
		case "alter-user":
			return statement.users.some(hasSecret)
				? printStatement({ ...statement, users: statement.users.map(withoutSecret) })
				: text;
		case "grant":
		case "revoke":
			return statement.accounts.some(hasSecret)
				? printStatement({ ...statement, accounts: statement.accounts.map(withoutSecret) })
				: text;
		case "set":
			return statement.assignments.some(setsSecret)
				? printStatement({
						...statement,
						assignments: statement.assignments.map((each) => (setsSecret(each) ? { ...each, password: secret } : each)),
					})
				: text;
		case "prepare":
			return statement.source.kind === "literal" && statement.source.type === "string"
				? preparedText(statement, statement.source.bytes, text, mode)
				: text;
		default:
			return text;
	}
}

function preparedText(
	statement: Statement & { kind: "prepare" },
	source: ByteString,
	text: ByteString,
	mode: ParserMode,
): ByteString {
	let inner: Statement | undefined;
	try {
		inner = createParser().parseFirst(source, mode).first?.statement;
	} catch {
		// What can't be read may be a mistake within a statement about passwords.
		return `PREPARE ${encodeText(statement.name)} FROM ...`;
	}
	const shown = inner === undefined ? source : shownText(inner, source, mode);
	return shown === source
		? text
		: printStatement({ ...statement, source: { kind: "literal", type: "string", bytes: shown } });
}

function hasSecret({ password, hash }: IdentifiedUser): boolean {
	return password !== undefined || hash !== undefined;
}

/** As an account is written whose password is known by its hash. */
function withoutSecret(user: IdentifiedUser): IdentifiedUser {
	return hasSecret(user)
		? { account: user.account, plugin: user.plugin ?? "mysql_native_password", hash: secret }
		: user;
}

function setsSecret(assignment: SetAssignment): assignment is SetAssignment & { target: "password" } {
	return assignment.target === "password";
}
