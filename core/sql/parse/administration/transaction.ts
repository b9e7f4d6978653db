/**
 * Parses BEGIN, START TRANSACTION, COMMIT, ROLLBACK, savepoints, LOCK and UNLOCK TABLES.
 */
import { sqlError } from "../../../errors/catalogue.ts";
import type {
	Begin,
	CommitStatement,
	LockTables,
	ReleaseSavepoint,
	Rollback,
	SavepointStatement,
	UnlockTables,
} from "../../tree/session.ts";
import type { Cursor } from "../cursor/cursor.ts";
import { tableName } from "../cursor/name.ts";
import { tableAlias } from "../query/table-reference.ts";
import type { TableName } from "../../tree/table-name.ts";

export function begin(cursor: Cursor): Begin {
	cursor.expect("begin");
	cursor.accept("work");
	return { kind: "begin", consistentSnapshot: false };
}

export function startTransaction(cursor: Cursor): Begin {
	cursor.expect("start");
	if (cursor.is("slave") || cursor.is("group_replication")) {
		throw sqlError("notSupportedYet", `START ${cursor.word.toUpperCase()}`);
	}
	cursor.expect("transaction");
	let readOnly: boolean | undefined;
	let consistentSnapshot = false;
	if (!cursor.isEnd) {
		do {
			if (cursor.acceptPhrase("with", "consistent", "snapshot")) {
				consistentSnapshot = true;
			} else {
				cursor.expect("read");
				// READ ONLY with READ WRITE is an error at the second.
				const said = cursor.expectOneOf("only", "write") === "only";
				if (readOnly !== undefined && said !== readOnly) {
					cursor.fail();
				}
				readOnly = said;
			}
		} while (cursor.accept(","));
	}
	return { kind: "begin", readOnly, consistentSnapshot };
}

export function commit(cursor: Cursor): CommitStatement {
	cursor.expect("commit");
	cursor.accept("work");
	return { kind: "commit", ...completion(cursor) };
}

export function rollback(cursor: Cursor): Rollback {
	cursor.expect("rollback");
	cursor.accept("work");
	if (cursor.accept("to")) {
		cursor.accept("savepoint");
		return { kind: "rollback", chain: false, release: false, savepoint: cursor.name() };
	}
	return { kind: "rollback", ...completion(cursor) };
}

/** [AND [NO] CHAIN] [[NO] RELEASE]: CHAIN and RELEASE exclude each other. */
function completion(cursor: Cursor): { readonly chain: boolean; readonly release: boolean } {
	let chain = false;
	if (cursor.accept("and")) {
		chain = !cursor.accept("no");
		cursor.expect("chain");
	}
	if (cursor.accept("no")) {
		cursor.expect("release");
		return { chain, release: false };
	}
	if (chain && cursor.is("release")) {
		cursor.fail();
	}
	return { chain, release: cursor.accept("release") };
}

export function savepoint(cursor: Cursor): SavepointStatement {
	cursor.expect("savepoint");
	return { kind: "savepoint", name: cursor.name() };
}

export function releaseSavepoint(cursor: Cursor): ReleaseSavepoint {
	cursor.expectPhrase("release", "savepoint");
	return { kind: "release-savepoint", name: cursor.name() };
}

export function lockTables(cursor: Cursor): LockTables {
	cursor.expect("lock");
	cursor.expectOneOf("table", "tables");
	return { kind: "lock-tables", tables: cursor.list(tableLock) };
}

function tableLock(cursor: Cursor): LockTables["tables"][number] {
	const name = tableName(cursor);
	const alias = tableAlias(cursor);
	const table: TableName = alias === undefined ? name : { ...name, alias };
	if (cursor.accept("read")) {
		cursor.accept("local");
		return { table, mode: "read" };
	}
	cursor.accept("low_priority");
	cursor.expect("write");
	return { table, mode: "write" };
}

export function unlockTables(cursor: Cursor): UnlockTables {
	cursor.expect("unlock");
	cursor.expectOneOf("table", "tables");
	return { kind: "unlock-tables" };
}
