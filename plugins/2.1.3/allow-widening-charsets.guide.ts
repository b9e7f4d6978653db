/**
 * Guide: how to change a column that is wider than its table.
 */
import type { RuleGuide } from "../../core/rules/index.ts";
import { convertTheTableFirst, nameTheColumnCharset, leaveTheCharsetOut, nameTheFormerCharset } from "../ways-out.ts";

export default {
	why:
		"Of the two charsets utf8mb4 holds all that utf8 holds, so the change needs no look at the rows; the way back might lose some. What names no " +
		"charset means the table's, which is narrower where 2.1.1 or 2.1.2 made utf8mb4 columns in a utf8 table. " +
		"Documented: the error table, second row, and the versioning table.",
	example: `create table t (a varchar(10)) charset=utf8;
-- upgrade
alter table t change a a varchar(20);
alter table t change a a varchar(20) character set utf8mb4;
alter table t convert to character set utf8mb4;
`,
	errors: [1105],
	waysOut: [nameTheFormerCharset, convertTheTableFirst, nameTheColumnCharset, leaveTheCharsetOut],
	decidesNot: "A change of collation within a charset, and changes of types without a charset.",
} satisfies RuleGuide;
