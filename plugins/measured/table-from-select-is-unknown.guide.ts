/**
 * Guide: how to make a table of rows.
 */
import type { RuleGuide } from "../../core/rules/index.ts";

export default {
	why: "The parser of 2.0 lacks the statement. Recorded: default-charset-2.0.3.",
	example: `create table t as select 1 as a;
`,
	errors: [1064],
	waysOut: [],
	decidesNot: "CREATE TABLE ... LIKE, which works, and INSERT ... SELECT.",
} satisfies RuleGuide;
