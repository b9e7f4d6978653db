/**
 * Guide: what error 1265 says.
 */
import type { RuleGuide } from "../../core/rules/index.ts";

export default {
	why: "The servers of 2.0 raise the error where neither column nor row is known. Recorded: insert-2.0.3-2.0.3.",
	example: `create table t (a enum('x'));
insert into t values ('z');
`,
	errors: [1265],
	waysOut: [],
} satisfies RuleGuide;
