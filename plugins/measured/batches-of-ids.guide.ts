/**
 * Guide: why ids jump after a restart.
 */
import type { RuleGuide } from "../../core/rules/index.ts";

export default {
	why:
		"Several servers of a cluster give ids without asking each other: each sets a batch aside, and what is " +
		"left of it is lost when the server stops. Measured.",
	example: `create table t (id int auto_increment primary key, a int);
insert into t (a) values (1);
-- restart
insert into t (a) values (2);
select id from t order by id;
`,
	waysOut: [],
	decidesNot: "Ids that a statement names, and their order within a server.",
} satisfies RuleGuide;
