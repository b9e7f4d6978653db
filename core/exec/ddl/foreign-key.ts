/**
 * Foreign-key record: made from a FOREIGN KEY clause, with a free name; 1072, 1239.
 */
import { fold } from "../../catalog/identifier.ts";
import type { ColumnRecord, ForeignKeyRecord, IndexRecord } from "../../catalog/record.ts";
import { sqlError } from "../../errors/catalogue.ts";
import type { ForeignKeyDefinition } from "../../sql/tree/table.ts";
import { encodeText } from "../../types/value/value.ts";

interface Drafted {
	findColumn(name: string): ColumnRecord | undefined;
}

export function planForeignKey(
	definition: ForeignKeyDefinition,
	known: KnownForeignKeys,
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
		id: known.nextId,
		name: known.nameOf(definition),
		columnIds,
		referencedDatabase: references.table.database ?? database,
		referencedTable: references.table.name,
		referencedColumns: references.columns,
		...(references.onDelete === undefined ? {} : { onDelete: references.onDelete }),
		...(references.onUpdate === undefined ? {} : { onUpdate: references.onUpdate }),
	};
}

/** Names and ids of a drafted table's foreign keys; keys that are added to the draft are read once. */
export class KnownForeignKeys {
	readonly #prefix: string;
	readonly #drafted: readonly ForeignKeyRecord[];
	readonly #taken = new Set<string>();
	#read = 0;
	#greatestId = 0;
	/** N of `table_ibfk_N`. */
	#greatestNumber = 0;

	/** `stored`: those before the statement, `drafted`: the draft's list, whose length only grows from now on. */
	constructor(table: string, stored: readonly ForeignKeyRecord[], drafted: readonly ForeignKeyRecord[]) {
		this.#prefix = `${table}_ibfk_`;
		this.#drafted = drafted;
		stored.forEach(({ name }) => this.#count(name));
	}

	get nextId(): number {
		this.#readOn();
		return this.#greatestId + 1;
	}

	/**
	 * The symbol, or `table_ibfk_N` with the number after the greatest, as InnoDB has it: dropped keys count as well.
	 * Throws 1826 for a symbol that is taken.
	 */
	nameOf({ constraint: written }: ForeignKeyDefinition): string {
		this.#readOn();
		if (written !== undefined && this.#taken.has(fold(written))) {
			throw sqlError("duplicateForeignKey", encodeText(written));
		}
		return written ?? `${this.#prefix}${this.#greatestNumber + 1}`;
	}

	#readOn(): void {
		for (; this.#read < this.#drafted.length; this.#read++) {
			const { id, name } = this.#drafted[this.#read]!;
			this.#taken.add(fold(name));
			this.#greatestId = Math.max(this.#greatestId, id);
			this.#count(name);
		}
	}

	#count(name: string): void {
		this.#greatestNumber = Math.max(this.#greatestNumber, generatedNumber(name, this.#prefix));
	}
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
