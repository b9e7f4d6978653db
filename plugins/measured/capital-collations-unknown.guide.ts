/**
 * Guide: how to write names of collations.
 */
import type { RuleGuide } from "../../core/rules/index.ts";
import { writeInSmallLetters } from "../ways-out.ts";

export default {
	why: "The list of collations is searched letter by letter. Measured.",
	example: `create table t (a int) charset utf8 collate UTF8_BIN;
`,
	errors: [1115],
	waysOut: [
		writeInSmallLetters("utf8_bin", [1115]),
		writeInSmallLetters("utf8mb4_bin", [1115]),
		writeInSmallLetters("utf8_general_ci", [1115]),
		{ when: { codes: [1115] }, text: "run it at 2.1.1 or later", step: { kind: "later" } },
	],
	decidesNot: "Clauses of columns, whose letters do not matter.",
} satisfies RuleGuide;
