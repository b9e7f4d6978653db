/**
 * Foreign keys of other tables that follow a renamed table or its renamed columns.
 */
import { fold } from "../../catalog/identifier.ts";
import type { ForeignKeyRecord, TableRecord } from "../../catalog/record.ts";
import { tableNameKey } from "../../catalog/schema/referring-tables.ts";
import { putTable } from "../../catalog/write.ts";
import type { MaybePromise } from "../../async/maybe-promise.ts";
import type { Execution } from "../execution.ts";
import { sequentially } from "../../async/sequential.ts";
import { sharedSchema } from "../temporary-table.ts";

export interface QualifiedName {
	readonly database: string;
	readonly name: string;
}

/**
 * Rewrites every table that refers to `from`. `latest` holds the records that the statement has written so far, and
 * receives those written here.
 */
export function moveReferences(
	from: QualifiedName,
	to: QualifiedName,
	latest: Map<number, TableRecord>,
	execution: Execution,
): MaybePromise<void> {
	return changeReferences(
		from,
		(key) => ({ ...key, referencedDatabase: to.database, referencedTable: to.name }),
		latest,
		execution,
	);
}

/** The same for a column's name. */
export function renameReferenced(
	table: QualifiedName,
	from: string,
	to: string,
	latest: Map<number, TableRecord>,
	execution: Execution,
): MaybePromise<void> {
	const renamed = (name: string): string => (fold(name) === fold(from) ? to : name);
	return changeReferences(
		table,
		(key) => ({ ...key, referencedColumns: key.referencedColumns.map(renamed) }),
		latest,
		execution,
	);
}

function changeReferences(
	from: QualifiedName,
	change: (key: ForeignKeyRecord) => ForeignKeyRecord,
	latest: Map<number, TableRecord>,
	execution: Execution,
): MaybePromise<void> {
	const isMeant = (key: ForeignKeyRecord): boolean =>
		fold(key.referencedDatabase) === fold(from.database) && fold(key.referencedTable) === fold(from.name);
	const schema = sharedSchema(execution.schema);
	// Records that the statement has written may refer to it by now, or no longer.
	const records = new Map(
		(schema.references.get(tableNameKey(from.database, from.name))?.tables() ?? []).map(({ record }) => [
			record.id,
			record,
		]),
	);
	for (const record of latest.values()) {
		records.set(record.id, record);
	}
	return sequentially(
		[...records.values()].filter(({ foreignKeys }) => foreignKeys.some(isMeant)),
		(record) => {
			const foreignKeys = record.foreignKeys.map((key) => (isMeant(key) ? change(key) : key));
			const changed = { ...record, foreignKeys, definitionVersion: record.definitionVersion + 1 };
			latest.set(record.id, changed);
			return putTable(execution.transaction, changed, record);
		},
	);
}
