/**
 * Guide: what COLUMNS says of types.
 */
import type { RuleGuide } from "../../core/rules/index.ts";

export default {
	why: "The servers fill the columns of information_schema by the kind of type. Measured.",
	example: `create table t (a varchar(5), b char(5), c blob);
select column_name, character_set_name, character_octet_length from information_schema.columns where table_name = 't' order by 1;
`,
	waysOut: [],
} satisfies RuleGuide;
