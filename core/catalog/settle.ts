/**
 * Resolution of a table's record: combines it with the charsets in force into a frozen `Table`.
 */
import { invariant } from "../errors/invariant.ts";
import { isCharacterType, sqlType, type SqlType } from "../types/value/type.ts";
import { fold } from "./identifier.ts";
import {
	decodeStoredValue,
	type CharsetPair,
	type ColumnRecord,
	type IndexRecord,
	type TableRecord,
} from "./record.ts";
import type { Column, ColumnCharset, ColumnPlace, Index, LoadedCharsets, Table } from "./table.ts";

/** `types`: those of the columns with the charsets of their text, where they are known. */
export function settleTable(
	record: TableRecord,
	database: string,
	charsets: LoadedCharsets,
	types?: readonly SqlType[],
): Table {
	const place = Object.freeze({ table: record.name, database });
	const columns = record.columns.map((column, offset) => {
		const { inForce, text } = charsets.columns[offset] as ColumnCharset;
		return settleColumn(column, offset, place, inForce, types?.[offset] ?? settleType(column, text));
	});
	const columnsById = new Map(columns.map((column) => [column.id, column]));
	const indexes = record.indexes
		.filter(({ type }) => type !== "fulltext" && type !== "spatial")
		.map((index) => settleIndex(index, columnsById))
		.sort((a, b) => Number(b.primary) - Number(a.primary));
	return Object.freeze({
		id: record.id,
		name: record.name,
		database,
		databaseId: record.databaseId,
		record,
		...charsets.table.inForce,
		stated: charsets.table.stated,
		columns: Object.freeze(columns),
		columnsByName: new Map(columns.map((column) => [fold(column.name), column])),
		indexes: Object.freeze(indexes),
		primaryKey: indexes.find(({ primary }) => primary),
		autoIncrementColumn: columns.find(({ autoIncrement }) => autoIncrement),
		definitionVersion: record.definitionVersion,
	});
}

/** The stored type with the charset of its text. Every YEAR is unsigned, whatever its table took its column from. */
export function settleType({ type }: ColumnRecord, text: CharsetPair): SqlType {
	const { name, length, scale, elements } = type;
	const isYear = name === "year";
	const isText = isCharacterType(type);
	return sqlType(name, {
		unsigned: isYear || type.unsigned,
		zerofill: isYear || type.zerofill,
		length,
		scale,
		elements,
		charset: isText ? text.charset : "binary",
		collation: isText ? text.collation : "binary",
	});
}

function settleColumn(
	record: ColumnRecord,
	offset: number,
	place: ColumnPlace,
	inForce: CharsetPair,
	type: SqlType,
): Column {
	return Object.freeze({
		record,
		id: record.id,
		name: record.name,
		offset,
		type,
		charset: inForce.charset,
		collation: inForce.collation,
		nullable: record.nullable,
		autoIncrement: record.autoIncrement,
		onUpdateNow: record.onUpdateNow,
		default: settleDefault(record),
		originDefault: decodeStoredValue(record.originDefault),
		comment: record.comment,
		place,
	});
}

const nowhere = Object.freeze({ table: "", database: "" });

/** A variable of a stored program, as a column that values are assigned to. */
export function settleVariable(record: ColumnRecord): Column {
	return settleColumn(record, 0, nowhere, record.resolved, settleType(record, record.resolved));
}

function settleDefault(record: ColumnRecord): Column["default"] {
	if (record.default?.kind === "constant") {
		return { kind: "constant", value: decodeStoredValue(record.default.value) };
	}
	if (record.default?.kind === "now") {
		return { kind: "now" };
	}
	return record.nullable && record.noDefault !== true ? { kind: "constant", value: null } : { kind: "none" };
}

function settleIndex(record: IndexRecord, columnsById: ReadonlyMap<number, Column>): Index {
	const parts = record.parts.map(({ columnId, length }) => {
		const column = columnsById.get(columnId);
		invariant(column !== undefined, "An index is of columns of its table.");
		return Object.freeze({ column, length });
	});
	return Object.freeze({
		record,
		id: record.id,
		name: record.name,
		unique: record.type === "unique" || record.type === "primary",
		primary: record.type === "primary",
		parts: Object.freeze(parts),
	});
}
