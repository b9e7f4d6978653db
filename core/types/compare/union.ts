/**
 * Union of types: the common type of the branches of CASE, IF and COALESCE, and of the columns of a UNION.
 */
import {
	commonCollation,
	defaultAttributes,
	bytesAttributes,
	type TextAttributes,
} from "../collation/common-collation.ts";
import { maxPrecision, maxScale } from "../numeric/decimal.ts";
import {
	defaultLength,
	familyOf,
	isCharacterType,
	isSpatialType,
	sqlType,
	type SqlType,
	type TypeFamily,
	type TypeName,
} from "../value/type.ts";
import { textLength, wholeDigits } from "../text/width.ts";

const nullType = sqlType("null");

/** Returns the common type. `made`: charset and collation of numbers that become text, the connection's. */
export function unionType(types: readonly SqlType[], made: TextAttributes = defaultAttributes): SqlType {
	const known = types.filter((type) => type.name !== "null");
	const [first = nullType] = known;
	const union = known.slice(1).reduce((sofar, type) => (sofar === type ? sofar : unionOfTwo(sofar, type, made)), first);
	// Drops ZEROFILL: only a column itself is shown with leading zeros.
	return union.zerofill ? sqlType(union.name, { ...union, zerofill: false }) : union;
}

const numbers: ReadonlySet<TypeFamily> = new Set(["integer", "decimal", "float", "bit"]);

function unionOfTwo(a: SqlType, b: SqlType, made: TextAttributes): SqlType {
	const x = familyOf(a);
	const y = familyOf(b);
	if (numbers.has(x) && numbers.has(y)) {
		return unionOfNumbers(a, b);
	}
	if (x === "temporal" && y === "temporal") {
		return unionOfTemporals(a, b);
	}
	if (x === "json" && y === "json") {
		return a;
	}
	if (isSpatialType(a) && isSpatialType(b)) {
		return a.name === b.name ? a : sqlType("geometry");
	}
	return unionAsText(a, b, made);
}

function unionOfNumbers(a: SqlType, b: SqlType): SqlType {
	if (familyOf(a) === "float" || familyOf(b) === "float") {
		return unionOfFloats(a, b);
	}
	if (a.name === "decimal" || b.name === "decimal") {
		return decimalOver(a, b);
	}
	if (a.name === "bit" && b.name === "bit") {
		return a.length >= b.length ? a : b;
	}
	return unionOfIntegers(a, b);
}

/** FLOAT only with FLOAT; a fixed scale only where both have the same. */
function unionOfFloats(a: SqlType, b: SqlType): SqlType {
	const name = a.name === "float" && b.name === "float" ? "float" : "double";
	const scale = a.scale === b.scale && familyOf(a) === familyOf(b) ? a.scale : -1;
	return sqlType(name, {
		unsigned: a.unsigned && b.unsigned,
		scale,
		length: scale < 0 ? -1 : Math.max(a.length, b.length),
	});
}

function decimalOver(a: SqlType, b: SqlType): SqlType {
	const scale = Math.min(Math.max(decimals(a), decimals(b)), maxScale);
	const length = Math.min(Math.max(wholeDigits(a), wholeDigits(b)) + scale, maxPrecision);
	return sqlType("decimal", { unsigned: a.unsigned && b.unsigned, length, scale });
}

function decimals(type: SqlType): number {
	return type.name === "decimal" ? type.scale : 0;
}

const integers: readonly TypeName[] = ["tinyint", "smallint", "mediumint", "int", "bigint"];

/** Returns the rank of an integer type by size; YEAR ranks as SMALLINT, BIT as BIGINT. */
function size(type: SqlType): number {
	return type.name === "year" ? 1 : type.name === "bit" ? 4 : integers.indexOf(type.name);
}

function unionOfIntegers(a: SqlType, b: SqlType): SqlType {
	if (a.name === "year" && b.name === "year") {
		return a;
	}
	const unsignedA = a.unsigned || a.name === "bit";
	const unsignedB = b.unsigned || b.name === "bit";
	const larger = Math.max(size(a), size(b));
	const length = Math.max(a.length, b.length);
	if (unsignedA === unsignedB) {
		return sqlType(integers[larger]!, {
			unsigned: unsignedA,
			length: Math.max(length, a.name === b.name ? 0 : defaultLength(integers[larger]!, unsignedA)),
		});
	}
	// A signed type covers an unsigned one only if it is larger.
	const unsignedSize = size(unsignedA ? a : b);
	const needed = Math.max(unsignedSize + 1, size(unsignedA ? b : a));
	return needed < integers.length
		? sqlType(integers[needed]!, { length: Math.max(length, 1) })
		: sqlType("decimal", { length: 20 });
}

function unionOfTemporals(a: SqlType, b: SqlType): SqlType {
	const scale = Math.max(a.scale, b.scale);
	const name = a.name === b.name ? a.name : "datetime";
	return sqlType(name, { scale, length: textLength(sqlType(name, { scale })) });
}

const largeTexts: readonly TypeName[] = ["tinytext", "text", "mediumtext", "longtext"];
const largeBytes: readonly TypeName[] = ["tinyblob", "blob", "mediumblob", "longblob"];

/** Returns the rank among TEXT and BLOB sizes, or -1; JSON and geometries rank as the largest. */
function largeness(type: SqlType): number {
	return type.name === "json" || isSpatialType(type)
		? 3
		: Math.max(largeTexts.indexOf(type.name), largeBytes.indexOf(type.name));
}

/** Returns the charset that a type contributes; null for numbers and dates. */
function attributesOf(type: SqlType): TextAttributes | null {
	if (isCharacterType(type)) {
		return type;
	}
	const family = familyOf(type);
	return family === "json" ? defaultAttributes : family === "bytes" || family === "bit" ? bytesAttributes : null;
}

function unionAsText(a: SqlType, b: SqlType, made: TextAttributes): SqlType {
	const x = attributesOf(a);
	const y = attributesOf(b);
	const attributes = x === null || y === null ? (x ?? y ?? made) : commonCollation(x, y);
	const { charset, collation } = attributes;
	const isBytes = charset === "binary";
	const large = Math.max(largeness(a), largeness(b));
	const length = Math.max(lengthIn(a, isBytes), lengthIn(b, isBytes));
	if (large >= 0 || length > 65535) {
		const name = (isBytes ? largeBytes : largeTexts)[large >= 0 ? large : 3]!;
		return sqlType(name, { charset, collation });
	}
	const fixed = isBytes ? "binary" : "char";
	const name = a.name === fixed && b.name === fixed ? fixed : isBytes ? "varbinary" : "varchar";
	return sqlType(name, { charset, collation, length });
}

/** Returns the length in characters, or for binary unions the maximum of bytes. */
function lengthIn(type: SqlType, isBytes: boolean): number {
	const perCharacter = isBytes && isCharacterType(type) ? 4 : 1;
	return largeness(type) >= 0 ? 0 : textLength(type) * perCharacter;
}
