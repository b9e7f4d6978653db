/**
 * Steps of the scenarios about the SQL engine that show a charset rule: for them the recording alone is right.
 *
 * They compare, search or convert text, or name a collation. Everything else there is the engine's, where MySQL's
 * answer is as good (`opinion.ts`).
 */
import type { Step } from "./recording.ts";

const rules: readonly RegExp[] = [
	/\bcollate\b/i,
	/\bconvert\s*\(.* using \w+\s*\)/i,
	/\b(charset|collation)\s*\(/i,
	/^select\b.*(?<!sounds )\b(like|rlike|regexp)\b/is,
	/\b(strcmp|locate|instr|find_in_set|field|position)\s*\(/i,
	/'[^']*' (=|<>|!=|<=>|<=?|>=?) '[^']*'/,
	/\b(order|group) by (name|label|city)\b/i,
	/\bdistinct (name|label|city)\b/i,
];

export function isCharsetRule(step: Step): boolean {
	const sql = "sql" in step ? step.sql : "prepare" in step ? step.prepare : "";
	return typeof sql === "string" && rules.some((rule) => rule.test(sql));
}
