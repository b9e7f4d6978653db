/** Stub of literals: signatures first, bodies follow. */
import type { TypedValue } from "./evaluation.ts";
import { sqlType } from "./type.ts";
import type { ByteString } from "./value.ts";

/** `123`: bigint, unsigned above 2^63-1, decimal above 2^64-1. */
export function integerLiteral(_digits: string): TypedValue {
	return { type: sqlType("bigint"), value: 0 };
}

/** `1.50`: decimal(3,2). */
export function decimalLiteral(_text: string): TypedValue {
	return { type: sqlType("decimal"), value: 0 };
}

/** `1.5e3`: double. */
export function doubleLiteral(_text: string): TypedValue {
	return { type: sqlType("double"), value: 0 };
}

/** `'abc'`, bytes in `charset`. */
export function textLiteral(bytes: ByteString, _charset: string, _collation: string): TypedValue {
	return { type: sqlType("varchar"), value: bytes };
}

/** `x'4D'`, `0x4D`, `b'0101'` as their bytes. */
export function bytesLiteral(bytes: ByteString): TypedValue {
	return { type: sqlType("varbinary"), value: bytes };
}
