/**
 * Text in a form in which digits are ASCII, to read numbers and dates from.
 *
 * The function is chosen once: the identity but for charsets of two and four bytes a character.
 */
import { charsetNamed, transcoder } from "../text/charset.ts";
import type { SqlType } from "../value/type.ts";
import type { ByteString } from "../value/value.ts";

export function readableDigits(type: SqlType): (bytes: ByteString) => ByteString {
	return transcoder((charsetNamed(type.charset)?.minBytes ?? 1) > 1 ? type.charset : "binary", "utf8mb4");
}
