/**
 * Parses USE, KILL, FLUSH, table maintenance, DO.
 */
import { decodeText } from "../../../types/value/value.ts";
import { TokenKind } from "../../lex/tokens.ts";
import type { Do, Flush, Kill, MaintainTable, Shutdown, Use } from "../../tree/session.ts";
import type { Cursor } from "../cursor/cursor.ts";
import { maintenanceOptions } from "../cursor/maintenance-option.ts";
import { tableName } from "../cursor/name.ts";

export function use(cursor: Cursor): Use {
	cursor.expect("use");
	return { kind: "use", database: cursor.name() };
}

export function kill(cursor: Cursor): Kill {
	cursor.expect("kill");
	const what = cursor.acceptOneOf("connection", "query") ?? "connection";
	return { kind: "kill", what, id: cursor.expression() };
}

export function doExpressions(cursor: Cursor): Do {
	cursor.expect("do");
	return { kind: "do", expressions: cursor.list((inner) => inner.expression()) };
}

const flushable = new Set([
	"binary",
	"des_key_file",
	"engine",
	"error",
	"general",
	"hosts",
	"logs",
	"optimizer_costs",
	"privileges",
	"query",
	"relay",
	"slow",
	"status",
	"user_resources",
]);
const resettable = new Set(["master", "slave", "query"]);

/** FLUSH and RESET: the words that follow, with table names apart. */
export function flush(cursor: Cursor): Flush {
	const isReset = cursor.expectOneOf("flush", "reset") === "reset";
	const words = isReset ? ["reset"] : [];
	if (!isReset) {
		cursor.acceptOneOf("no_write_to_binlog", "local");
		const tables = flushedTables(cursor);
		if (tables !== undefined) {
			return tables;
		}
	}
	if (!(isReset ? resettable : flushable).has(decodeText(cursor.written).toLowerCase())) {
		cursor.fail();
	}
	while (!cursor.isEnd) {
		if (cursor.kind === TokenKind.invalid) {
			cursor.fail();
		}
		words.push(decodeText(cursor.written).toLowerCase());
		cursor.at++;
	}
	return { kind: "flush", what: words.join(" ") };
}

/** PURGE BINARY LOGS TO 'log' | BEFORE time: kept as written, since there are no logs. */
export function purge(cursor: Cursor): Flush {
	const first = cursor.at;
	cursor.expect("purge");
	cursor.expectOneOf("binary", "master");
	cursor.expect("logs");
	if (cursor.expectOneOf("to", "before") === "to") {
		cursor.string();
	} else {
		cursor.expression();
	}
	return { kind: "flush", what: cursor.textSince(first).toLowerCase() };
}

/** undefined: not FLUSH TABLES. */
function flushedTables(cursor: Cursor): Flush | undefined {
	if (cursor.acceptOneOf("table", "tables") === undefined) {
		return undefined;
	}
	const tables = cursor.isEnd || cursor.is("with") ? [] : cursor.list(tableName);
	const lock = cursor.acceptPhrase("with", "read", "lock")
		? " with read lock"
		: tables.length > 0 && cursor.acceptPhrase("for", "export")
			? " for export"
			: "";
	return { kind: "flush", what: `tables${lock}`, ...(tables.length === 0 ? {} : { tables }) };
}

export function shutdown(cursor: Cursor): Shutdown {
	cursor.expect("shutdown");
	return { kind: "shutdown" };
}

/** ANALYZE, CHECK, OPTIMIZE, REPAIR, CHECKSUM */
export function maintainTable(cursor: Cursor): MaintainTable {
	const action = cursor.expectOneOf("analyze", "check", "optimize", "repair", "checksum");
	cursor.acceptOneOf("no_write_to_binlog", "local");
	cursor.expectOneOf("table", "tables");
	const tables = cursor.list(tableName);
	const found = maintenanceOptions(cursor, action);
	return found.length === 0
		? { kind: "maintain-table", action, tables }
		: { kind: "maintain-table", action, tables, options: found };
}
