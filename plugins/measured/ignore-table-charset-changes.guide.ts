/**
 * Guide: when a table's charset may change.
 */
import type { RuleGuide } from "../../core/rules/index.ts";
import { leaveTheStatementOut } from "../ways-out.ts";

export default {
	why: "The parser takes the clauses, and nothing reads them. Measured. A migration that runs here does nothing.",
	example: `create table t (a varchar(10)) charset utf8;
alter table t convert to character set utf8mb4;
show create table t;
`,
	waysOut: [
		leaveTheStatementOut(undefined, "none: it did nothing"),
		{
			text: "run it at 2.1.3 or later",
			price: "CONVERT TO changes the table's default there, and no column",
			step: { kind: "later" },
		},
	],
} satisfies RuleGuide;
