/**
 * Foreign keys that follow ALTER TABLE's new names of a table and its columns: its own, and those of other tables.
 */
import { fold } from "../../../catalog/identifier.ts";
import type { ForeignKeyRecord, TableRecord } from "../../../catalog/record.ts";
import type { Table } from "../../../catalog/table.ts";
import type { MaybePromise } from "../../../async/maybe-promise.ts";
import { after } from "../../../async/maybe-promise.ts";
import type { Execution } from "../../execution.ts";
import { sequentially } from "../../../async/sequential.ts";
import { moveReferences, type QualifiedName, renameReferenced } from "../reference-move.ts";

interface TableMove {
	readonly from: QualifiedName;
	readonly to: QualifiedName;
	/** Renamed columns. */
	readonly columns: readonly QualifiedColumn[];
}

interface QualifiedColumn {
	readonly from: string;
	readonly to: string;
}

export function tableMove(former: Table, record: TableRecord, { schema }: Execution): TableMove {
	const database = [...schema.databases.values()].find(({ id }) => id === record.databaseId)?.name ?? former.database;
	const columns = former.columns.flatMap(({ id, name }): QualifiedColumn[] => {
		const to = record.columns.find((column) => column.id === id)?.name ?? name;
		return to === name ? [] : [{ from: name, to }];
	});
	return { from: { database: former.database, name: former.name }, to: { database, name: record.name }, columns };
}

/** Returns the record with its self-references renamed. */
export function withOwnReferences(record: TableRecord, { from, to, columns }: TableMove): TableRecord {
	const isOwn = (key: ForeignKeyRecord): boolean =>
		fold(key.referencedDatabase) === fold(from.database) && fold(key.referencedTable) === fold(from.name);
	if (!record.foreignKeys.some(isOwn)) {
		return record;
	}
	const nameOf = (name: string): string => columns.find((column) => fold(column.from) === fold(name))?.to ?? name;
	const foreignKeys = record.foreignKeys.map((key) =>
		isOwn(key)
			? {
					...key,
					referencedDatabase: to.database,
					referencedTable: to.name,
					referencedColumns: key.referencedColumns.map(nameOf),
				}
			: key,
	);
	return { ...record, foreignKeys };
}

/** Renames the references of other tables. */
export function keepReferences(
	former: Table,
	{ from, to, columns }: TableMove,
	execution: Execution,
): MaybePromise<void> {
	// The table's own references are in its new record already.
	const latest = new Map<number, TableRecord>([[former.id, { ...former.record, foreignKeys: [] }]]);
	const isMoved = from.database !== to.database || from.name !== to.name;
	return after(
		sequentially(columns, (column) => renameReferenced(from, column.from, column.to, latest, execution)),
		() => (isMoved ? moveReferences(from, to, latest, execution) : undefined),
	);
}
