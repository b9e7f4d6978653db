/**
 * The charset and collation that measured releases list for a column: those of VARCHAR, TEXT and their binary kin only.
 */
import type { ListedColumn } from "../../core/rules/index.ts";

/** From the source: not the other sizes of TEXT and BLOB. */
const withCharset = /^var(char|binary)$|^text$|^blob$/;

export function listedCharset({ type, charset, collation }: ListedColumn): readonly [string | null, string | null] {
	return withCharset.test(type) ? [charset, collation] : [null, null];
}
