/**
 * Parses SET: variables, NAMES, CHARACTER SET, PASSWORD, TRANSACTION.
 *
 * GLOBAL and SESSION before a name apply to the names after it as well, until the next such word. A bare word as
 * value (`SET x = ON`) becomes a string, as in MySQL.
 */
import { encodeText } from "../../../types/value/value.ts";
import { TokenKind } from "../../lex/tokens.ts";
import type { Expression } from "../../tree/expression.ts";
import type { IsolationLevel, SetAssignment, SetStatement, SetTransaction } from "../../tree/session.ts";
import { newPassword } from "./account.ts";
import type { Cursor } from "../cursor/cursor.ts";
import { acceptCharset, collationName, charsetNameOrDefault } from "../cursor/name.ts";
import { systemVariable, variableName } from "../expression/variable.ts";
import { account } from "../cursor/account-name.ts";

type Scope = "session" | "global";

export function set(cursor: Cursor): SetStatement | SetTransaction {
	cursor.expect("set");
	const scope = scopeWord(cursor);
	if (cursor.accept("transaction")) {
		return setTransaction(cursor, scope ?? "next");
	}
	return { kind: "set", assignments: assignmentList(cursor, scope, assignmentOf) };
}

/** Reads each assignment with the scope that holds for it. */
export function assignmentList<T>(
	cursor: Cursor,
	scope: Scope | undefined,
	read: (cursor: Cursor, scope: Scope, hasScopeWord: boolean) => T,
): T[] {
	let sticky = scope ?? "session";
	const assignments = [read(cursor, sticky, scope !== undefined)];
	while (cursor.accept(",")) {
		const next = scopeWord(cursor);
		sticky = next ?? sticky;
		assignments.push(read(cursor, sticky, next !== undefined));
	}
	return assignments;
}

/** GLOBAL, SESSION or LOCAL, if a name follows; otherwise the word is the name. Throws 1064 for `global.name`. */
export function scopeWord(cursor: Cursor): Scope | undefined {
	const next = cursor.wordAhead(1);
	if (next === "=" || next === ":=") {
		return undefined;
	}
	const start = cursor.at;
	const word = cursor.acceptOneOf("global", "session", "local");
	if (word !== undefined && next === ".") {
		cursor.at = start;
		cursor.fail();
	}
	return word === undefined ? undefined : word === "global" ? "global" : "session";
}

export function assignmentOf(cursor: Cursor, scope: Scope, hasScopeWord: boolean): SetAssignment {
	if (!hasScopeWord) {
		const other = userAssignment(cursor) ?? clientAssignment(cursor);
		if (other !== undefined) {
			return other;
		}
	}
	if (cursor.is("@@")) {
		const variable = systemVariable(cursor);
		return systemAssignment(cursor, variable.scope === "global" ? "global" : "session", variable.name);
	}
	const name = cursor.acceptPhrase("default", ".") ? `default.${cursor.name()}` : variableName(cursor);
	return systemAssignment(cursor, scope, name);
}

function userAssignment(cursor: Cursor): SetAssignment | undefined {
	if (cursor.kind !== TokenKind.userVariable) {
		return undefined;
	}
	const name = cursor.userVariable();
	cursor.expectOneOf("=", ":=");
	return { target: "user", name, value: cursor.expression() };
}

/** NAMES, CHARACTER SET and PASSWORD; undefined for a variable. */
function clientAssignment(cursor: Cursor): SetAssignment | undefined {
	const next = cursor.wordAhead(1);
	const isVariable = next === "=" || next === ":=";
	if (cursor.is("names") && !isVariable) {
		cursor.at++;
		const charset = charsetNameOrDefault(cursor);
		const collation = cursor.accept("collate") ? collationName(cursor) : undefined;
		return { target: "names", charset, collation };
	}
	if (!isVariable && acceptCharset(cursor)) {
		return { target: "charset", charset: charsetNameOrDefault(cursor) };
	}
	if (cursor.accept("password")) {
		const user = cursor.accept("for") ? account(cursor) : undefined;
		cursor.expectOneOf("=", ":=");
		return { target: "password", account: user, password: newPassword(cursor) };
	}
	return undefined;
}

function systemAssignment(cursor: Cursor, scope: Scope, name: string): SetAssignment {
	cursor.expectOneOf("=", ":=");
	return { target: "system", scope, name, value: settingValue(cursor) };
}

/** undefined for DEFAULT. */
function settingValue(cursor: Cursor): Expression | undefined {
	if (cursor.is("default") && cursor.wordAhead(1) !== "(") {
		cursor.at++;
		return undefined;
	}
	if (cursor.kindAhead(1) === TokenKind.end || cursor.wordAhead(1) === ",") {
		const word = cursor.acceptOneOf("on", "all", "binary");
		if (word !== undefined) {
			return { kind: "literal", type: "string", bytes: word.toUpperCase() };
		}
	}
	const value = cursor.expression();
	const isBareWord = value.kind === "column" && value.table === undefined;
	return isBareWord ? { kind: "literal", type: "string", bytes: encodeText(value.name) } : value;
}

/** SET TRANSACTION: isolation level, access mode, or both. */
export function setTransaction(cursor: Cursor, scope: SetTransaction["scope"]): SetTransaction {
	let isolation: IsolationLevel | undefined;
	let readOnly: boolean | undefined;
	do {
		if (isolation === undefined && cursor.acceptPhrase("isolation", "level")) {
			isolation = isolationLevel(cursor);
		} else if (readOnly === undefined && cursor.accept("read")) {
			readOnly = cursor.expectOneOf("only", "write") === "only";
		} else {
			cursor.fail();
		}
	} while (cursor.accept(","));
	return { kind: "set-transaction", scope, isolation, readOnly };
}

function isolationLevel(cursor: Cursor): IsolationLevel {
	if (cursor.accept("read")) {
		return `read ${cursor.expectOneOf("uncommitted", "committed")}`;
	}
	if (cursor.accept("repeatable")) {
		cursor.expect("read");
		return "repeatable read";
	}
	cursor.expect("serializable");
	return "serializable";
}
