/**
 * Column types as numbers in metadata records: MySQL's type code, flags, lengths.
 */
import { familyOf, ofSpatialTypes, type SqlType, type TypeName } from "../types/value/type.ts";
import { shownLength } from "../types/text/width.ts";
import type { Column, Table } from "./table.ts";

export const typeCodes: Readonly<Record<TypeName, number>> = {
	tinyint: 1,
	smallint: 2,
	int: 3,
	float: 4,
	double: 5,
	null: 6,
	timestamp: 7,
	bigint: 8,
	mediumint: 9,
	date: 10,
	time: 11,
	datetime: 12,
	year: 13,
	varchar: 15,
	varbinary: 15,
	bit: 16,
	json: 245,
	decimal: 246,
	enum: 247,
	set: 248,
	tinytext: 249,
	tinyblob: 249,
	mediumtext: 250,
	mediumblob: 250,
	longtext: 251,
	longblob: 251,
	text: 252,
	blob: 252,
	char: 254,
	binary: 254,
	...ofSpatialTypes(255),
};

const flags = {
	notNull: 1,
	primaryKey: 2,
	uniqueKey: 4,
	multipleKey: 8,
	unsigned: 32,
	zerofill: 64,
	binary: 128,
	autoIncrement: 512,
	noDefault: 4096,
	onUpdateNow: 8192,
} as const;

export function columnFlags(column: Column, table: Table): number {
	const { type, record } = column;
	const words: readonly (readonly [boolean, number])[] = [
		[!column.nullable, flags.notNull],
		[table.primaryKey?.parts.some((part) => part.column === column) ?? false, flags.primaryKey],
		[
			table.indexes.some(
				({ unique, primary, parts }) => unique && !primary && parts.length === 1 && parts[0].column === column,
			),
			flags.uniqueKey,
		],
		[
			table.indexes.some(
				({ unique, primary, parts }) => !primary && parts[0]?.column === column && !(unique && parts.length === 1),
			),
			flags.multipleKey,
		],
		[type.unsigned, flags.unsigned],
		[type.zerofill, flags.zerofill],
		[(isBinary(type) && record.type.changedText !== true) || record.binaryAttribute === true, flags.binary],
		[column.autoIncrement, flags.autoIncrement],
		[lacksDefault(column), flags.noDefault],
		[column.onUpdateNow, flags.onUpdateNow],
	];
	return words.reduce((sum, [holds, flag]) => sum + (holds ? flag : 0), 0);
}

/** Byte strings, JSON and temporal types but YEAR. */
function isBinary(type: SqlType): boolean {
	const family = familyOf(type);
	return family === "bytes" || family === "json" || family === "temporal";
}

/** NOT NULL as written, without a default. */
function lacksDefault(column: Column): boolean {
	const { record, type } = column;
	return (
		!column.nullable &&
		column.default.kind === "none" &&
		!column.autoIncrement &&
		record.impliedNotNull !== true &&
		type.name !== "timestamp"
	);
}

/** -1: none. */
export function fieldLength(type: SqlType): number {
	switch (type.name) {
		case "float":
		case "double":
			return shownLength(type);
		case "enum":
		case "set":
			return -1;
		default:
			return type.length;
	}
}

export function fieldScale(type: SqlType): number {
	return type.scale;
}
