/**
 * Guide: how to write several changes.
 */
import type { RuleGuide } from "../../core/rules/index.ts";

export default {
	why: "Each change of a table is a job of its own on a cluster; several as one came years later. Measured.",
	example: `create table t (a int);
alter table t add b int, add c int;
`,
	errors: [1105],
	waysOut: [
		{
			when: { codes: [1105], message: /^can't run multi schema change$/ },
			text: "write one ALTER TABLE a change",
			price: "where one fails, those before it stay",
			step: { kind: "edit", edit: "split-changes" },
		},
	],
	decidesNot: "Several clauses that are no changes, such as ALGORITHM and LOCK.",
} satisfies RuleGuide;
