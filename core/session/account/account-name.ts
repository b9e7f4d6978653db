/**
 * Account names in messages and in internal statements.
 */
import type { Account } from "../../sql/tree/session.ts";
import type { TypedValue } from "../../types/evaluation/evaluation.ts";
import { sqlType } from "../../types/value/type.ts";
import { encodeText } from "../../types/value/value.ts";

/** `'user'@'host'`. */
export function quotedAccount({ user, host }: Account): string {
	return encodeText(`'${user}'@'${host}'`);
}

const type = sqlType("varchar", { length: 1024, charset: "utf8mb4", collation: "utf8mb4_bin" });

/** Texts as parameters of an internal statement. */
export function textParameters(...texts: readonly string[]): readonly TypedValue[] {
	return texts.map((text) => ({ type, value: encodeText(text) }));
}
