/**
 * Stored column type: made from a data type and its resolved charset, with MySQL's checks.
 *
 * `exec/ddl/column-definition.ts` resolves the charset.
 */
import { sqlError } from "../errors/catalogue.ts";
import type { DataType } from "../sql/tree/data-type.ts";
import { charsetNamed, convertText } from "../types/text/charset.ts";
import { firstInvalidByte } from "../types/text/utf8.ts";
import { firstIllFormed, shownIllFormed } from "../types/text/well-formed.ts";
import { collationNamed } from "../types/collation/collation.ts";
import {
	checkVarcharLength,
	maximumCharLength,
	maximumTextLength,
	maximumVarcharLength,
} from "./maximum-column-length.ts";
import { defaultLength, isCharacterType, isSpatialType, type TypeName } from "../types/value/type.ts";
import { encodeText, type ByteString } from "../types/value/value.ts";
import type { CharsetPair, Clause, StoredType } from "./record.ts";

const binaryPair: CharsetPair = { charset: "binary", collation: "binary" };

/** Binary counterparts of character types, and the reverse. */
const binaryForms: Partial<Record<TypeName, TypeName>> = {
	char: "binary",
	varchar: "varbinary",
	tinytext: "tinyblob",
	text: "blob",
	mediumtext: "mediumblob",
	longtext: "longblob",
};

const maximumElements = 65535;
const maximumSetElements = 64;
const maximumFloatWidth = 255;
const maximumPrecision = 65;
const maximumScale = 30;
const maximumFraction = 6;
const maximumBits = 64;
/** FLOAT(p) is a DOUBLE from this precision on. */
const doublePrecision = 25;
const maximumFloatPrecision = 53;

/**
 * Returns the clause in a type's words: CHARACTER SET and COLLATE, and the meaning of ASCII, UNICODE, BYTE and
 * NATIONAL.
 */
export function writtenClause(type: DataType): Clause {
	if (!isCharacterType(type)) {
		return {};
	}
	const implied = { ascii: "latin1", unicode: "ucs2", byte: "binary" } as const;
	const charset =
		type.charset ??
		(type.attribute === undefined ? undefined : implied[type.attribute]) ??
		(type.national === true ? "utf8" : undefined);
	return {
		...(charset === undefined ? {} : { charset }),
		...(type.collation === undefined ? {} : { collation: type.collation }),
	};
}

/** The BINARY attribute selects the charset's `_bin` collation. */
export function withBinaryAttribute(type: DataType, pair: CharsetPair): CharsetPair {
	const collation =
		type.binary === true && type.collation === undefined ? collationNamed(`${pair.charset}_bin`) : undefined;
	return collation === undefined ? pair : { charset: pair.charset, collation: collation.name };
}

/** Outside strict mode: told of a VARCHAR or VARBINARY that becomes the TEXT or BLOB type which holds it. */
export type SilentChange = (from: string, to: string) => void;

/**
 * Returns the stored type and its pair: text in the charset `binary` is a binary type. `text`: how elements are
 * encoded. `silently`: a VARCHAR that is too long is changed; absent: error 1074.
 */
export function storedType(
	column: string,
	type: DataType,
	resolved: CharsetPair,
	text: CharsetPair,
	silently?: SilentChange,
): { readonly type: StoredType; readonly pair: CharsetPair } {
	refuseTextCollation(type);
	const pair = isCharacterType(type) ? resolved : binaryPair;
	const name = pair.charset === "binary" ? (binaryForms[type.name] ?? type.name) : type.name;
	const parts = longerForm(name, type, pair, silently) ?? partsOf(encodeText(column), { ...type, name }, pair, text);
	const unsigned = type.unsigned || type.zerofill;
	return {
		type: {
			name,
			unsigned,
			zerofill: type.zerofill,
			length: defaultLength(name, unsigned),
			scale: 0,
			elements: [],
			...parts,
		},
		pair,
	};
}

