/**
 * Table references that a statement opens, for the checks under LOCK TABLES: names and aliases in text order.
 *
 * A view is followed by the tables that it reads, with the view's aliases. Computed and temporary tables need no
 * lock.
 */
import { fold } from "../../catalog/identifier.ts";
import { computedDatabases } from "../../catalog/computed-database.ts";
import type { Schema } from "../../catalog/table.ts";
import type { View } from "../../catalog/view.ts";
import { SqlError } from "../../errors/catalogue.ts";
import type { Statement } from "../../sql/tree/statement.ts";
import type { SessionContext } from "../api/session-context.ts";
import type { StatementKind, StatementOf } from "../kinds/statement-of.ts";
import { eachNamedTable } from "./named-tables.ts";
import { lockName, type OpenedTable } from "./table-locks.ts";
import type { TableName } from "../../sql/tree/table-name.ts";

export function openedTables(statement: Statement, database: string | null, schema: Schema): readonly OpenedTable[] {
	const rule = reads[statement.kind] as ((statement: Statement) => unknown) | undefined;
	return openedWithin(rule === undefined ? statement : rule(statement), database, schema);
}

/** Returns the references within a part of a statement. */
export function openedWithin(node: unknown, database: string | null, schema: Schema): readonly OpenedTable[] {
	const opened: OpenedTable[] = [];
	eachNamedTable(node, (table) => open(table, { database, schema, views: [] }, opened));
	return opened;
}

/** Returns the error of LOCK TABLES for a use of a table, for statements that continue with the next table. */
export function refusalOf(
	table: TableName,
	mode: "read" | "write",
	{ tables, facts }: SessionContext,
	schema: Schema,
): SqlError | undefined {
	if (!tables.isLocking) {
		return undefined;
	}
	try {
		tables.open(openedWithin(table, facts.database, schema), mode);
		return undefined;
	} catch (failure) {
		if (failure instanceof SqlError) {
			return failure;
		}
		throw failure;
	}
}

const nothing = (): undefined => undefined;

/** The queries in statements that also name tables outside of queries. */
const reads: { readonly [K in StatementKind]?: (statement: StatementOf<K>) => unknown } = {
	"create-table": ({ like, query }) => [like, query],
	"alter-table": nothing,
	"drop-table": nothing,
	"rename-table": nothing,
	"truncate-table": nothing,
	"create-index": nothing,
	"drop-index": nothing,
	"create-view": nothing,
	"drop-view": nothing,
	"create-program": nothing,
	"alter-program": nothing,
	"drop-program": nothing,
	"create-event": nothing,
	"alter-event": nothing,
	"lock-tables": nothing,
	"maintain-table": nothing,
	"handler-open": nothing,
	describe: nothing,
	grant: nothing,
	revoke: nothing,
	show: ({ subject, table, where }) => [
		subject === "create table" || subject === "create view" ? table : undefined,
		where,
	],
};

interface Place {
	readonly database: string | null;
	readonly schema: Schema;
	/** Views being expanded, outermost first. */
	readonly views: readonly View[];
}

function open(
	{ database: written, name, alias = name }: TableName,
	{ database: within, schema, views }: Place,
	opened: OpenedTable[],
): void {
	const database = written ?? within;
	if (database === null || computedDatabases.includes(fold(database))) {
		return;
	}
	const found = schema.databases.get(fold(database));
	if (found?.tables.get(fold(name))?.record.temporary === true) {
		return;
	}
	const view = found?.views.get(fold(name));
	opened.push({ name: lockName(database, name), alias, isView: view !== undefined });
	if (view !== undefined && !views.includes(view)) {
		// Temporary tables do not shadow the tables of a view.
		const inside: Place = { database: view.database, schema: schema.shared ?? schema, views: [...views, view] };
		eachNamedTable(view.query, (table) => open(table, inside, opened));
	}
}
