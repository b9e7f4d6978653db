/**
 * Guide: what a foreign key does.
 */
import type { RuleGuide } from "../../core/rules/index.ts";

export default {
	why:
		"The line records foreign keys so that schemas load, and checks none in INSERT, UPDATE and DELETE. From " +
		"the documentation of the line's constraints.",
	example: `create table p (id int primary key);
create table c (pid int, foreign key (pid) references p (id));
insert into c values (99);
drop table p;
`,
	waysOut: [],
	decidesNot: "What SHOW CREATE TABLE prints.",
} satisfies RuleGuide;
