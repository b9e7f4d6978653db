/**
 * Values as messages show them: UTF-8, with bytes that are no text escaped as `\xE9`.
 */
import { escapeByte, escapeInvalid } from "../text/utf8.ts";
import { convertText } from "../text/charset.ts";
import { printText } from "./print.ts";
import { familyOf, isCharacterType, type SqlType } from "../value/type.ts";
import type { ByteString, Value } from "../value/value.ts";

/** No character of any charset has more. */
const mostBytesOfCharacter = 4;

/**
 * Of binary types all bytes but printable ASCII are escaped. `wanted`: the caller shows no more bytes; the rest of a
 * value of megabytes is not looked at.
 */
export function readable(value: Value, type: SqlType, wanted = Number.POSITIVE_INFINITY): ByteString {
	const text = (printText(value, type) ?? "NULL").slice(0, wanted * mostBytesOfCharacter);
	if (isCharacterType(type)) {
		return escapeInvalid(convertText(text, type.charset, "utf8mb4"));
	}
	return familyOf(type) === "bytes" ? escapeUnprintable(text) : text;
}

function escapeUnprintable(bytes: ByteString): ByteString {
	return bytes.replace(/[^\x20-\x7e]/g, escapeByte);
}

/** Prints up to six bytes for messages. */
export function beginningOf(bytes: ByteString): ByteString {
	const shown = escapeUnprintable(bytes.slice(0, 6));
	return bytes.length > 6 ? `${shown}...` : shown;
}
