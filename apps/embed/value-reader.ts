/**
 * JavaScript values of a result's columns, as mysql2 gives them.
 *
 * | type                                | value                                                       |
 * |-------------------------------------|-------------------------------------------------------------|
 * | integers, YEAR                      | number; beyond 2^53 bigint                                  |
 * | FLOAT, DOUBLE                       | number                                                      |
 * | DECIMAL                             | string                                                      |
 * | CHAR, TEXT, ENUM, SET               | string                                                      |
 * | BINARY, BLOB, BIT, spatial types    | Buffer                                                      |
 * | DATE, DATETIME, TIMESTAMP           | Date in local time; of a zero date an invalid one           |
 * | TIME                                | string                                                      |
 * | JSON                                | what JSON.parse makes of it                                 |
 *
 * mysql2 gives numbers for integers beyond 2^53, which are then others, and objects for spatial types.
 */
import {
	decodeText,
	familyOf,
	isCharacterType,
	isSpatialType,
	printer,
	printText,
	type ResultColumn,
	transcoder,
	type Value,
} from "../../core/index.ts";

export type Cell = null | number | bigint | string | Buffer | Date | object | boolean;

export type ReadValue = (value: Value) => Cell;

export function readerOf({ type }: ResultColumn): ReadValue {
	const printed = (value: Value): string => decodeText(printText(value, type) ?? "");
	if (isSpatialType(type)) {
		return bytesOf;
	}
	switch (familyOf(type)) {
		case "integer":
			return (value) => (typeof value === "bigint" ? value : Number(value));
		case "float":
			return Number;
		case "bytes":
			return bytesOf;
		case "bit":
			return (value) => Buffer.from(printText(value, type) ?? "", "latin1");
		case "json":
			return (value) => JSON.parse(printed(value)) as Cell;
		case "temporal":
			return type.name === "time"
				? printed
				: type.name === "year"
					? (value) => Number(printed(value))
					: (value) => dateOf(printed(value));
		default: {
			const readable = transcoder(type.charset ?? "utf8mb4", "utf8mb4");
			const print = type.name === "enum" || type.name === "set" || !isCharacterType(type) ? printer(type) : String;
			return (value) => decodeText(readable(print(value)));
		}
	}
}

function bytesOf(value: Value): Buffer {
	return Buffer.from(String(value), "latin1");
}

/** `2026-11-27`, or with `09:30:00.123456` after a space. */
function dateOf(text: string): Date {
	return new Date(text.includes(" ") ? text.replace(" ", "T") : `${text}T00:00:00`);
}
