/**
 * Codec of records (JSON in UTF-8) and counters (decimal digits).
 *
 * Unknown members survive: a change spreads the record that was read.
 *
 *     record    {"id":7,"name":"t", ...}      byte strings are escaped char by char, so all bytes survive
 *     counter   123                           decimal digits
 */
const encoder = new TextEncoder();
const decoder = new TextDecoder();
/** "0". */
const zero = 0x30;

export function encodeRecord(record: object): Uint8Array {
	return encoder.encode(JSON.stringify(record));
}

export function decodeRecord<T>(bytes: Uint8Array): T {
	return JSON.parse(decoder.decode(bytes)) as T;
}

export function encodeCounter(value: number): Uint8Array {
	return encoder.encode(String(value));
}

/** An absent counter is 0. Decoded without a string: the schema version is read after every commit. */
export function decodeCounter(bytes: Uint8Array | undefined): number {
	let number = 0;
	for (let at = 0; bytes !== undefined && at < bytes.length; at++) {
		number = number * 10 + bytes[at]! - zero;
	}
	return number;
}
