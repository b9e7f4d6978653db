/**
 * Which changes of a type leave stored rows and index entries as they are.
 *
 * In: two types. Out: a yes or no. Integers have one form whatever their width, text is bytes, so widening touches no
 * row; a change between charsets of UTF-8 neither. It refuses to convert anything.
 */
import { isUtf8 } from "../../../types/text/charset.ts";
import { integerRange } from "../../../types/numeric/integer.ts";
import { familyOf, type SqlType } from "../../../types/type.ts";

/** Does every value of the old type mean itself in the new one? */
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

/** Is it the same type to MySQL, whose text and lists of elements may grow? Else it writes all rows anew. */
export function isSameSort(from: SqlType, to: SqlType): boolean {
	const isSized = familyOf(to) === "decimal" || to.name === "char" || to.name === "binary";
	return from.name === to.name && from.unsigned === to.unsigned && (!isSized || from.length === to.length);
}

/** CHAR drops the spaces at the end: only what was CHAR before has none. */
function keepsText(from: SqlType, to: SqlType): boolean {
	return isSameCharset(from, to) && to.length >= from.length && (to.name !== "char" || from.name === "char");
}

function isSameCharset(from: SqlType, to: SqlType): boolean {
	return from.charset === to.charset || (from.charset === "utf8" && to.charset === "utf8mb4");
}

/** Does an index of the column hold the same weights? */
export function keepsWeights(from: SqlType, to: SqlType): boolean {
	if (familyOf(from) !== "text" || from.collation === to.collation) {
		return true;
	}
	return isUtf8(from.charset) && isUtf8(to.charset) && orderName(from.collation) === orderName(to.collation);
}

/** `general_ci` of `utf8_general_ci`: the collations of both charsets weigh a character alike. */
function orderName(collation: string): string {
	return collation.slice(collation.indexOf("_") + 1);
}
