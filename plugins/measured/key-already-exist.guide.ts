/**
 * Guide: what UPDATE IGNORE warns.
 */
import type { RuleGuide } from "../../core/rules/index.ts";

export default {
	why: "The servers of 2.0 pass the words of their store on. Recorded: insert-2.0.3-2.0.3.",
	example: `create table t (a int unique);
insert into t values (1), (2);
update ignore t set a = 1;
show warnings;
`,
	waysOut: [],
} satisfies RuleGuide;
