/**
 * The tables that a statement opens before it looks at anything else, as far as LOCK TABLES asks for them.
 *
 * In: a statement, its default database, what there is. Out: names and aliases in the order in which they are
 * written; behind a view the tables it reads, called as it calls them. Tables that are computed and temporary ones
 * are open to everybody.
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

/** Those that are named within a part of a statement. */
export function openedWithin(node: unknown, database: string | null, schema: Schema): readonly OpenedTable[] {
	const opened: OpenedTable[] = [];
	eachNamedTable(node, (table) => open(table, { database, schema, views: [] }, opened));
	return opened;
}

/** What LOCK TABLES has against the use of a table, for statements that go on with the next one. */
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

/** What is read by statements that name tables for another reason, too. */
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
	/** The views that are being opened, outermost first. */
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
		// Temporary tables don't hide the tables of a view.
		const inside: Place = { database: view.database, schema: schema.shared ?? schema, views: [...views, view] };
		eachNamedTable(view.query, (table) => open(table, inside, opened));
	}
}
