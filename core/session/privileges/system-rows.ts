/**
 * Reads rows of the grant tables directly from the store, with ENUM and SET as numbers, TIMESTAMP as seconds UTC.
 *
 * A missing column reads as NULL. Others are served in between, since there may be rows for thousands of accounts.
 */
import { type CooperativeTask, runInSlices } from "../../async/cooperative-task.ts";
import { readAll } from "../../catalog/read-entries.ts";
import type { Column, Schema, Table } from "../../catalog/table.ts";
import { rowCodec } from "../../exec/rows/row-codec.ts";
import { rowPrefix } from "../../store/encoding/keys.ts";
import type { Entry, Key } from "../../store/contract.ts";
import type { FastReader } from "../../store/fast-store.ts";
import { secondsOf } from "../../types/temporal/datetime.ts";
import { epochSecondsOf } from "../../types/temporal/timezone.ts";
import type { Integer, Row, Value } from "../../types/value/value.ts";
import { type GrantRow, type GrantTableName, grantTables } from "./grant-tables.ts";

const names = Object.keys(grantTables) as readonly GrantTableName[];

/** The grant tables of a schema; some may be missing. */
export function grantTablesOf(schema: Schema): readonly Table[] {
	const tables = schema.databases.get("mysql")?.tables;
	return names.flatMap((name) => tables?.get(name) ?? []);
}

export function isGrantTable({ database, name }: Table): boolean {
	return database === "mysql" && Object.hasOwn(grantTables, name);
}

export async function readGrantRows(reader: FastReader, tables: readonly Table[]): Promise<readonly GrantRow[]> {
	const rows: GrantRow[] = [];
	for (const table of tables) {
		await runInSlices(decodeEach(await readAll(reader, rowPrefix(table.id)), grantRowDecoder(table), rows));
	}
	return rows;
}

const rowsInStep = 16;

function* decodeEach(entries: readonly Entry[], decode: DecodeGrantRow, rows: GrantRow[]): CooperativeTask<void> {
	for (const { key, value } of entries) {
		rows.push(decode(key, value));
		if (rows.length % rowsInStep === 0) {
			yield;
		}
	}
}

type DecodeGrantRow = (key: Key, value: Uint8Array) => GrantRow;

const decoders = new WeakMap<Table, DecodeGrantRow>();

/** Returns the decoder of a grant table's rows, made once. */
export function grantRowDecoder(table: Table): DecodeGrantRow {
	const known = decoders.get(table);
	if (known !== undefined) {
		return known;
	}
	const name = table.name as GrantTableName;
	const { columns, grantOf } = grantTables[name];
	const valuesOf = readerOf(table, columns);
	const decode = (key: Key, value: Uint8Array): GrantRow =>
		({ table: name, key, grant: grantOf(valuesOf(value)) }) as GrantRow;
	decoders.set(table, decode);
	return decode;
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
