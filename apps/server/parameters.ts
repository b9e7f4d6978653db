/**
 * The values of a prepared statement's `?`, as COM_STMT_EXECUTE brings them.
 *
 *     17 | statement id, 4 | cursor flags, 1 | 1, 4
 *     then only if there are parameters:
 *        which are NULL: a bit a parameter, (n + 7) / 8 bytes | types follow, 1
 *        the types if they follow: n times (code, 1 | 80 if unsigned, 1) | the values that are neither NULL nor sent before
 *
 * In: a payload, the types of the execution before, data sent by COM_STMT_SEND_LONG_DATA, the client's charset. Out:
 * typed values. A client that says something else than it counted is SqlError 1210.
 */
import {
	type ByteString,
	type Integer,
	type SqlError,
	type SqlType,
	type TypedValue,
	sqlError,
	transcoder,
	sqlType,
	canonical,
} from "../../core/index.ts";
import type { PayloadReader } from "./decode.ts";
import { decodeDate, decodeDatetime, decodeTime, type PackedTemporal } from "./temporal-bytes.ts";

/** Bit of a kept type that says unsigned; the code is below it. */
const unsignedBit = 0x8000;
const code = {
	decimal: 0,
	tiny: 1,
	short: 2,
	long: 3,
	float: 4,
	double: 5,
	null: 6,
	timestamp: 7,
	longLong: 8,
	mediumInt: 9,
	date: 10,
	time: 11,
	datetime: 12,
	year: 13,
	newDecimal: 246,
	tinyBlob: 249,
	blob: 252,
} as const;

const types = {
	null: sqlType("null"),
	signed: sqlType("bigint"),
	unsigned: sqlType("bigint", { unsigned: true }),
	double: sqlType("double"),
	bytes: sqlType("varbinary", { length: 65535 }),
	date: sqlType("date"),
	datetime: sqlType("datetime"),
	datetimeFraction: sqlType("datetime", { length: 26, scale: 6 }),
	time: sqlType("time"),
	timeFraction: sqlType("time", { length: 17, scale: 6 }),
} as const;

const textTypes = new Map<string, SqlType>();

/** One type a collation, so that equal statements with other values are of equal types. */
export function parameterTextType(charset: string, collation: string): SqlType {
	if (charset === "binary") {
		return types.bytes;
	}
	let type = textTypes.get(collation);
	if (type === undefined) {
		type = sqlType("varchar", { length: 65535, charset, collation });
		textTypes.set(collation, type);
	}
	return type;
}

/** State that the executions of one statement share. */
export interface ParameterSource {
	readonly count: number;
	/** Of text: the connection's charset and collation when the statement was prepared. */
	readonly textType: SqlType;
	/** Type codes of the last execution that brought them, with `unsignedBit`. */
	types: Uint16Array | undefined;
	/** Data sent ahead, by the parameter's number from 0. */
	readonly longData: ReadonlyMap<number, ByteString>;
}

function wrongArguments(): SqlError {
	return sqlError("wrongArguments", "mysqld_stmt_execute");
}

/** Reads on from behind the iteration count. Text is sent in `clientCharset`. */
export function decodeParameters(reader: PayloadReader, source: ParameterSource, clientCharset: string): TypedValue[] {
	const { count, longData, textType } = source;
	if (count === 0) {
		return [];
	}
	const nulls = reader.skip((count + 7) >> 3);
	if (reader.uint8() === 1) {
		source.types = decodeTypes(reader, count);
	}
	if (source.types === undefined) {
		throw wrongArguments();
	}
	const values: TypedValue[] = [];
	for (let at = 0; at < count; at++) {
		const typeCode = source.types[at] as number;
		const ahead = longData.get(at);
		if (ahead !== undefined) {
			values.push(stringOf(typeCode, ahead, textType, clientCharset));
		} else if ((reader.byteAt(nulls + (at >> 3)) & (1 << (at & 7))) !== 0) {
			values.push(nullValue);
		} else {
			values.push(decodeParameter(reader, typeCode, textType, clientCharset));
		}
	}
	return values;
}

function decodeTypes(reader: PayloadReader, count: number): Uint16Array {
	const codes = new Uint16Array(count);
	for (let at = 0; at < count; at++) {
		const typeCode = reader.uint8();
		codes[at] = (reader.uint8() & 0x80) === 0 ? typeCode : typeCode | unsignedBit;
	}
	return codes;
}

const nullValue: TypedValue = { type: types.null, value: null };

function isBytes(typeCode: number): boolean {
	return typeCode >= code.tinyBlob && typeCode <= code.blob;
}

function stringOf(typeCode: number, value: ByteString, textType: SqlType, clientCharset: string): TypedValue {
	if (isBytes(typeCode & 0xff)) {
		return { type: types.bytes, value };
	}
	const isConnectionText = clientCharset === textType.charset;
	return { type: textType, value: isConnectionText ? value : transcoder(clientCharset, textType.charset)(value) };
}

function decodeParameter(
	reader: PayloadReader,
	typeCode: number,
	textType: SqlType,
	clientCharset: string,
): TypedValue {
	const unsigned = (typeCode & unsignedBit) !== 0;
	switch (typeCode & 0xff) {
		case code.null:
			return nullValue;
		case code.tiny:
			return integer(unsigned ? reader.uint8() : reader.int8(), unsigned);
		case code.short:
		case code.year:
			return integer(unsigned ? reader.uint16() : reader.int16(), unsigned);
		case code.long:
		case code.mediumInt:
			return integer(unsigned ? reader.uint32() : reader.int32(), unsigned);
		case code.longLong:
			return integer(unsigned ? reader.uint64() : reader.int64(), unsigned);
		case code.float:
			return double(reader.float());
		case code.double:
			return double(reader.double());
		case code.decimal:
		case code.newDecimal:
			return decimal(reader.lenencBytes());
		case code.date:
			return { type: types.date, value: decodeDate(reader) };
		case code.timestamp:
		case code.datetime:
			return temporal(decodeDatetime(reader), types.datetime, types.datetimeFraction);
		case code.time:
			return temporal(decodeTime(reader), types.time, types.timeFraction);
		default:
			return stringOf(typeCode, reader.lenencBytes(), textType, clientCharset);
	}
}

function integer(value: Integer, unsigned: boolean): TypedValue {
	return { type: unsigned ? types.unsigned : types.signed, value };
}

/** Values hold no NaN and no infinity: there is no SQL value they could be. */
function double(value: number): TypedValue {
	if (!Number.isFinite(value)) {
		throw wrongArguments();
	}
	return { type: types.double, value };
}

function temporal({ value, scale }: PackedTemporal, whole: SqlType, fraction: SqlType): TypedValue {
	return { type: scale === 0 ? whole : fraction, value };
}

const decimalForm = /^([+-]?)(\d*)(?:\.(\d*))?$/;

/** A decimal's text: digits with a point or none. */
function decimal(text: ByteString): TypedValue {
	const found = decimalForm.exec(text.trim());
	const whole = found?.[2]?.replace(/^0+/, "") ?? "";
	const fraction = found?.[3] ?? "";
	if (
		found === null ||
		(found[2] === "" && fraction === "") ||
		whole.length + fraction.length > 65 ||
		fraction.length > 30
	) {
		throw wrongArguments();
	}
	const magnitude = BigInt(whole + fraction || "0");
	return {
		type: sqlType("decimal", { length: Math.max(1, whole.length + fraction.length), scale: fraction.length }),
		value: canonical(found[1] === "-" ? -magnitude : magnitude),
	};
}
