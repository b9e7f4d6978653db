/**
 * LOCK TABLES and UNLOCK TABLES.
 *
 * In: the statement. Out: names of tables handed to the session's locks; 1046, 1146. With a view go the tables it reads, through other
 * views too, so that it can be read while it is locked. It refuses to know who waits for whom.
 */
import { fold } from "../catalog/identifier.ts";
import { computedDatabases } from "../catalog/information-schema/registry.ts";
import type { Schema } from "../catalog/table.ts";
import { sqlError } from "../errors.ts";
import { after } from "../exec/answer.ts";
import { done, type StatementOutcome } from "../exec/outcome.ts";
import type { TableName } from "../sql/tree/query.ts";
import type { LockTables } from "../sql/tree/session.ts";
import type { Answer } from "../store/store.ts";
import { encodeText } from "../types/value.ts";
import type { Conversation } from "./conversation.ts";
import { lockName } from "./table-locks.ts";

type Mode = "read" | "write";

/** LOCK TABLES ends a transaction, and gives back what was locked before. */
export async function lockTables({ tables }: LockTables, conversation: Conversation): Promise<StatementOutcome> {
	const { rowLocks } = conversation.server;
	await conversation.transaction.commit();
	const schema = await newestSchema(conversation);
	const written = new Map<string, Mode>();
	const implied = new Map<string, Mode>();
	for (const { table, mode } of tables) {
		const database = table.database ?? conversation.facts.database;
		if (database === null) {
			throw sqlError("noDatabaseSelected");
		}
		const found = schema.databases.get(fold(database));
		const isThere = found?.tables.has(fold(table.name)) === true || found?.views.has(fold(table.name)) === true;
		if (!isThere && !computedDatabases.includes(fold(database))) {
			throw sqlError("noSuchTable", encodeText(database), encodeText(table.name));
		}
		written.set(lockName(database, table.name), mode);
		addRead({ database, name: table.name }, mode, schema, implied);
	}
	await conversation.tables.lock(new Map([...implied, ...written]), () => rowLocks.settled());
	return done();
}

/** Adds what a view reads; of two locks of one table the stronger. */
function addRead(table: { readonly database: string; readonly name: string }, mode: Mode, schema: Schema, locks: Map<string, Mode>): void {
	const view = schema.databases.get(fold(table.database))?.views.get(fold(table.name));
	if (view === undefined) {
		return;
	}
	for (const { database = view.database, name } of tableNames(view.query)) {
		const key = lockName(database, name);
		const isNew = !locks.has(key);
		if (isNew || mode === "write") {
			locks.set(key, mode);
		}
		if (isNew) {
			addRead({ database, name }, mode, schema, locks);
		}
	}
}

/** The tables that a tree names, wherever it does. */
function tableNames(node: unknown): readonly TableName[] {
	if (typeof node !== "object" || node === null) {
		return [];
	}
	const own = "kind" in node && node.kind === "table" ? [node as unknown as TableName] : [];
	return [...own, ...Object.values(node).flatMap(tableNames)];
}

async function newestSchema({ server, temporary }: Conversation): Promise<Schema> {
	const snapshot = server.store.snapshot();
	try {
		return temporary.overlay(await server.schemas.at(snapshot, snapshot.transactionId));
	} finally {
		snapshot.release();
	}
}

/** Ends a transaction only if tables were locked. */
export function unlockTables(conversation: Conversation): Answer<StatementOutcome> {
	const { tables, transaction } = conversation;
	return after(tables.isLocking ? transaction.commit() : undefined, () => {
		tables.unlock();
		return done();
	});
}
