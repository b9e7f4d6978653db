/**
 * Guide: how to change a column that is wider than its table.
 */
import type { RuleGuide } from "../../core/rules/index.ts";
import { convertTheTableFirst, nameTheColumnCharset } from "../ways-out.ts";

export default {
	why: "A column's definition is read again as that of a new column is, which inherits from its table. Measured.",
	example: `create table t (a varchar(10)) charset utf8mb4 collate utf8mb4_general_ci;
alter table t modify a varchar(20);
`,
	errors: [1105],
	waysOut: [convertTheTableFirst, nameTheColumnCharset],
} satisfies RuleGuide;
