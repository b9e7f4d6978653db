/**
 * Guide: what the error of a wrong element says.
 */
import type { RuleGuide } from "../../core/rules/index.ts";

export default {
	why: "The servers give the error of a wrong value. Measured.",
	example: `create table t (a enum('x'));
insert into t (a) values ('z');
`,
	errors: [1366],
	waysOut: [],
} satisfies RuleGuide;
