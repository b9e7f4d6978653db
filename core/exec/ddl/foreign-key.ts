/**
 * Foreign-key record: made from a FOREIGN KEY clause, with a free name; 1072, 1239.
 */
import { fold } from "../../catalog/identifier.ts";
import type { ColumnRecord, ForeignKeyRecord, IndexRecord } from "../../catalog/record.ts";
import { sqlError } from "../../errors/catalogue.ts";
import type { ForeignKeyDefinition } from "../../sql/tree/table.ts";
import { encodeText } from "../../types/value/value.ts";

interface Drafted {
	readonly record: { readonly name: string };
	readonly foreignKeys: readonly ForeignKeyRecord[];
	findColumn(name: string): ColumnRecord | undefined;
}

export function planForeignKey(
	definition: ForeignKeyDefinition,
	id: number,
	table: Drafted,
	database: string,
): ForeignKeyRecord {
	const columnIds = definition.columns.map((name) => {
		const column = table.findColumn(name);
		if (column === undefined) {
			throw sqlError("keyColumnMissing", encodeText(name));
		}
		return column.id;
	});
	const { references } = definition;
	if (references.columns.length !== columnIds.length) {
		throw sqlError(
			"wrongForeignKey",
			encodeText(definition.name ?? definition.constraint ?? "foreign key without name"),
			"Key reference and table reference don't match",
		);
	}
	return {
		id,
		name: nameOf(definition, table),
		columnIds,
		referencedDatabase: references.table.database ?? database,
		referencedTable: references.table.name,
		referencedColumns: references.columns,
		...(references.onDelete === undefined ? {} : { onDelete: references.onDelete }),
		...(references.onUpdate === undefined ? {} : { onUpdate: references.onUpdate }),
	};
}

/** The symbol, or `table_ibfk_1` and so on. */
function nameOf(definition: ForeignKeyDefinition, table: Drafted): string {
	const taken = new Set(table.foreignKeys.map(({ name }) => fold(name)));
	const written = definition.constraint;
	if (written !== undefined) {
		if (taken.has(fold(written))) {
			throw sqlError("duplicateForeignKey", encodeText(written));
		}
		return written;
	}
	for (let number = 1; ; number++) {
		const name = `${table.record.name}_ibfk_${number}`;
		if (!taken.has(fold(name))) {
			return name;
		}
	}
}

/** Whether no index begins with the key's columns. */
export function needsSupport(key: ForeignKeyRecord, indexes: readonly IndexRecord[]): boolean {
	return !indexes.some((index) => supports(index, key, []));
}

/** The same, where the primary key's parts, which InnoDB appends to every other index, count as well. */
export function lacksSupport(key: ForeignKeyRecord, indexes: readonly IndexRecord[], all = indexes): boolean {
	const primary = all.find(({ type }) => type === "primary")?.parts ?? [];
	return !indexes.some((index) => supports(index, key, primary));
}

function supports(
	{ type, parts }: IndexRecord,
	{ columnIds }: ForeignKeyRecord,
	primary: IndexRecord["parts"],
): boolean {
	const hidden =
		type === "primary"
			? []
			: primary.filter(
					({ columnId }) => !parts.some((part) => part.columnId === columnId && part.length === undefined),
				);
	const all = [...parts, ...hidden];
	return (
		(type === "primary" || type === "unique" || type === "plain") &&
		columnIds.every((columnId, at) => all[at]?.columnId === columnId && all[at]?.length === undefined)
	);
}
