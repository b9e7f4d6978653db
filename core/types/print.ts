/** Stub of printing: signatures first, bodies follow. */
import type { SqlType } from "./type.ts";
import type { ByteString, Value } from "./value.ts";

/** The text-protocol form of a value, in the charset of its type; null for NULL. */
export function printText(value: Value, type: SqlType): ByteString | null {
	return value === null ? null : printer(type)(value);
}

/** The same for values that are not NULL, chosen once a column. */
export function printer(_type: SqlType): (value: Value) => ByteString {
	return String;
}

/** How CAST(... AS CHAR) and text functions see a value: as printed, but without zerofill's zeros being lost. */
export function castToText(value: Value, type: SqlType): ByteString | null {
	return printText(value, type);
}
