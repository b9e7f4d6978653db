/**
 * Converts text to a charset in which digits are ASCII, for parsing numbers and dates.
 *
 * Chosen once: the identity except for charsets with characters of two or four bytes.
 */
import { charsetNamed, transcoder } from "../text/charset.ts";
import type { SqlType } from "../value/type.ts";
import type { ByteString } from "../value/value.ts";

export function readableDigits(type: SqlType): (bytes: ByteString) => ByteString {
	return transcoder((charsetNamed(type.charset)?.minBytes ?? 1) > 1 ? type.charset : "binary", "utf8mb4");
}
