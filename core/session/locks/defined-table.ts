/**
 * Tables that a data definition statement concerns: names to lock exclusively, those it creates included.
 *
 * Also how LOCK TABLES of the same session applies to them.
 */
import { fold } from "../../catalog/identifier.ts";
import type { Schema } from "../../catalog/table.ts";
import { sqlError } from "../../errors/catalogue.ts";
import { parsePartitionChange } from "../../sql/parse/index.ts";
import type { AlterTable } from "../../sql/tree/table.ts";
import { encodeText } from "../../types/value/value.ts";
import type { DefinitionKind } from "../kinds/definition-kind.ts";
import type { StatementOf } from "../kinds/statement-of.ts";
import { type DefinedNames, lockName } from "./table-locks.ts";
import type { TableName } from "../../sql/tree/table-name.ts";

type Definition = StatementOf<DefinitionKind>;

/** Definitions that MySQL refuses under LOCK TABLES: those of databases and views, and RENAME TABLE. */
const refusedWhileLocked: ReadonlySet<string> = new Set<DefinitionKind>([
	"create-database",
	"alter-database",
	"drop-database",
	"rename-table",
	"create-view",
	"drop-view",
	"alter-program",
	"create-event",
	"alter-event",
]);

export function definedNames(statement: Definition, database: string | null, schema: Schema): DefinedNames {
	const nameOf = (table: TableName): string => lockName(table.database ?? database ?? "", table.name);
	const isShared = (table: TableName): boolean =>
		schema.databases.get(fold(table.database ?? database ?? ""))?.tables.get(fold(table.name))?.record.temporary !==
		true;
	return {
		all: definedTables(statement, nameOf, schema),
		locked: isRefusedWhileLocked(statement) ? undefined : lockedTables(statement, isShared).map(nameOf),
		lost: lostTables(statement).map(nameOf),
		isShared: !isTemporary(statement, isShared),
	};
}

/**
 * Throws 1046 for a name without a database where none is selected. MySQL's parser does, so that the open transaction
 * stays.
 */
export function assertDatabase(names: readonly Pick<TableName, "database">[], database: string | null): void {
	if (database === null && names.some((name) => name.database === undefined)) {
		throw sqlError("noDatabaseSelected");
	}
}

/** The names that it defines, changes or drops. */
export function ownNames(statement: Definition): readonly TableName[] {
	switch (statement.kind) {
		case "create-table":
		case "alter-table":
		case "truncate-table":
		case "create-index":
		case "drop-index":
			return [statement.table];
		case "drop-table":
			return statement.tables;
		case "rename-table":
			return statement.renames.flatMap(({ from, to }) => [from, to]);
		case "create-view":
			return [statement.view];
		case "drop-view":
			return statement.views;
		case "create-program":
		case "drop-program":
			return statement.what === "trigger" ? [] : [statement.name];
		default:
			return [];
	}
}

/** Also those of routines and events. */
function isRefusedWhileLocked(statement: Definition): boolean {
	switch (statement.kind) {
		case "create-program":
			return statement.trigger === undefined;
		case "drop-program":
			return statement.what !== "trigger";
		default:
			return refusedWhileLocked.has(statement.kind);
	}
}

function isTemporary(statement: Definition, isShared: (table: TableName) => boolean): boolean {
	switch (statement.kind) {
		case "create-table":
			return statement.temporary;
		case "drop-table":
			return statement.temporary || !statement.tables.some(isShared);
		case "alter-table":
		case "truncate-table":
		case "create-index":
		case "drop-index":
			return !isShared(statement.table);
		default:
			return false;
	}
}

/** Returns the tables that LOCK TABLES must have named. A temporary table needs no lock. */
function lockedTables(statement: Definition, isShared: (table: TableName) => boolean): readonly TableName[] {
	switch (statement.kind) {
		case "create-table":
			return [statement.table];
		case "create-program":
			return statement.trigger === undefined ? [] : [statement.trigger.table];
		case "alter-table":
			return [statement.table, ...exchangedTables(statement)].filter(isShared);
		case "truncate-table":
		case "create-index":
		case "drop-index":
			return [statement.table].filter(isShared);
		case "drop-table":
			return statement.tables.filter(isShared);
		default:
			return [];
	}
}

/** EXCHANGE PARTITION ... WITH TABLE */
function exchangedTables({ changes }: AlterTable): readonly TableName[] {
	return changes.flatMap((each) => {
		const change = each.change === "partitioning" ? parsePartitionChange(encodeText(each.text)) : undefined;
		return change?.action === "exchange" ? [change.table] : [];
	});
}

/** Returns the names that no longer exist afterwards. As in MySQL, a renamed table loses its lock. */
function lostTables(statement: Definition): readonly TableName[] {
	if (statement.kind === "drop-table") {
		return statement.tables;
	}
	return statement.kind === "alter-table" && statement.changes.some(({ change }) => change === "rename-table")
		? [statement.table]
		: [];
}

function definedTables(statement: Definition, nameOf: (table: TableName) => string, schema: Schema): readonly string[] {
	switch (statement.kind) {
		case "create-table":
		case "truncate-table":
		case "create-index":
		case "drop-index":
		case "drop-table":
		case "rename-table":
			return ownNames(statement).map(nameOf);
		case "alter-table":
			return [
				nameOf(statement.table),
				...exchangedTables(statement).map(nameOf),
				...statement.changes.flatMap((change) => (change.change === "rename-table" ? [nameOf(change.to)] : [])),
			];
		case "create-program":
			return statement.trigger === undefined ? [] : [nameOf(statement.trigger.table)];
		case "drop-database":
			return [...(schema.databases.get(fold(statement.name))?.tables.values() ?? [])].map((table) =>
				lockName(table.database, table.name),
			);
		default:
			return [];
	}
}
