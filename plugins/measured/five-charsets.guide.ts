/**
 * Guide: which charsets are known.
 */
import type { RuleGuide } from "../../core/rules/index.ts";

export default {
	why: "The servers hold text as UTF-8 and know few other names. Measured.",
	example: `create table t (a char(10) charset gbk);
-- new session with collation 255
`,
	errors: [1105, 1115],
	waysOut: [
		{
			when: { codes: [1105, 1115] },
			text: "write utf8 for utf8mb3",
			step: { kind: "edit", edit: "replace", pattern: /\butf8mb3(_\w+)?\b/gi, replacement: "utf8$1" },
		},
		{
			when: { codes: [1105, 1115] },
			text: "write utf8mb4 in its place",
			price: "text takes other bytes: it is UTF-8",
			step: {
				kind: "edit",
				edit: "replace",
				pattern:
					/\b(charset|character\s+set)(\s*=\s*|\s+)(?!(?:utf8mb4|utf8|latin1|ascii|binary)\b)\w+(\s+collate(\s*=\s*|\s+)\w+)?/gi,
				replacement: "$1$2utf8mb4",
			},
		},
	],
} satisfies RuleGuide;
