/**
 * Guide: how to change a column that is not of the server's charset.
 */
import type { RuleGuide } from "../../core/rules/index.ts";
import { changeItFrom213On, leaveTheOtherCharsetOut, nameTheOriginalCharset, passBy211And212 } from "../ways-out.ts";

export default {
	why: "A column's definition was read again as that of a new column is. Measured.",
	example: `create table t (a varchar(10) character set utf8mb4);
alter table t modify a varchar(20);
`,
	errors: [1105],
	waysOut: [nameTheOriginalCharset, leaveTheOtherCharsetOut, changeItFrom213On, passBy211And212],
} satisfies RuleGuide;
