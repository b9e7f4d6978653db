/**
 * Table-definition question: asked about records before they are written; throws the rule's refusal.
 *
 * Tables of the system schema are not asked about.
 */
import type { IndexRecord, TableRecord } from "../../catalog/record.ts";
import { settleTable } from "../../catalog/settle.ts";
import type { Column } from "../../catalog/table.ts";
import { keyBytes } from "../../plan/explain/access-text.ts";
import type { RuleBook } from "../../rules/book.ts";
import type { ShapedIndex, TableShape } from "../../rules/facts.ts";
import { SchemaLoad } from "../../rules/schema-load.ts";
import { granted } from "../../rules/warned.ts";
import { TableDefinition } from "../../rules/table-definition.ts";
import type { Execution } from "../execution.ts";
import type { SqlType } from "../../types/value/type.ts";
import { definitionFacts } from "../rows/charset-facts.ts";

/** The server makes its tables at its first start. */
const systemDatabase = "mysql";

export function checkNewTable(record: TableRecord, database: string, execution: Execution): void {
	if (database !== systemDatabase) {
		granted(execution.book.ask(TableDefinition).create(tableShape(record, database, execution.book)), execution);
	}
}

/** Asks about a changed or renamed table. `database`: the one that it was in. */
export function checkChangedTable(
	former: TableRecord,
	record: TableRecord,
	database: string,
	execution: Execution,
): void {
	const rules = execution.book.ask(TableDefinition);
	const wanted = databaseOf(record, execution) ?? database;
	granted(
		rules.change(tableShape(former, database, execution.book), tableShape(record, wanted, execution.book)),
		execution,
	);
}

/** ALTER TABLE and RENAME TABLE may move a table to another database. */
function databaseOf({ databaseId }: TableRecord, { schema }: Execution): string | undefined {
	return [...schema.databases.values()].find(({ id }) => id === databaseId)?.name;
}

/** The table as recorded: schema-load rules have no part in it. Its parts are made when a rule looks at them. */
export function tableShape(record: TableRecord, database: string, book: RuleBook): TableShape {
	let made: ShapedParts | undefined;
	const parts = (): ShapedParts => {
		made ??= shapedParts(record, database, book);
		return made;
	};
	return {
		name: record.name,
		database,
		charset: record.resolved,
		engine: record.engine,
		comment: record.comment,
		rowFormat: record.rowFormat,
		temporary: record.temporary === true,
		partitioned: record.partitionText !== undefined,
		get columns() {
			return parts().columns;
		},
		get indexes() {
			return parts().indexes;
		},
		get foreignKeys() {
			return parts().foreignKeys;
		},
		checks: record.checks.map(({ name, text }) => ({ name, expression: text })),
	};
}

type ShapedParts = Pick<TableShape, "columns" | "indexes" | "foreignKeys">;

function shapedParts(record: TableRecord, database: string, book: RuleBook): ShapedParts {
	const loading = book.ask(SchemaLoad);
	const recorded = { stated: record.resolved, inForce: record.resolved };
	const { columns } = settleTable(record, database, {
		table: recorded,
		columns: record.columns.map(({ resolved }) => ({ inForce: resolved, text: loading.text(resolved) })),
	});
	const names = new Map(columns.map(({ id, name }) => [id, name]));
	const nameOf = (id: number): string => names.get(id) ?? "";
	return {
		columns: columns.map((column) => ({
			name: column.name,
			type: column.type.name,
			charset: column.record.resolved,
			...definitionFacts(column),
		})),
		indexes: record.indexes.map((index) => shapedIndex(index, columns)),
		foreignKeys: record.foreignKeys.map((key) => ({
			name: key.name,
			columns: key.columnIds.map(nameOf),
			references: { database: key.referencedDatabase, table: key.referencedTable, columns: key.referencedColumns },
			onDelete: key.onDelete?.toUpperCase(),
			onUpdate: key.onUpdate?.toUpperCase(),
		})),
	};
}

function shapedIndex({ name, type, parts, comment }: IndexRecord, columns: readonly Column[]): ShapedIndex {
	const isCounted = type !== "fulltext" && type !== "spatial";
	const shaped = parts.map(({ columnId, length }) => {
		const column = columns.find(({ id }) => id === columnId);
		const bytes = column !== undefined && isCounted ? partBytes(column.type, length) : 0;
		return { column: column?.name ?? "", prefix: length, bytes };
	});
	return {
		name,
		type,
		columns: shaped.map(({ column }) => column),
		parts: shaped,
		bytes: shaped.reduce((sum, { bytes }) => sum + bytes, 0),
		comment,
	};
}

/** Without the two bytes in which a varying length is counted. */
function partBytes(type: SqlType, prefix: number | undefined): number {
	return keyBytes(type, prefix) - (/^var|text$|blob$/.test(type.name) ? 2 : 0);
}
