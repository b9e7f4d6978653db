/**
 * LOCK TABLES, UNLOCK TABLES, FLUSH TABLES ... WITH READ LOCK and FOR EXPORT; errors 1046, 1066, 1146.
 *
 * Each table is locked with its alias. A view's tables are locked with it, through nested views too, so that it can
 * be read under LOCK TABLES.
 */
import { fold } from "../../catalog/identifier.ts";
import { computedDatabases } from "../../catalog/computed-database.ts";
import { sqlError } from "../../errors/catalogue.ts";
import { invariant } from "../../errors/invariant.ts";
import { after } from "../../async/maybe-promise.ts";
import { done, type StatementResult } from "../../exec/statement-result.ts";
import { assertUniqueNames } from "../../plan/bind/table-name.ts";
import type { LockTables } from "../../sql/tree/session.ts";
import type { MaybePromise } from "../../async/maybe-promise.ts";
import { encodeText } from "../../types/value/value.ts";
import type { SessionContext } from "../api/session-context.ts";
import { openedWithin } from "../locks/opened-tables.ts";
import { refuseInReadOnly } from "../server/server-mode.ts";
import { newestSchema } from "../plan-cache/schema-cache.ts";
import { assertDatabase } from "../locks/defined-table.ts";
import type { LockedTable } from "../locks/table-locks.ts";
import type { TableName } from "../../sql/tree/table-name.ts";

/** LOCK TABLES: commits the transaction and releases previous locks first. */
export async function lockTables({ tables }: LockTables, conversation: SessionContext): Promise<StatementResult> {
	const { rowLocks } = conversation.server;
	const names = tables.map(({ table }) => table);
	assertUniqueNames(names, conversation.facts.database);
	assertDatabase(names, conversation.facts.database);
	await conversation.transaction.commit();
	conversation.tables.giveBack();
	if (tables.some(({ mode }) => mode !== "read")) {
		refuseInReadOnly(conversation);
	}
	const schema = conversation.temporary.overlay(await newestSchema(conversation.server));
	const locked = tables.flatMap(({ table, mode }) => {
		const { database = conversation.facts.database } = table;
		invariant(database !== null, "LOCK TABLES refuses names without a database before it commits.");
		const found = schema.databases.get(fold(database));
		const isThere = found?.tables.has(fold(table.name)) === true || found?.views.has(fold(table.name)) === true;
		if (!isThere && !computedDatabases.includes(fold(database))) {
			throw sqlError("noSuchTable", encodeText(database), encodeText(table.name));
		}
		return openedWithin(table, database, schema).map((opened): LockedTable => ({ ...opened, mode }));
	});
	await conversation.tables.lock(locked, () => rowLocks.settled());
	return done();
}

/**
 * FLUSH TABLES of named tables WITH READ LOCK or FOR EXPORT: takes read locks; 1192 where the session holds table
 * locks, 1347 for a view.
 */
export async function flushLocked(named: readonly TableName[], conversation: SessionContext): Promise<StatementResult> {
	if (conversation.tables.isNamed) {
		throw sqlError("lockOrActiveTransaction");
	}
	const { databases } = conversation.temporary.overlay(await newestSchema(conversation.server));
	for (const { database = conversation.facts.database ?? "", name } of named) {
		if (databases.get(fold(database))?.views.has(fold(name)) === true) {
			throw sqlError("wrongObject", encodeText(database), encodeText(name), "BASE TABLE");
		}
	}
	return lockTables({ kind: "lock-tables", tables: named.map((table) => ({ table, mode: "read" })) }, conversation);
}

/** Commits the transaction only if tables were locked. */
export function unlockTables(conversation: SessionContext): MaybePromise<StatementResult> {
	const { tables, transaction } = conversation;
	return after(tables.isLocking ? transaction.commit() : undefined, () => {
		tables.unlock();
		return done();
	});
}
