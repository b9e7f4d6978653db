/**
 * Column definition packet, sent before the rows.
 *
 *     "def" | database | table | original table | name | original name     (lenenc strings)
 *     | 0c | collation, 2 | length in bytes, 4 | type code, 1 | flags, 2 | decimals, 1 | 0, 2
 *
 * In: a `ResultColumn` and the charset text is sent in. Out: the fields above.
 */
import {
	type ResultColumn,
	type SqlType,
	type TypeName,
	charsetNamed,
	collationNamed,
	collationOfCharset,
	familyOf,
	isCharacterType,
	isSpatialType,
	ofSpatialTypes,
	shownLength,
} from "../../core/index.ts";
import type { PacketWriter } from "./encode.ts";
import { nameEncoder } from "./metadata-text.ts";

const typeCode: Readonly<Record<TypeName, number>> = {
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
	bit: 16,
	json: 245,
	decimal: 246,
	tinytext: 252,
	text: 252,
	mediumtext: 252,
	longtext: 252,
	tinyblob: 252,
	blob: 252,
	mediumblob: 252,
	longblob: 252,
	varchar: 253,
	varbinary: 253,
	char: 254,
	binary: 254,
	enum: 254,
	set: 254,
	...ofSpatialTypes(255),
};

const flag = {
	notNull: 1,
	primaryKey: 2,
	uniqueKey: 4,
	multipleKey: 8,
	blob: 16,
	unsigned: 32,
	zerofill: 64,
	binary: 128,
	enum: 256,
	autoIncrement: 512,
	set: 2048,
	noDefault: 4096,
	partOfKey: 16384,
} as const;

/** How many decimals a column has that has no fixed number of them. */
const notFixed = 31;
const binaryCollationId = 63;
const longestLength = 0xffffffff;

/** `resultsCharset`: of names and text; null sends names in UTF-8, text in the charset of its column. */
export function encodeColumnDefinition(
	writer: PacketWriter,
	column: ResultColumn,
	resultsCharset: string | null,
): void {
	const { type } = column;
	const charset = sentCharset(type, resultsCharset);
	const encode = nameEncoder(resultsCharset);
	writer.lenencBytes(encode("def"));
	for (const name of [column.database, column.table, column.originalTable, column.name, column.originalName]) {
		writer.lenencBytes(encode(name));
	}
	writer.uint8(0x0c);
	writer.uint16(collationId(type, charset));
	writer.uint32(Math.min(shownLength(type) * (charsetNamed(charset)?.maxBytes ?? 1), longestLength));
	writer.uint8(typeCode[type.name]);
	writer.uint16(columnFlags(column));
	writer.uint8(decimals(column));
	writer.uint16(0);
}

/** A `?` of a prepared statement, whose type is not known yet. */
export function encodeParameterDefinition(writer: PacketWriter, resultsCharset: string | null): void {
	const encode = nameEncoder(resultsCharset);
	for (const name of ["def", "", "", "", "?", ""]) {
		writer.lenencBytes(encode(name));
	}
	writer.uint8(0x0c);
	writer.uint16(binaryCollationId);
	writer.uint32(0);
	writer.uint8(typeCode.varchar);
	writer.uint16(flag.binary);
	writer.uint8(0);
	writer.uint16(0);
}

/** The charset a column's bytes are in when they are sent; `binary` for all that is no text. */
export function sentCharset(type: SqlType, resultsCharset: string | null): string {
	if (!isCharacterType(type) || type.charset === "binary") {
		return "binary";
	}
	return resultsCharset === null || resultsCharset === "binary" ? type.charset : resultsCharset;
}

/** The column's own collation where its charset is sent, else the default of the charset that is. */
function collationId(type: SqlType, charset: string): number {
	if (charset === "binary") {
		return binaryCollationId;
	}
	const own = charset === type.charset ? collationNamed(type.collation) : undefined;
	return (own ?? collationOfCharset(charset))?.id ?? binaryCollationId;
}

function decimals(column: ResultColumn): number {
	const { type } = column;
	switch (familyOf(type)) {
		case "decimal":
		case "temporal":
			return type.scale;
		case "float":
			return type.scale < 0 ? notFixed : type.scale;
		case "text":
		case "bytes":
			return column.originalTable === "" ? notFixed : 0;
		default:
			return 0;
	}
}

function columnFlags(column: ResultColumn): number {
	const { type } = column;
	const inKey = column.primaryKey || column.uniqueKey || column.multipleKey;
	return (
		(column.nullable ? 0 : flag.notNull) |
		(column.primaryKey ? flag.primaryKey : 0) |
		(column.uniqueKey ? flag.uniqueKey : 0) |
		(column.multipleKey ? flag.multipleKey : 0) |
		(inKey ? flag.partOfKey : 0) |
		(column.autoIncrement ? flag.autoIncrement : 0) |
		(column.noDefault ? flag.noDefault : 0) |
		(type.unsigned ? flag.unsigned : 0) |
		(type.zerofill ? flag.zerofill : 0) |
		(typeCode[type.name] === typeCode.blob || type.name === "json" || isSpatialType(type) ? flag.blob : 0) |
		(type.name === "enum" ? flag.enum : 0) |
		(type.name === "set" ? flag.set : 0) |
		(comparesBytes(column) ? flag.binary : 0)
	);
}

/**
 * Bytes, dates; numbers only where they are no table's. Not text of a `_bin` collation, though MySQL says it of that,
 * too: here it is the collation of text without a COLLATE clause, and clients that go by this flag would return all
 * text as bytes.
 */
function comparesBytes(column: ResultColumn): boolean {
	const { type } = column;
	switch (familyOf(type)) {
		case "text":
		case "enum":
		case "set":
			return type.collation === "binary";
		case "integer":
		case "decimal":
		case "float":
		case "bit":
			return column.originalTable === "";
		default:
			return true;
	}
}
