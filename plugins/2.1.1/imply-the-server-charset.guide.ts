/**
 * Guide: how to change a column that is not of the server's charset.
 */
import type { RuleGuide } from "../../core/rules/index.ts";
import { changeItFrom213On, leaveTheOtherCharsetOut, nameTheOriginalCharset, passBy211And212 } from "../ways-out.ts";

export default {
	why:
		"A CHANGE without a charset was filled in from the new default, and column charsets cannot be changed yet: old utf8 " +
		"columns can no longer be changed. Mended in 2.1.3. Documented: the error table, first row.",
	example: `create table t (a varchar(10)) charset=utf8;
-- upgrade
alter table t change a a varchar(20);
`,
	errors: [1105],
	waysOut: [nameTheOriginalCharset, leaveTheOtherCharsetOut, changeItFrom213On, passBy211And212],
	decidesNot: "A CHANGE that names a charset, and changes of types without a charset.",
} satisfies RuleGuide;
