/**
 * Display width of a type: the maximum of characters and digits that its values print.
 */
import { countCharacters } from "./characters.ts";
import { charsetNamed } from "./charset.ts";
import { familyOf, isCharacterType, type SqlType, type TypeName } from "../value/type.ts";

const integerDigits: Partial<Record<TypeName, number>> = {
	tinyint: 3,
	smallint: 5,
	mediumint: 8,
	int: 10,
	bigint: 20,
	year: 4,
};

/** Returns the maximum of digits before the point. */
export function wholeDigits(type: SqlType): number {
	switch (familyOf(type)) {
		case "integer":
			return type.name === "mediumint" && !type.unsigned
				? 7
				: type.name === "bigint" && !type.unsigned
					? 19
					: integerDigits[type.name]!;
		case "decimal":
			return type.length - type.scale;
		case "bit":
			return Math.max(1, Math.ceil(type.length * Math.log10(2)));
		case "enum":
			return 5;
		case "temporal":
			return type.name === "date" ? 8 : type.name === "time" ? 7 : 14;
		case "null":
			return 0;
		default:
			return 20;
	}
}

/** Returns the length of the longest printed form, in characters. */
export function textLength(type: SqlType): number {
	const fraction = type.scale > 0 ? type.scale + 1 : 0;
	switch (type.name) {
		case "tinyint":
		case "smallint":
		case "mediumint":
		case "int":
		case "bigint":
		case "year":
			return Math.max(
				wholeDigits(type) + (type.unsigned || type.name === "year" ? 0 : 1),
				type.zerofill ? type.length : 0,
			);
		case "decimal":
			return type.length + (type.scale > 0 ? 1 : 0) + (type.unsigned ? 0 : 1) + (type.length === type.scale ? 1 : 0);
		case "float":
			return Math.max(12, type.length);
		case "double":
			return Math.max(22, type.length);
		case "bit":
			return Math.ceil(type.length / 8);
		case "date":
			return 10;
		case "time":
			return 10 + fraction;
		case "datetime":
		case "timestamp":
			return 19 + fraction;
		case "enum":
			return Math.max(0, ...elementLengths(type));
		case "set":
			return elementLengths(type).reduce((total, length) => total + length + 1, -1);
		default:
			return type.length;
	}
}

/** Returns the length sent to clients: maximum characters, or bytes for types without a charset. */
export function shownLength(type: SqlType): number {
	switch (type.name) {
		case "decimal":
			return type.length + (type.scale > 0 ? 1 : 0) + (type.unsigned ? 0 : 1);
		case "float":
			return type.length < 0 ? 12 : type.length;
		case "double":
			return type.length < 0 ? 22 : type.length;
		case "date":
		case "time":
		case "datetime":
		case "timestamp":
		case "enum":
		case "set":
			return textLength(type);
		default:
			return Math.max(0, type.length);
	}
}

/** Returns the field width in bytes for files with rows of fixed size. */
export function fixedBytes(type: SqlType): number {
	return shownLength(type) * (isCharacterType(type) ? (charsetNamed(type.charset)?.maxBytes ?? 1) : 1);
}

function elementLengths(type: SqlType): number[] {
	return type.elements.map((element) => countCharacters(element, type.charset));
}
