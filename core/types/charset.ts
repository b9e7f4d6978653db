/** Stub of the charset registry: signatures first, bodies follow. */
import type { ByteString } from "./value.ts";

export interface Charset {
	readonly name: string;
	readonly description: string;
	readonly defaultCollation: string;
	readonly minBytes: number;
	readonly maxBytes: number;
	decode(bytes: ByteString): string;
	encode(text: string): ByteString;
}

export const charsets: readonly Charset[] = [];

export function charsetNamed(name: string): Charset | undefined {
	return charsets.find((charset) => charset.name === name.toLowerCase());
}

/** Text of one charset in another; see also `transcoder`, which is chosen once. */
export function convertText(bytes: ByteString, from: string, to: string): ByteString {
	return transcoder(from, to)(bytes);
}

export function transcoder(_from: string, _to: string): (bytes: ByteString) => ByteString {
	return (bytes) => bytes;
}
