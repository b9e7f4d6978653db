/**
 * Parses a statement: its first words choose the rule.
 */
import type { Statement } from "../tree/statement.ts";
import { dropUser, renameUser, userStatement } from "./administration/account.ts";
import { alterTable } from "./ddl/alter-table.ts";
import { cacheIndex, loadIndex } from "./administration/cache-index.ts";
import { createTable } from "./ddl/create-table.ts";
import type { Cursor } from "./cursor/cursor.ts";
import { alterDatabase, createDatabase, dropDatabase } from "./ddl/database.ts";
import { deleteRows } from "./dml/delete.ts";
import { getDiagnostics, help, signal } from "./administration/diagnostics.ts";
import { explain } from "./administration/explain.ts";
import { grant, revoke } from "./administration/grant.ts";
import { handler } from "./dml/handler.ts";
import { insert } from "./dml/insert.ts";
import { loadData } from "./dml/load-data.ts";
import { alterProgram, createProgram, isCreateProgram } from "./program/create-program.ts";
import { alterEvent, createEvent, isEventStatement } from "./program/event.ts";
import { callProcedure, dropProgram } from "./ddl/program.ts";
import { doExpressions, flush, kill, maintainTable, purge, shutdown, use } from "./administration/session.ts";
import { set } from "./administration/set.ts";
import { show } from "./administration/show.ts";
import { createIndex, dropIndex, dropTable, renameTable, truncateTable } from "./ddl/table.ts";
import {
	begin,
	commit,
	lockTables,
	releaseSavepoint,
	rollback,
	savepoint,
	startTransaction,
	unlockTables,
} from "./administration/transaction.ts";
import { refuseUnsupported } from "./unsupported.ts";
import { update } from "./dml/update.ts";
import { createView, dropView, viewPrefix } from "./ddl/view.ts";
import { xa } from "./administration/xa.ts";
import { deallocate, execute, prepare } from "./administration/prepared-statement.ts";

type Family = (cursor: Cursor) => Statement;

const query: Family = (cursor) => cursor.query();

const families: ReadonlyMap<string, Family> = new Map<string, Family>([
	["select", query],
	["(", query],
	["insert", insert],
	["replace", insert],
	["update", update],
	["delete", deleteRows],
	["load", (cursor) => (cursor.isPhrase("load", "index") ? loadIndex(cursor) : loadData(cursor))],
	["create", create],
	["alter", alter],
	["drop", drop],
	["rename", rename],
	["truncate", truncateTable],
	["use", use],
	["begin", begin],
	["start", startTransaction],
	["commit", commit],
	["rollback", rollback],
	["savepoint", savepoint],
	["release", releaseSavepoint],
	["set", set],
	["prepare", prepare],
	["execute", execute],
	["deallocate", (cursor) => deallocate(behind(cursor))],
	["explain", explain],
	["describe", explain],
	["desc", explain],
	["kill", kill],
	["call", callProcedure],
	["lock", lockTables],
	["unlock", unlockTables],
	["analyze", maintainTable],
	["check", maintainTable],
	["optimize", maintainTable],
	["repair", maintainTable],
	["checksum", maintainTable],
	["cache", cacheIndex],
	["flush", flush],
	["reset", flush],
	["purge", purge],
	["do", doExpressions],
	["grant", grant],
	["revoke", revoke],
	["show", show],
	["shutdown", shutdown],
	["xa", xa],
	["signal", signal],
	["resignal", signal],
	["get", getDiagnostics],
	["help", help],
	["handler", handler],
]);

export function statement(cursor: Cursor): Statement {
	const family = families.get(cursor.word);
	if (family === undefined) {
		refuseUnsupported(cursor);
		return cursor.fail();
	}
	return family(cursor);
}

function behind(cursor: Cursor): Cursor {
	cursor.at++;
	return cursor;
}

function create(cursor: Cursor): Statement {
	if (isCreateProgram(cursor)) {
		cursor.at++;
		return createProgram(cursor);
	}
	if (isEventStatement(cursor)) {
		cursor.at++;
		return createEvent(cursor);
	}
	refuseUnsupported(cursor);
	cursor.at++;
	switch (cursor.word) {
		case "table":
		case "temporary":
			return createTable(cursor);
		case "database":
		case "schema":
			return createDatabase(cursor);
		case "index":
		case "unique":
		case "fulltext":
		case "spatial":
			return createIndex(cursor);
		case "user":
			return userStatement(cursor, "create-user");
		default: {
			const form = cursor.acceptPhrase("or", "replace") ? "replace" : "create";
			return createView(cursor, form, viewPrefix(cursor));
		}
	}
}

function alter(cursor: Cursor): Statement {
	const next = cursor.wordAhead(1);
	if (next === "procedure" || next === "function") {
		cursor.at++;
		return alterProgram(cursor);
	}
	if (isEventStatement(cursor)) {
		cursor.at++;
		return alterEvent(cursor);
	}
	refuseUnsupported(cursor);
	cursor.at++;
	switch (cursor.word) {
		case "table":
		case "ignore":
			return alterTable(cursor);
		case "database":
		case "schema":
			return alterDatabase(cursor);
		case "user":
			return userStatement(cursor, "alter-user");
		default:
			return createView(cursor, "alter", viewPrefix(cursor));
	}
}

function drop(cursor: Cursor): Statement {
	refuseUnsupported(cursor);
	cursor.at++;
	switch (cursor.word) {
		case "database":
		case "schema":
			return dropDatabase(cursor);
		case "index":
			return dropIndex(cursor);
		case "view":
			return dropView(cursor);
		case "user":
			return dropUser(cursor);
		case "trigger":
		case "procedure":
		case "function":
		case "event":
			return dropProgram(cursor, cursor.word);
		case "prepare":
			return deallocate(cursor);
		default:
			return dropTable(cursor);
	}
}

function rename(cursor: Cursor): Statement {
	cursor.at++;
	return cursor.is("user") ? renameUser(cursor) : renameTable(cursor);
}
