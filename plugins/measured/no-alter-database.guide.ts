/**
 * Guide: what to do without ALTER DATABASE.
 */
import type { RuleGuide } from "../../core/rules/index.ts";
import { syntaxErrors } from "../ways-out.ts";

export default {
	why: "The parser of this line lacks the statement. Measured.",
	example: `alter database test character set utf8;
`,
	errors: [1064],
	waysOut: [
		{
			when: syntaxErrors,
			text: "leave the statement out, and write CHARSET behind each new table",
			price: "tables that name none take the database's charset as it was made",
			step: { kind: "edit", edit: "replace", pattern: /^.*$/s, replacement: "DO 0" },
		},
	],
} satisfies RuleGuide;
