/**
 * Definition of computed tables: a name, a list of columns, and a function that makes the rows.
 *
 * Columns are words, `NAME:type`: a number is a VARCHAR of that length, `?` marks nullable columns:
 *
 *     TABLE_NAME:64   ENGINE:64?   TABLE_ROWS:unsigned?   CREATE_TIME:datetime?   COLUMN_TYPE:longtext
 *
 * Text is utf8_general_ci, as in MySQL, so that names match in any letter case.
 */
import { familyOf, sqlType, type SqlType, type TypeName } from "../../types/value/type.ts";
import type { MaybePromise } from "../../async/maybe-promise.ts";
import { type ByteString, encodeText, type Row, type Value } from "../../types/value/value.ts";
import type { ComputedRows } from "../computed-table.ts";
import type { ColumnRecord, TableRecord } from "../record.ts";
import { settleTable } from "../settle.ts";
import type { CharsetPair } from "../record.ts";
import type { Table } from "../table.ts";
import type { Sources } from "./sources.ts";

export interface Definition {
	readonly name: string;
	/** Parsed at first use: of the two hundred tables of a starting server most are never read. */
	columns(): readonly DefinedColumn[];
	/**
	 * `wanted`: values compared for equality, by lower-case column name; `read`: places of the cells that are looked at,
	 * undefined for all: only hints. A list that may be long is a generator: its reader gives way to others between the
	 * rows.
	 */
	rows(sources: Sources, wanted: ReadonlyMap<string, string>, read?: ReadonlySet<number>): MaybePromise<ComputedRows>;
	/** TRUNCATE TABLE of a table that collects rows. */
	forget?(sources: Sources): void;
	/** UPDATE of a table that allows it: sets cells of a row, by their places. */
	change?(row: Row, cells: ReadonlyMap<number, Value>, sources: Sources): void | Promise<void>;
}

export interface DefinedColumn {
	readonly name: string;
	readonly type: SqlType;
	readonly nullable: boolean;
}

const utf8: CharsetPair = { charset: "utf8", collation: "utf8_general_ci" };
const binary: CharsetPair = { charset: "binary", collation: "binary" };

/** By word; those of texts come when they are first met. */
const wordTypes = new Map<string, SqlType>([
	["bigint", sqlType("bigint", { length: 21 })],
	["unsigned", sqlType("bigint", { length: 21, unsigned: true })],
	["int", sqlType("int")],
	["datetime", sqlType("datetime")],
	["longtext", sqlType("longtext", utf8)],
	["blob", sqlType("blob", binary)],
	["longblob", sqlType("longblob", binary)],
	["decimal", sqlType("decimal", { length: 9, scale: 6 })],
	["whole", sqlType("decimal", { length: 21, scale: 0 })],
]);

export function define(name: string, columns: string, rows: Definition["rows"]): Definition {
	return { name, columns: () => columns.trim().split(/\s+/).map(definedColumn), rows };
}

/** Defines an empty table. */
export function defineEmpty(name: string, columns: string): Definition {
	return define(name, columns, () => []);
}

/** Returns the same table with TRUNCATE TABLE. */
export function gathering(definition: Definition, forget: (sources: Sources) => void = () => {}): Definition {
	return { ...definition, forget };
}

/** Makes each row when it is read. */
export function* rowByRow<T>(facts: Iterable<T>, row: (fact: T) => Row): Generator<Row, void> {
	for (const fact of facts) {
		yield row(fact);
	}
}

function definedColumn(word: string): DefinedColumn {
	const [name = "", type = ""] = word.split(":");
	return column(name, type);
}

/** Parses one column: `64?`, `unsigned`, `datetime?` ... */
export function column(name: string, word: string): DefinedColumn {
	const nullable = word.endsWith("?");
	const kind = nullable ? word.slice(0, -1) : word;
	let type = wordTypes.get(kind);
	if (type === undefined) {
		type = sqlType("varchar", { length: Number(kind), ...utf8 });
		wordTypes.set(kind, type);
	}
	return { name, type, nullable };
}

export function tableOf(database: string, name: string, columns: readonly DefinedColumn[]): Table {
	const record: TableRecord = {
		id: 0,
		databaseId: 0,
		name,
		written: {},
		resolved: utf8,
		columns: columns.map(columnRecord),
		indexes: [],
		foreignKeys: [],
		checks: [],
		maximumColumnId: columns.length,
		maximumIndexId: 0,
		engine: "MEMORY",
		comment: "",
		autoIncrementStart: null,
		shardRowIdBits: 0,
		createdMicroseconds: 0,
		updatedMicroseconds: 0,
		definitionVersion: 0,
		release: "",
		objectVersion: 0,
	};
	const charsets = {
		table: { stated: utf8, inForce: utf8 },
		columns: columns.map(({ type: { charset, collation } }) => {
			const pair: CharsetPair = { charset, collation };
			return { inForce: pair, text: pair };
		}),
	};
	return settleTable(
		record,
		database,
		charsets,
		columns.map(({ type }) => type),
	);
}

function columnRecord({ name, type, nullable }: DefinedColumn, offset: number): ColumnRecord {
	return {
		id: offset + 1,
		name,
		type: {
			name: type.name as TypeName,
			unsigned: type.unsigned,
			zerofill: false,
			length: type.length,
			scale: type.scale,
			elements: [],
		},
		written: {},
		resolved: type.charset === "binary" ? binary : utf8,
		nullable,
		...(nullable ? {} : { default: { kind: "constant", value: ["text", "bytes"].includes(familyOf(type)) ? "" : 0 } }),
		originDefault: null,
		onUpdateNow: false,
		autoIncrement: false,
		comment: "",
		release: "",
		objectVersion: 0,
	};
}

/** Encodes a name as a cell: UTF-8 bytes. */
export function text(name: string): ByteString {
	return encodeText(name);
}

export function yesOrNo(holds: boolean): ByteString {
	return holds ? "YES" : "NO";
}
