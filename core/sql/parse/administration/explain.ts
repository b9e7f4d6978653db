/**
 * Parses EXPLAIN, DESCRIBE and DESC, which are synonyms.
 *
 *     explain rules insert ...     ExplainRules         desc rules     Describe, of the table `rules`
 *     explain format=json ...      Explain              desc t 'a%'    Describe
 *     explain rules for all releases insert ...; explain rules for releases 'a', 'b' insert ...
 */
import type { Describe, ExplainConnection } from "../../tree/session.ts";
import type { Cursor } from "../cursor/cursor.ts";
import { skipEquals, tableName } from "../cursor/name.ts";
import type { Explain, ExplainRules } from "../../tree/statement.ts";

const explainable = new Set(["select", "(", "insert", "replace", "update", "delete"]);

export function explain(cursor: Cursor): Explain | ExplainConnection | ExplainRules | Describe {
	cursor.at++;
	if (cursor.is("rules") && statementFollows(cursor)) {
		cursor.at++;
		const releases = releasesAsked(cursor);
		return { kind: "explain-rules", ...(releases === undefined ? {} : { releases }), statement: cursor.statement() };
	}
	const extended = acceptBefore(cursor, "extended");
	if (!extended) {
		acceptBefore(cursor, "partitions");
	}
	const format = explainFormat(cursor);
	if (cursor.acceptPhrase("for", "connection")) {
		return { kind: "explain-connection", format, connection: cursor.expression() };
	}
	if (explainable.has(cursor.word)) {
		return { kind: "explain", format, extended, statement: cursor.statement() };
	}
	return extended || format !== undefined ? cursor.fail() : describe(cursor);
}

/** `for all releases`, `for release 'a'`, `for releases 'a', 'b'` */
function releasesAsked(cursor: Cursor): ExplainRules["releases"] {
	if (!cursor.accept("for")) {
		return undefined;
	}
	if (cursor.acceptPhrase("all", "releases")) {
		return "all";
	}
	if (cursor.acceptOneOf("release", "releases") === undefined) {
		return cursor.fail();
	}
	return cursor.list((each) => each.string());
}

/** Whether a statement begins after this word, so that it is no table name. */
function statementFollows(cursor: Cursor): boolean {
	return cursor.wordAhead(1) !== "" && cursor.wordAhead(1) !== ".";
}

/** Consumes the word if it precedes an explained statement. */
function acceptBefore(cursor: Cursor, word: string): boolean {
	const next = cursor.wordAhead(1);
	if (cursor.is(word) && (explainable.has(next) || next === "for" || next === "format")) {
		cursor.at++;
		return true;
	}
	return false;
}

function explainFormat(cursor: Cursor): string | undefined {
	if (!cursor.is("format") || cursor.wordAhead(1) !== "=") {
		return undefined;
	}
	cursor.at++;
	skipEquals(cursor);
	return cursor.nameOrString().toLowerCase();
}

function describe(cursor: Cursor): Describe {
	const table = tableName(cursor);
	return cursor.isEnd ? { kind: "describe", table } : { kind: "describe", table, column: cursor.nameOrString() };
}