/** Types whose charset is `binary`. */
const binaryTypes = new Set<TypeName>(["binary", "varbinary", "tinyblob", "blob", "mediumblob", "longblob", "json"]);

/** Throws 1253 for a collation of text behind a binary type, 1273 for an unknown one. Numbers and dates take any. */
function refuseTextCollation(type: DataType): void {
	if (isCharacterType(type) || type.collation === undefined) {
		return;
	}
	const collation = collationNamed(type.collation);
	if (collation === undefined) {
		throw sqlError("unknownCollation", encodeText(type.collation));
	}
	if ((binaryTypes.has(type.name) || isSpatialType(type)) && collation.charset !== "binary") {
		throw sqlError("collationCharsetMismatch", collation.name, "binary");
	}
}

type Parts = Partial<StoredType>;

/** The TEXT or BLOB type of a VARCHAR or VARBINARY that is too long, where it may be changed. */
export function longerForm(
	name: TypeName,
	{ length = 1 }: Pick<DataType, "length">,
	{ charset }: CharsetPair,
	silently: SilentChange | undefined,
): Parts | undefined {
	const isText = name === "varchar";
	if (silently === undefined || !(isText || name === "varbinary") || length <= maximumVarcharLength(charset)) {
		return undefined;
	}
	silently(name.toUpperCase(), isText ? "TEXT" : "BLOB");
	const [bytes, text, blob] = sizeOf(Math.min(length * (charsetNamed(charset)?.maxBytes ?? 1), maximumTextLength));
	return { name: isText ? text : blob, length: bytes };
}

function partsOf(column: ByteString, type: DataType, pair: CharsetPair, text: CharsetPair): Parts {
	const { charset } = pair;
	switch (type.name) {
		case "tinyint":
		case "smallint":
		case "mediumint":
		case "int":
		case "bigint":
			return integerParts(column, type);
		case "float":
		case "double":
			return floatParts(column, type);
		case "decimal":
			return decimalParts(column, type);
		case "bit":
			return bitParts(column, type);
		case "year":
			return yearParts(type);
		case "time":
		case "datetime":
		case "timestamp":
			return fractionParts(column, type);
		case "char":
		case "binary":
			return charParts(column, type);
		case "varchar":
		case "varbinary":
			return { length: checkVarcharLength(column, type.length ?? 1, charset) };
		case "tinytext":
		case "text":
		case "mediumtext":
		case "longtext":
		case "tinyblob":
		case "blob":
		case "mediumblob":
		case "longblob":
			return textParts(column, type, charset);
		case "enum":
		case "set":
			return elementParts(column, type, text);
		default:
			return {};
	}
}

function integerParts(column: ByteString, { length }: DataType): Parts {
	if (length === undefined || length === 0) {
		return {};
	}
	checkWidth(column, length, maximumFloatWidth);
	return { length };
}

function floatParts(column: ByteString, { name, length, scale }: DataType): Parts {
	if (length === undefined) {
		return { scale: -1 };
	}
	if (scale === undefined) {
		if (length > maximumFloatPrecision) {
			throw sqlError("wrongFieldSpecifier", column);
		}
		return name === "float" && length >= doublePrecision ? { name: "double", length: -1, scale: -1 } : { scale: -1 };
	}
	checkScale(column, scale);
	checkWidth(column, length, maximumFloatWidth);
	checkScaleFits(column, length, scale);
	return { length, scale };
}

function decimalParts(column: ByteString, { length = 0, scale = 0 }: DataType): Parts {
	checkScale(column, scale);
	if (length > maximumPrecision) {
		throw sqlError("precisionTooBig", length, column, maximumPrecision);
	}
	const precision = length === 0 && scale === 0 ? defaultLength("decimal", false) : length;
	checkScaleFits(column, precision, scale);
	return { length: precision, scale };
}

function bitParts(column: ByteString, { length = 0 }: DataType): Parts {
	checkWidth(column, length, maximumBits);
	return { length: length === 0 ? 1 : length, unsigned: true };
}

