/**
 * Guide: which charset a new column gets.
 */
import type { RuleGuide } from "../../core/rules/index.ts";
import { changeTheColumnToUtf8mb4, nameUtf8mb4BehindColumns } from "../ways-out.ts";

export default {
	why:
		"The parser gives a column the default before its table is looked at. Measured. A utf8mb4 table of 2.1.0 " +
		"so gets utf8 columns, which refuse characters of four bytes from 2.1.2 on.",
	example: `create table t (a varchar(10)) charset latin1;
select character_set_name from information_schema.columns where table_name = 't';
`,
	waysOut: [nameUtf8mb4BehindColumns, changeTheColumnToUtf8mb4],
} satisfies RuleGuide;
