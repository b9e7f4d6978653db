/**
 * Guide: what a table records.
 */
import type { RuleGuide } from "../../core/rules/index.ts";
import { leaveTheStatementOut } from "../ways-out.ts";

export default {
	why:
		"A record holds the words of the clause and nothing else. What is missing is the default of the release " +
		"that reads it. Measured.",
	example: `create table t (a varchar(10));
-- GET /schema/test/t
`,
	errors: [1105],
	waysOut: [
		leaveTheStatementOut(
			{ codes: [1105], message: /^unsupported modify charset from {2}to / },
			"columns that are added later take the database's charset",
		),
		{
			text: "write the charset in the definition: CHARSET=utf8 behind the table",
			step: {
				kind: "edit",
				edit: "replace",
				pattern: /^(\s*create\s+table\b(?![\s\S]*\bchar(?:acter\s+)?set\b)[\s\S]*?)(\s*;?\s*)$/i,
				replacement: "$1 CHARSET=utf8$2",
			},
		},
	],
} satisfies RuleGuide;
