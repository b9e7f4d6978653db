/**
 * Common charset and collation of several text types, without regard to coercibility.
 *
 * Binary wins over text, Unicode over other charsets, `_bin` over other collations. Coercibility is considered by the
 * planner.
 */
import { collationNamed } from "./collation.ts";
import type { SqlType } from "../value/type.ts";

export type TextAttributes = Pick<SqlType, "charset" | "collation">;

export const bytesAttributes: TextAttributes = Object.freeze({ charset: "binary", collation: "binary" });

/** Default charset and collation of text. */
export const defaultAttributes: TextAttributes = Object.freeze({ charset: "utf8mb4", collation: "utf8mb4_bin" });

/** Returns how much of Unicode a charset covers. */
function reach(charset: string): number {
	switch (charset) {
		case "utf8mb4":
		case "utf16":
		case "utf16le":
		case "utf32":
			return 3;
		case "utf8":
		case "ucs2":
			return 2;
		case "ascii":
			return 0;
		default:
			return 1;
	}
}

export function commonCollation(a: TextAttributes, b: TextAttributes): TextAttributes {
	if (a.collation === b.collation && a.charset === b.charset) {
		return a;
	}
	if (a.charset === "binary" || b.charset === "binary") {
		return bytesAttributes;
	}
	if (a.charset === b.charset) {
		const first = collationNamed(a.collation);
		return first?.isBytewise !== true && collationNamed(b.collation)?.isBinary ? b : a;
	}
	return reach(b.charset) > reach(a.charset) ? b : a;
}
