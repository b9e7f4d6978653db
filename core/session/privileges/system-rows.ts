/**
 * Reads rows of `mysql` tables directly from the store, with ENUM and SET as numbers, TIMESTAMP as seconds UTC.
 *
 * A missing column reads as NULL. Others are served in between, since there may be rows for thousands of accounts.
 */
import { type CooperativeTask, runInSlices } from "../../async/cooperative-task.ts";
import { readAll } from "../../catalog/read-entries.ts";
import type { Column, Table } from "../../catalog/table.ts";
import { rowCodec } from "../../exec/rows/row-codec.ts";
import { rowPrefix } from "../../store/encoding/keys.ts";
import type { Entry } from "../../store/contract.ts";
import type { FastStore } from "../../store/fast-store.ts";
import { secondsOf } from "../../types/temporal/datetime.ts";
import { epochSecondsOf } from "../../types/temporal/timezone.ts";
import type { Integer, Row, Value } from "../../types/value/value.ts";
import type { SchemaCache } from "../plan-cache/schema-cache.ts";

/** Its rows in key order as `make` returns them; none where the table is missing. */
export async function systemRows<T>(
	{ store, schemas }: { readonly store: FastStore; readonly schemas: SchemaCache },
	name: string,
	columns: readonly string[],
	make: (row: Row) => T,
): Promise<T[]> {
	const snapshot = store.snapshot();
	try {
		const table = (await schemas.at(snapshot)).databases.get("mysql")?.tables.get(name);
		if (table === undefined) {
			return [];
		}
		return await runInSlices(makeEach(await readAll(snapshot, rowPrefix(table.id)), readerOf(table, columns), make));
	} finally {
		snapshot.release();
	}
}

const rowsInStep = 16;

function* makeEach<T>(
	entries: readonly Entry[],
	read: (value: Uint8Array) => Row,
	make: (row: Row) => T,
): CooperativeTask<T[]> {
	const made: T[] = [];
	for (const { value } of entries) {
		made.push(make(read(value)));
		if (made.length % rowsInStep === 0) {
			yield;
		}
	}
	return made;
}

function readerOf(table: Table, names: readonly string[]): (value: Uint8Array) => Row {
	const byName = new Map(table.columns.map((column) => [column.name.toLowerCase(), column]));
	const columns = names.map((name) => byName.get(name.toLowerCase()));
	const { decodeStored } = rowCodec(table);
	return (value) => {
		const stored = decodeStored(value);
		return columns.map((column) => (column === undefined ? null : valueOf(column, stored[column.offset]!)));
	};
}

function valueOf({ type }: Column, stored: Value): Value {
	return type.name !== "timestamp" || stored === null || stored === 0
		? stored
		: epochSecondsOf(secondsOf(stored as Integer, type.scale), () => 0);
}
