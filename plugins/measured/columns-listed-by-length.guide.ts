/**
 * Guide: what COLUMNS says of types.
 */
import type { RuleGuide } from "../../core/rules/index.ts";

export default {
	why: "The servers of 2.0 print the length that they keep, whatever the type. Recorded: default-charset-2.0.3.",
	example: `create table t (a varchar(5), b char(5), d int);
select column_name, character_set_name, character_maximum_length from information_schema.columns where table_name = 't' order by 1;
`,
	waysOut: [],
} satisfies RuleGuide;
