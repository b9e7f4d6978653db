/**
 * JavaScript values as parameters of a prepared statement.
 *
 * | value                             | parameter                                              |
 * |-----------------------------------|--------------------------------------------------------|
 * | null, undefined                   | NULL                                                   |
 * | boolean                           | 0 or 1                                                 |
 * | number, bigint                    | BIGINT; DOUBLE with a fraction; DECIMAL beyond 64 bits |
 * | string                            | text in utf8mb4                                        |
 * | Buffer, Uint8Array, other views   | bytes                                                  |
 * | Date                              | the local time, to the millisecond                     |
 * | other objects and arrays          | JSON as text                                           |
 */
import { types } from "node:util";
import { canonical, encodeText, sqlType, type SqlType, type TypedValue } from "../../core/index.ts";

/** A value that a statement takes for a `?`. */
export type Value = null | undefined | boolean | number | bigint | string | Date | ArrayBufferView | object;

const nullType = sqlType("null");
const integerType = sqlType("bigint");
const unsignedType = sqlType("bigint", { unsigned: true });
const doubleType = sqlType("double");
const bytesType = sqlType("varbinary", { length: 65535 });

export function parameterOf(value: Value, place: number, text: SqlType): TypedValue {
	switch (typeof value) {
		case "undefined":
			return { type: nullType, value: null };
		case "boolean":
			return { type: integerType, value: value ? 1 : 0 };
		case "number":
			if (!Number.isFinite(value)) {
				throw new TypeError(`value ${place} is ${value}, which no SQL type holds`);
			}
			return Number.isSafeInteger(value) ? { type: integerType, value } : { type: doubleType, value };
		case "bigint":
			return integerParameter(value, text);
		case "string":
			return { type: text, value: encodeText(value) };
		case "object":
			return value === null ? { type: nullType, value } : objectParameter(value, text);
		default:
			throw new TypeError(`value ${place} is a ${typeof value}, which no SQL type holds`);
	}
}

function integerParameter(value: bigint, text: SqlType): TypedValue {
	if (BigInt.asIntN(64, value) === value) {
		return { type: integerType, value: canonical(value) };
	}
	return BigInt.asUintN(64, value) === value
		? { type: unsignedType, value }
		: { type: text, value: encodeText(String(value)) };
}

/** By their kind, not by their class: objects of a test's own realm have others. */
function objectParameter(value: object, text: SqlType): TypedValue {
	if (ArrayBuffer.isView(value)) {
		const bytes = Buffer.from(value.buffer, value.byteOffset, value.byteLength);
		return { type: bytesType, value: bytes.toString("latin1") };
	}
	if (types.isDate(value)) {
		return { type: text, value: localText(value) };
	}
	return { type: text, value: encodeText(JSON.stringify(value)) };
}

/** `2026-11-27 09:30:00.000` */
function localText(date: Date): string {
	if (Number.isNaN(date.getTime())) {
		return "0000-00-00 00:00:00";
	}
	const two = (number: number): string => String(number).padStart(2, "0");
	const day = `${String(date.getFullYear()).padStart(4, "0")}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
	const time = `${two(date.getHours())}:${two(date.getMinutes())}:${two(date.getSeconds())}`;
	return `${day} ${time}.${String(date.getMilliseconds()).padStart(3, "0")}`;
}
