/**
 * Facts about a table that all its writers share: codec, keys, indexes; and the reliance on its definition.
 */
import { encodeCounter } from "../../catalog/record-codec.ts";
import type { Index, Table } from "../../catalog/table.ts";
import { rowCountKey, tableVersionKey } from "../../store/encoding/keys.ts";
import type { Key } from "../../store/contract.ts";
import type { Execution } from "../execution.ts";
import { type RowCodec, rowCodec } from "../rows/row-codec.ts";
import { timestampColumns } from "../rows/timestamp-column.ts";

/** Made once a table definition. */
interface WrittenTable {
	readonly codec: RowCodec;
	readonly countKey: Key;
	readonly versionKey: Key;
	/** The stored version of this definition. */
	readonly version: Uint8Array;
	readonly secondary: readonly Index[];
	readonly unique: readonly Index[];
	readonly hasTimestamps: boolean;
}

const known = new WeakMap<Table, WrittenTable>();

export function writtenTable(table: Table): WrittenTable {
	let written = known.get(table);
	if (written === undefined) {
		const secondary = table.indexes.filter((index) => !index.primary);
		const unique = secondary.filter((index) => index.unique);
		written = {
			codec: rowCodec(table),
			countKey: rowCountKey(table.id),
			versionKey: tableVersionKey(table.id),
			version: encodeCounter(table.definitionVersion),
			secondary,
			unique,
			hasTimestamps: timestampColumns(table).length > 0,
		};
		known.set(table, written);
	}
	return written;
}

/**
 * Makes the commit fail if the table's definition changes. The snapshot's version may be newer than the statement's:
 * while it waited, a server that shares no locks may have made an index.
 */
export function relyOnDefinition(table: Table, { transaction }: Execution): void {
	if (table.record.temporary !== true) {
		const { versionKey, version } = writtenTable(table);
		transaction.relyOnRead(versionKey, version);
	}
}

/**
 * As `relyOnDefinition`, for locking reads: the statement starts again as soon as it would read on under another
 * definition.
 */
export function watchDefinition(table: Table, { transaction }: Execution): void {
	if (table.record.temporary !== true) {
		const { versionKey, version } = writtenTable(table);
		transaction.watch(versionKey, version);
	}
}
