/**
 * Text whose numbers and dates are to be read, in a form in which digits are ASCII.
 *
 * In: a character type. Out: a function chosen once: nothing to do but for the charsets of two and four bytes a
 * character. It refuses to know what is read.
 */
import { charsetNamed, transcoder } from "../text/charset.ts";
import type { SqlType } from "../value/type.ts";
import type { ByteString } from "../value/value.ts";

export function readableDigits(type: SqlType): (bytes: ByteString) => ByteString {
	return transcoder((charsetNamed(type.charset)?.minBytes ?? 1) > 1 ? type.charset : "binary", "utf8mb4");
}
