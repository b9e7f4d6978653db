/**
 * Cells that COLUMNS and SHOW COLUMNS share: key word, lengths, precision, fractional digits.
 */
import { charsetNamed, convertText } from "../../types/text/charset.ts";
import { countCharacters } from "../../types/text/characters.ts";
import { familyOf, type SqlType } from "../../types/value/type.ts";
import type { ByteString } from "../../types/value/value.ts";
import { nowText } from "../default-text.ts";
import type { Column, Index, Table } from "../table.ts";

/** PRI, UNI, MUL or nothing. Without a primary key a unique key without NULL counts as one. */
export function keyWord(column: Column, table: Table): ByteString {
	const primary =
		table.primaryKey ??
		table.indexes.find(
			({ unique, parts }) => unique && parts.every((part) => !part.column.nullable && part.length === undefined),
		);
	if (primary?.parts.some((part) => part.column === column) === true) {
		return "PRI";
	}
	if (table.indexes.some((index) => index.parts[0]?.column === column && isUniqueAlone(index))) {
		return "UNI";
	}
	// Of the record: full-text and spatial indexes count too.
	return table.record.indexes.some(({ parts }) => parts[0]?.columnId === column.id) ? "MUL" : "";
}

function isUniqueAlone({ unique, parts }: Index): boolean {
	return unique && parts.length === 1;
}

export function extraWords(column: Column): ByteString {
	if (column.record.generated !== undefined) {
		return column.record.generated.stored ? "STORED GENERATED" : "VIRTUAL GENERATED";
	}
	const words = [
		column.autoIncrement ? "auto_increment" : "",
		column.onUpdateNow ? `on update ${nowText(column.type)}` : "",
	];
	return words.filter((word) => word !== "").join(" ");
}

/** Characters and bytes; null for types without a length. */
export function textLengths(type: SqlType): readonly [characters: number | null, bytes: number | null] {
	const wide = charsetNamed(type.charset)?.maxBytes ?? 1;
	switch (type.name) {
		case "char":
		case "varchar":
			return [type.length, type.length * wide];
		case "binary":
		case "varbinary":
			return [type.length, type.length];
		case "enum":
		case "set": {
			const characters = elementCharacters(type);
			return [characters, characters * wide];
		}
		case "tinytext":
		case "text":
		case "mediumtext":
		case "longtext":
		case "tinyblob":
		case "blob":
		case "mediumblob":
		case "longblob":
			return [type.length, type.length];
		default:
			return [null, null];
	}
}

/** The longest element of an ENUM; all of a SET with commas. */
function elementCharacters({ name, elements, charset }: SqlType): number {
	const lengths = elements.map((element) => countCharacters(convertText(element, charset, "utf8mb4"), "utf8mb4"));
	return name === "enum"
		? Math.max(0, ...lengths)
		: lengths.reduce((sum, length) => sum + length, Math.max(0, lengths.length - 1));
}

const digits: Readonly<Record<string, number>> = { tinyint: 3, smallint: 5, mediumint: 7, int: 10, bigint: 19 };

/** Precision and scale of numbers. */
export function numericFacts(type: SqlType): readonly [precision: number | null, scale: number | null] {
	switch (familyOf(type)) {
		case "integer":
			return type.name === "year"
				? [null, null]
				: [type.name === "bigint" && type.unsigned ? 20 : (digits[type.name] ?? null), 0];
		case "decimal":
			return [type.length, type.scale];
		case "float":
			return [type.length >= 0 ? type.length : type.name === "float" ? 12 : 22, type.scale >= 0 ? type.scale : null];
		case "bit":
			return [type.length, null];
		default:
			return [null, null];
	}
}

/** Fractional digits of temporal types. */
export function temporalDigits(type: SqlType): number | null {
	return type.name === "time" || type.name === "datetime" || type.name === "timestamp" ? type.scale : null;
}
