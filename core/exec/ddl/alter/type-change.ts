/**
 * Type changes that leave stored rows and index entries as they are.
 *
 * Integers have one stored form whatever their width, and text is bytes, so widening touches no row, nor does a
 * change between charsets of UTF-8.
 */
import { isUtf8 } from "../../../types/text/charset.ts";
import { integerRange } from "../../../types/numeric/integer.ts";
import { familyOf, isSpatialType, type SqlType } from "../../../types/value/type.ts";

/** Whether every stored value of the old type has the same meaning in the new one. */
export function keepsRows(from: SqlType, to: SqlType): boolean {
	if (familyOf(from) !== familyOf(to)) {
		return false;
	}
	switch (familyOf(from)) {
		case "integer":
			return keepsIntegers(from, to);
		case "decimal":
			return to.scale === from.scale && to.length >= from.length && (to.unsigned === from.unsigned || !to.unsigned);
		case "float":
			return (
				(from.name === to.name || to.name === "double") &&
				to.scale === from.scale &&
				(to.unsigned === from.unsigned || !to.unsigned)
			);
		case "bit":
			return to.length >= from.length;
		case "temporal":
			return from.name === to.name && from.scale === to.scale;
		case "text":
			return keepsText(from, to);
		case "bytes":
			if (isSpatialType(to)) {
				return isSpatialType(from) && (from.name === to.name || to.name === "geometry");
			}
			return (
				(to.name !== "binary" || (from.name === "binary" && from.length === to.length)) && to.length >= from.length
			);
		case "enum":
		case "set":
			return isSameCharset(from, to) && from.elements.every((element, at) => to.elements[at] === element);
		default:
			return true;
	}
}

function keepsIntegers(from: SqlType, to: SqlType): boolean {
	if ((from.name === "year") !== (to.name === "year")) {
		return false;
	}
	const [least, most] = integerRange(from);
	const [newLeast, newMost] = integerRange(to);
	return newLeast <= least && newMost >= most;
}

/** Whether MySQL counts it as the same type, whose text and element list may grow; else it copies all rows. */
export function isSameSort(from: SqlType, to: SqlType): boolean {
	const isSized = familyOf(to) === "decimal" || to.name === "char" || to.name === "binary";
	return from.name === to.name && from.unsigned === to.unsigned && (!isSized || from.length === to.length);
}

/** CHAR drops trailing spaces: only text that was CHAR before has none. */
function keepsText(from: SqlType, to: SqlType): boolean {
	return isSameCharset(from, to) && to.length >= from.length && (to.name !== "char" || from.name === "char");
}

function isSameCharset(from: SqlType, to: SqlType): boolean {
	return from.charset === to.charset || (from.charset === "utf8" && to.charset === "utf8mb4");
}

/** Whether an index of the column keeps its sort keys. */
export function keepsWeights(from: SqlType, to: SqlType): boolean {
	if (familyOf(from) !== "text" || from.collation === to.collation) {
		return true;
	}
	return isUtf8(from.charset) && isUtf8(to.charset) && orderName(from.collation) === orderName(to.collation);
}

/** `general_ci` of `utf8_general_ci`: the collations of both charsets have the same weights. */
function orderName(collation: string): string {
	return collation.slice(collation.indexOf("_") + 1);
}
