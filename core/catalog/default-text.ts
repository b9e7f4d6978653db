/**
 * Text of a column's default for SHOW COLUMNS, SHOW CREATE TABLE and metadata records: UTF-8, or null.
 */
import { convertText } from "../types/text/charset.ts";
import { printText } from "../types/print/print.ts";
import { firstInvalidByte } from "../types/text/utf8.ts";
import { familyOf, isCharacterType, type SqlType } from "../types/value/type.ts";
import type { ByteString, Value } from "../types/value/value.ts";
import type { Column } from "./table.ts";

/** A value's printed form in UTF-8. BIT is written as `b'101'`. */
export function valueText(value: Value, type: SqlType): ByteString | null {
	if (value === null) {
		return null;
	}
	if (familyOf(type) === "bit") {
		return `b'${BigInt(value).toString(2)}'`;
	}
	const text = printText(value, type) ?? "";
	if (isCharacterType(type)) {
		return convertText(text, type.charset, "utf8mb4");
	}
	return isHexadecimal(value, type) ? `0x${Buffer.from(text, "latin1").toString("hex").toUpperCase()}` : text;
}

/** True for bytes that are not text: `0xFF00`, which SHOW CREATE TABLE prints without quotes. */
export function isHexadecimal(value: Value, type: SqlType): boolean {
	return familyOf(type) === "bytes" && firstInvalidByte(value as ByteString) >= 0;
}

/** `CURRENT_TIMESTAMP(3)`: the function with the column's fractional digits. */
export function nowText(type: SqlType): ByteString {
	return type.scale > 0 ? `CURRENT_TIMESTAMP(${type.scale})` : "CURRENT_TIMESTAMP";
}

/** Null for DEFAULT NULL and for no default at all. */
export function defaultText(column: Column): ByteString | null {
	switch (column.default.kind) {
		case "constant":
			return valueText(column.default.value, column.type);
		case "now":
			return nowText(column.type);
		case "none":
			return null;
	}
}
