/**
 * Foreign-key record: made from a FOREIGN KEY clause, with a free name; 1072, 1239.
 */
import { fold } from "../../catalog/identifier.ts";
import type { ColumnRecord, ForeignKeyRecord, IndexRecord } from "../../catalog/record.ts";
import { sqlError } from "../../errors/catalogue.ts";
import type { ForeignKeyDefinition } from "../../sql/tree/table.ts";
import { encodeText } from "../../types/value/value.ts";

interface Drafted {
	readonly record: { readonly name: string; readonly foreignKeys: readonly ForeignKeyRecord[] };
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

/** The symbol, or `table_ibfk_N` with the number after the greatest, as InnoDB has it: dropped keys count as well. */
function nameOf(definition: ForeignKeyDefinition, table: Drafted): string {
	const taken = new Set(table.foreignKeys.map(({ name }) => fold(name)));
	const written = definition.constraint;
	if (written !== undefined) {
		if (taken.has(fold(written))) {
			throw sqlError("duplicateForeignKey", encodeText(written));
		}
		return written;
	}
	const prefix = `${table.record.name}_ibfk_`;
	const numbers = [...table.record.foreignKeys, ...table.foreignKeys].map(({ name }) => generatedNumber(name, prefix));
	return `${prefix}${Math.max(0, ...numbers) + 1}`;
}

/** N of `table_ibfk_N`; 0 for another name. */
function generatedNumber(name: string, prefix: string): number {
	const digits = fold(name).startsWith(fold(prefix)) ? name.slice(prefix.length) : "";
	return /^[1-9]\d{0,8}$/.test(digits) ? Number(digits) : 0;
}

/** The foreign keys of a renamed table: as in InnoDB, generated names follow its name. */
export function renamedForeignKeys(keys: readonly ForeignKeyRecord[], from: string, to: string): ForeignKeyRecord[] {
	const prefix = `${from}_ibfk_`;
	const taken = new Set(keys.map(({ name }) => fold(name)));
	return keys.map((key) => {
		const name = key.name.startsWith(prefix) ? `${to}_ibfk_${key.name.slice(prefix.length)}` : key.name;
		return taken.has(fold(name)) && fold(name) !== fold(key.name) ? key : { ...key, name };
	});
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
