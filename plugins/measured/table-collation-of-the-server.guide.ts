/**
 * Guide: what TABLES says of a table's collation.
 */
import type { RuleGuide } from "../../core/rules/index.ts";

export default {
	why:
		"Tables of 2.1.2 and before record no collation that was not written; what is missing is the server's. " +
		"Measured.",
	example: `create table t (a varchar(10)) charset latin1;
-- upgrade from 2.1.2
select table_collation from information_schema.tables where table_name = 't';
`,
	waysOut: [],
} satisfies RuleGuide;
