/**
 * Reads rows of `mysql` tables directly from the store, with ENUM and SET as numbers, TIMESTAMP as seconds UTC.
 *
 * A missing column reads as NULL.
 */
import { readAll } from "../../catalog/read-entries.ts";
import type { Column, Table } from "../../catalog/table.ts";
import { rowCodec } from "../../exec/rows/row-codec.ts";
import { rowPrefix } from "../../store/encoding/keys.ts";
import type { FastSnapshot, FastStore } from "../../store/fast-store.ts";
import { secondsOf } from "../../types/temporal/datetime.ts";
import { epochSecondsOf } from "../../types/temporal/timezone.ts";
import type { Integer, Row, Value } from "../../types/value/value.ts";
import type { SchemaCache } from "../plan-cache/schema-cache.ts";

/** In key order; none where the table is missing. */
export async function systemRows(
	{ store, schemas }: { readonly store: FastStore; readonly schemas: SchemaCache },
	name: string,
	columns: readonly string[],
): Promise<Row[]> {
	const snapshot = store.snapshot();
	try {
		const table = (await schemas.at(snapshot)).databases.get("mysql")?.tables.get(name);
		return table === undefined ? [] : await rowsOf(table, snapshot, columns);
	} finally {
		snapshot.release();
	}
}

async function rowsOf(table: Table, snapshot: FastSnapshot, names: readonly string[]): Promise<Row[]> {
	const byName = new Map(table.columns.map((column) => [column.name.toLowerCase(), column]));
	const columns = names.map((name) => byName.get(name.toLowerCase()));
	const { decodeStored } = rowCodec(table);
	return (await readAll(snapshot, rowPrefix(table.id))).map(({ value }) => {
		const stored = decodeStored(value);
		return columns.map((column) => (column === undefined ? null : valueOf(column, stored[column.offset]!)));
	});
}

function valueOf({ type }: Column, stored: Value): Value {
	return type.name !== "timestamp" || stored === null || stored === 0
		? stored
		: epochSecondsOf(secondsOf(stored as Integer, type.scale), () => 0);
}
