/**
 * Guide: which charset a new table and column get.
 */
import type { RuleGuide } from "../../core/rules/index.ts";
import { nameTheFormerCharset, nameTheFormerCharsets } from "../ways-out.ts";

export default {
	why: "A table without a charset has its database's, and no collation is inherited. Measured.",
	example: `create table u (a varchar(10)) charset utf8 collate utf8_general_ci;
show full columns from u;
`,
	waysOut: [
		nameTheFormerCharset,
		nameTheFormerCharsets,
		{
			text: "write CHARACTER SET and COLLATE behind each column",
			step: {
				kind: "edit",
				edit: "replace",
				pattern:
					/\b((?:var)?char\s*\(\d+\)|(?:tiny|medium|long)?text)(?!\s+(?:charset|character|collate))(?=[\s\S]*\bcollate\s*=?\s*(utf8mb4|utf8)(_\w+)\s*;?\s*$)/gi,
				replacement: "$1 CHARACTER SET $2 COLLATE $2$3",
			},
		},
	],
} satisfies RuleGuide;
