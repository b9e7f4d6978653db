/**
 * Guide: how to change a column of a table from before.
 */
import type { RuleGuide } from "../../core/rules/index.ts";
import { convertTheTableFirst, nameTheColumnCharset, nameTheFormerCharset } from "../ways-out.ts";

export default {
	why:
		"Tables of 2.1.4 and before are often wider in their columns than in their clause, and a CHANGE broke " +
		"them. Measured.",
	example: `create table t (a varchar(10)) charset latin1;
-- upgrade from 2.1.0
alter table t modify a varchar(20);
`,
	errors: [1105],
	waysOut: [nameTheFormerCharset, convertTheTableFirst, nameTheColumnCharset],
} satisfies RuleGuide;
