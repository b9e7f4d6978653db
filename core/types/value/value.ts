/**
 * The value domain of the engine: one cell of a row while a statement runs.
 *
 * A value means something only together with the `SqlType` of the expression or column that produced it.
 *
 * | SQL type                  | value                                                              |
 * |---------------------------|--------------------------------------------------------------------|
 * | NULL of any type          | null                                                               |
 * | integers, YEAR, BIT       | an integer                                                         |
 * | DECIMAL(p,s)              | an integer: the value times 10^s (s is the type's `scale`)         |
 * | FLOAT, DOUBLE             | a number (never NaN or an infinity)                                |
 * | DATE                      | an integer: (year * 13 + month) * 32 + day; 0 is 0000-00-00        |
 * | DATETIME(f), TIMESTAMP(f) | an integer: ((date * 24 + h) * 60 + m) * 60 + s, times 10^f, plus the fraction; a TIMESTAMP is in the session's time zone while a statement runs |
 * | TIME(f)                   | an integer: signed seconds times 10^f, plus the fraction           |
 * | ENUM                      | an integer: the element's number from 1; 0 is the empty error value |
 * | SET                       | an integer: the bit mask                                           |
 * | CHAR, TEXT, BLOB, BINARY  | a byte string (below), in the charset of the type                  |
 * | JSON                      | a byte string: the normal form as utf8mb4 text                     |
 *
 * "An integer" is *canonical*: a `number` where it is a safe integer, a `bigint` where it is not. Equal integers are
 * therefore `===`, `<` works across both, and maps and sets work as they are.
 *
 * A *byte string* is a JavaScript string in which every char code is one byte, 0 to 255 (Node's `latin1` encoding).
 * Text that is not valid in its charset survives byte for byte, `<` and `===` compare bytes at native speed (the
 * `_bin` order of utf8), maps can be keyed by it, and it is written to a packet without transcoding.
 */
export type Value = null | number | bigint | string;

/** A string whose char codes are bytes; see the header. */
export type ByteString = string;

/** One row while a statement runs: a flat tuple with a slot for each bound column. */
export type Row = Value[];

/** An integer as canonical value: a `number` if it is safe, else a `bigint`. */
export type Integer = number | bigint;

/** Returns the canonical form of an integer held in a bigint. */
export function canonical(value: bigint): Integer {
	return value >= -9007199254740991n && value <= 9007199254740991n ? Number(value) : value;
}

/** Encodes JavaScript text in UTF-8, as a byte string. */
export function encodeText(text: string): ByteString {
	for (let at = 0; at < text.length; at++) {
		if (text.charCodeAt(at) > 127) {
			return Buffer.from(text, "utf8").toString("latin1");
		}
	}
	return text;
}

/** Decodes UTF-8 bytes; an invalid byte becomes U+FFFD. */
export function decodeText(bytes: ByteString): string {
	for (let at = 0; at < bytes.length; at++) {
		if (bytes.charCodeAt(at) > 127) {
			return Buffer.from(bytes, "latin1").toString("utf8");
		}
	}
	return bytes;
}
