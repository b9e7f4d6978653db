/**
 * Names and messages on the wire: decoded from `character_set_client`, encoded in `character_set_results`.
 *
 * Inside the server names are strings and messages UTF-8. ASCII, and connections in UTF-8, cost no conversion; column
 * definitions are encoded once a plan (`result-shape.ts`).
 */
import { type ByteString, charsetNamed, decodeText, encodeText, isSameText, transcoder } from "../../core/index.ts";

/** The charset of names inside the server (`character_set_system`). */
const systemCharset = "utf8mb4";

/** Returns a name that a client sent. */
export function decodeName(bytes: ByteString, clientCharset: string): string {
	return decodeText(transcoder(clientCharset, systemCharset)(bytes));
}

/** Returns the encoder of names; null sends them in UTF-8. A character that the charset lacks becomes `?`. */
export function nameEncoder(resultsCharset: string | null): (name: string) => ByteString {
	if (resultsCharset === null || isSameText(systemCharset, resultsCharset)) {
		return encodeText;
	}
	const convert = transcoder(systemCharset, resultsCharset);
	return (name) => convert(encodeText(name));
}

/**
 * Returns an error's message as it is sent. A character that the charset lacks is written as its code point, `\20AC`
 * or `\+01F300`, and a byte that is no UTF-8 is read as latin1, both as MySQL does.
 */
export function encodeMessage(message: ByteString, resultsCharset: string | null): ByteString {
	const charset = resultsCharset === null ? undefined : charsetNamed(resultsCharset);
	if (charset === undefined || isSameText(systemCharset, charset.name)) {
		return message;
	}
	const unmapped = charset.encode("?");
	let encoded = "";
	for (const character of charactersOf(message)) {
		const bytes = charset.encode(character);
		encoded += bytes === unmapped && character !== "?" ? charset.encode(codePoint(character)) : bytes;
	}
	return encoded;
}

function* charactersOf(message: ByteString): Iterable<string> {
	const utf8 = charsetNamed(systemCharset);
	for (let at = 0; at < message.length; ) {
		const next = at + (utf8?.width(message, at) ?? 1);
		const bytes = message.slice(at, next);
		yield bytes.length === 1 ? bytes : decodeText(bytes);
		at = next;
	}
}

function codePoint(character: string): string {
	const code = character.codePointAt(0) as number;
	const digits = code.toString(16).toUpperCase();
	return code <= 0xffff ? `\\${digits.padStart(4, "0")}` : `\\+${digits.padStart(6, "0")}`;
}
