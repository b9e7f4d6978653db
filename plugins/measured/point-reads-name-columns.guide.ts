/**
 * Guide: how result columns are named.
 */
import type { RuleGuide } from "../../core/rules/index.ts";

export default {
	why: "A read by a whole unique key takes another way, which names columns as the table does. Measured.",
	example: `create table t (Id int primary key, Name varchar(5));
insert into t values (1, 'x');
select NAME, ID from t where id = 1;
`,
	waysOut: [
		{
			text: "name the columns with AS",
			step: {
				kind: "edit",
				edit: "replace",
				pattern: /^(\s*select\s+)(\w+)((?:\s*,\s*\w+)*)(\s+from\b)/i,
				replacement: "$1$2 AS $2$3$4",
			},
		},
	],
} satisfies RuleGuide;
