/**
 * Text of SHOW CREATE VIEW, in UTF-8, that makes the same view again.
 */
import { encodeText, type ByteString } from "../types/value/value.ts";
import { quoteName } from "./type-text.ts";
import type { View } from "./view.ts";

export function createViewText({ record }: View): ByteString {
	const { algorithm, definer, security, name, columns, text, checkOption } = record;
	const quoted = (each: string): ByteString => quoteName(encodeText(each));
	const list = columns === undefined ? "" : ` (${columns.map(quoted).join(",")})`;
	const check = checkOption === undefined ? "" : ` WITH ${checkOption.toUpperCase()} CHECK OPTION`;
	return (
		`CREATE ALGORITHM=${algorithm.toUpperCase()} DEFINER=${quoted(definer.user)}@${quoted(definer.host)} ` +
		`SQL SECURITY ${security.toUpperCase()} VIEW ${quoted(name)}${list} AS ${text}${check}`
	);
}
