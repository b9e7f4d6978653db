/**
 * The charset and collation that texts of several have in common.
 *
 * In: types of text. Out: one charset and collation that hold all of them. Which collation wins by coercibility is
 * the planner's question; here all are equal: bytes win over text, Unicode over the rest, `_bin` over the others.
 */
import { collationNamed } from "./collation.ts";
import type { SqlType } from "../value/type.ts";

export type TextAttributes = Pick<SqlType, "charset" | "collation">;

export const bytesAttributes: TextAttributes = Object.freeze({ charset: "binary", collation: "binary" });

/** The charset and collation of text when nothing says otherwise. */
export const defaultAttributes: TextAttributes = Object.freeze({ charset: "utf8mb4", collation: "utf8mb4_bin" });

/** How much of Unicode a charset holds. */
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
		return collationNamed(b.collation)?.isBinary ? b : a;
	}
	return reach(b.charset) > reach(a.charset) ? b : a;
}
