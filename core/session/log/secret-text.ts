/**
 * Statement text for logs and the process list, with passwords redacted.
 *
 * A statement with a password is printed with `<secret>` in its place, as MySQL writes it. The text of PREPARE is
 * checked too.
 */
import { createParser } from "../../sql/parse/index.ts";
import type { ParserMode } from "../../sql/parser.ts";
import { printStatement } from "../../sql/print/index.ts";
import type { IdentifiedUser, SetAssignment } from "../../sql/tree/session.ts";
import type { Statement } from "../../sql/tree/statement.ts";
import { type ByteString, encodeText } from "../../types/value/value.ts";

const secret = "<secret>";

/** Fast path: most kinds have no place for a password. */
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
		// Text with a syntax error may hold a password.
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

/** Printed as an account whose password is given as a hash. */
function withoutSecret(user: IdentifiedUser): IdentifiedUser {
	return hasSecret(user)
		? { account: user.account, plugin: user.plugin ?? "mysql_native_password", hash: secret }
		: user;
}

function setsSecret(assignment: SetAssignment): assignment is SetAssignment & { target: "password" } {
	return assignment.target === "password";
}
