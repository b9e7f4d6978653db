/**
 * Guide: how to write names of charsets.
 */
import type { RuleGuide } from "../../core/rules/index.ts";
import { writeInSmallLetters } from "../ways-out.ts";

export default {
	why: "The list of charsets is searched letter by letter. Measured.",
	example: `create table t (a varchar(10)) charset = UTF8;
`,
	errors: [1115],
	waysOut: [
		writeInSmallLetters("utf8", [1115]),
		writeInSmallLetters("utf8mb4", [1115]),
		{
			when: { codes: [1115] },
			text: "run it at 2.1.0 or later",
			price: "the table keeps the capital letters, and no value is checked",
			step: { kind: "later" },
		},
	],
	decidesNot: "Clauses of columns, whose letters do not matter.",
} satisfies RuleGuide;
