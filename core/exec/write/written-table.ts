/**
 * What all writers of a table have in common, found out once: and that the table is still defined so when they
 * commit.
 *
 * In: a table. Out: its codec, keys and indexes; conditions of a transaction. It refuses to know rows.
 */
import { encodeCounter } from "../../catalog/record-codec.ts";
import type { Index, Table } from "../../catalog/table.ts";
import { rowCountKey, tableVersionKey } from "../../store/encoding/keys.ts";
import type { Key } from "../../store/store.ts";
import type { Execution } from "../execution.ts";
import { type RowCodec, rowCodec } from "../rows/row-codec.ts";
import { timestampColumns } from "../rows/timestamp-column.ts";

/** What all writers of a table have in common. */
interface WrittenTable {
	readonly codec: RowCodec;
	readonly countKey: Key;
	readonly versionKey: Key;
	/** What it holds as long as the table is defined so. */
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
 * The commit is to fail if the table is no longer defined as who writes it knows it. What the snapshot says of it may
 * be newer: while the statement waited, a server that knows nothing of its locks may have made an index.
 */
export function relyOnDefinition(table: Table, { transaction }: Execution): void {
	if (table.record.temporary !== true) {
		const { versionKey, version } = writtenTable(table);
		transaction.relyOnRead(versionKey, version);
	}
}

/**
 * As `relyOnDefinition`, for who reads rows for good: the statement begins anew as soon as it would read on by
 * another definition.
 */
export function watchDefinition(table: Table, { transaction }: Execution): void {
	if (table.record.temporary !== true) {
		const { versionKey, version } = writtenTable(table);
		transaction.watch(versionKey, version);
	}
}
