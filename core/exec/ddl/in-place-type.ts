/**
 * Type changes that MySQL makes in place: the same type, or a longer one whose values are stored as before.
 */
import { charsetNamed } from "../../types/text/charset.ts";
import { familyOf, type SqlType } from "../../types/value/type.ts";

export function changesInPlace(from: SqlType, to: SqlType): boolean {
	if (from.name !== to.name || from.unsigned !== to.unsigned || from.collation !== to.collation) {
		return false;
	}
	switch (familyOf(from)) {
		case "integer":
		case "float":
			return true;
		case "temporal":
			return from.scale === to.scale;
		case "enum":
		case "set":
			return (
				from.elements.every((element, at) => to.elements[at] === element) && elementBytes(from) === elementBytes(to)
			);
		default:
			return from.scale === to.scale && (from.length === to.length || isLonger(from, to));
	}
}

/** A longer VARCHAR whose length is kept in as many bytes as before. */
function isLonger(from: SqlType, to: SqlType): boolean {
	const isLarge = ({ length, charset }: SqlType): boolean => length * (charsetNamed(charset)?.maxBytes ?? 1) > 255;
	return /^var/.test(from.name) && to.length > from.length && isLarge(from) === isLarge(to);
}

/** Bytes of a value of an ENUM or a SET. */
function elementBytes({ name, elements: { length } }: SqlType): number {
	if (name === "enum") {
		return length > 255 ? 2 : 1;
	}
	return length > 32 ? 8 : Math.ceil(length / 8);
}
