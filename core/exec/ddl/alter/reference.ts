/**
 * Foreign keys of other tables, and of the table itself, when ALTER gives it or its columns other names.
 *
 * In: the table as it was and its new record. Out: the record with its own references changed, and the records of
 * others. It refuses to know which changes were written.
 */
import { fold } from "../../../catalog/identifier.ts";
import type { ForeignKeyRecord, TableRecord } from "../../../catalog/record.ts";
import type { Table } from "../../../catalog/table.ts";
import type { MaybePromise } from "../../../store/store.ts";
import { after } from "../../../async/maybe-promise.ts";
import type { Execution } from "../../execution.ts";
import { sequentially } from "../../../async/sequential.ts";
import { moveReferences, type QualifiedName, renameReferenced } from "../reference-move.ts";

interface TableMove {
	readonly from: QualifiedName;
	readonly to: QualifiedName;
	/** Columns with other names. */
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

/** The record with its references to itself changed. */
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

/** What refers to the table goes on doing so, under whatever names it has now. */
export function keepReferences(
	former: Table,
	{ from, to, columns }: TableMove,
	execution: Execution,
): MaybePromise<void> {
	// The table's own are in its new record already.
	const latest = new Map<number, TableRecord>([[former.id, { ...former.record, foreignKeys: [] }]]);
	const isMoved = from.database !== to.database || from.name !== to.name;
	return after(
		sequentially(columns, (column) => renameReferenced(from, column.from, column.to, latest, execution)),
		() => (isMoved ? moveReferences(from, to, latest, execution) : undefined),
	);
}