function yearParts({ length = 4 }: DataType): Parts {
	if (length !== 4) {
		throw sqlError("invalidYearLength");
	}
	return { unsigned: true, zerofill: true };
}

function fractionParts(column: ByteString, { name, length = 0 }: DataType): Parts {
	if (length > maximumFraction) {
		throw sqlError("precisionTooBig", length, column, maximumFraction);
	}
	return { length: defaultLength(name, false) + (length > 0 ? length + 1 : 0), scale: length };
}

function charParts(column: ByteString, { length = 1 }: DataType): Parts {
	if (length > maximumCharLength) {
		throw sqlError("columnTooLong", column, maximumCharLength);
	}
	return { length };
}

const textSizes: readonly (readonly [bytes: number, text: TypeName, blob: TypeName])[] = [
	[255, "tinytext", "tinyblob"],
	[65535, "text", "blob"],
	[16777215, "mediumtext", "mediumblob"],
	[maximumTextLength, "longtext", "longblob"],
];

/** TEXT(n) and BLOB(n) are the smallest type of their kind with that capacity. */
function textParts(column: ByteString, { name, length }: DataType, charset: string): Parts {
	if (length === undefined || (name !== "text" && name !== "blob")) {
		return {};
	}
	checkWidth(column, length, maximumTextLength);
	const bytes = Math.min(length * (charsetNamed(charset)?.maxBytes ?? 1), maximumTextLength);
	const size = sizeOf(bytes);
	return { name: name === "text" ? size[1] : size[2], length: size[0], declaredLength: length };
}

function sizeOf(bytes: number): (typeof textSizes)[number] {
	return textSizes.find(([most]) => bytes <= most) ?? textSizes[textSizes.length - 1]!;
}

/** Returns the smallest TEXT type that holds so many bytes. */
export function textTypeOf(bytes: number): { readonly name: TypeName; readonly length: number } {
	const [length, name] = sizeOf(bytes);
	return { name, length };
}

function elementParts(
	column: ByteString,
	{ name, elements = [] }: DataType,
	{ charset, collation }: CharsetPair,
): Parts {
	const kind = name.toUpperCase();
	if (elements.length > (name === "set" ? maximumSetElements : maximumElements)) {
		throw name === "set" ? sqlError("tooManySetElements", column) : sqlError("tooManyEnumElements", column);
	}
	const equal = collationNamed(collation);
	const stored = elements.map((element) => {
		if (name === "set" && element.includes(",")) {
			throw sqlError("illegalValueForType", name, element);
		}
		return encodedElement(element.replace(/ +$/, ""), charset);
	});
	const keys = stored.map((element) => equal?.groupKey(element) ?? element);
	const lastPlaces = new Map(keys.map((key, at) => [key, at]));
	const first = stored.find((_element, at) => lastPlaces.get(keys[at]!) !== at);
	if (first !== undefined) {
		throw sqlError("duplicatedValueInType", column, convertText(first, charset, "utf8mb4"), kind);
	}
	return { elements: stored };
}

/** A hexadecimal literal that is no UTF-8 is taken as bytes of the column's charset; 1300 if they are no text in it. */
function encodedElement(element: ByteString, charset: string): ByteString {
	if (firstInvalidByte(element) < 0) {
		return convertText(element, "utf8mb4", charset);
	}
	const at = firstIllFormed(element, charset);
	if (at >= 0) {
		throw sqlError("invalidCharacterString", charset, shownIllFormed(element, at));
	}
	return element;
}

function checkWidth(column: ByteString, length: number, maximum: number): void {
	if (length > maximum) {
		throw sqlError("displayWidthTooBig", column, maximum);
	}
}

function checkScale(column: ByteString, scale: number): void {
	if (scale > maximumScale) {
		throw sqlError("scaleTooBig", scale, column, maximumScale);
	}
}

function checkScaleFits(column: ByteString, length: number, scale: number): void {
	if (scale > length) {
		throw sqlError("precisionLessThanScale", column);
	}
}
