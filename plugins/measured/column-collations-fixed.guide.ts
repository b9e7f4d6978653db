/**
 * Guide: how to leave a column's collation as it is.
 */
import type { RuleGuide } from "../../core/rules/index.ts";
import { leaveTheColumnCollationOut } from "../ways-out.ts";

export default {
	why: "Another collation sorts otherwise, so that indexes would have to be built again. Measured.",
	example: `create table t (a varchar(10) character set utf8 collate utf8_bin) charset utf8;
alter table t modify a varchar(10) character set utf8 collate utf8_general_ci;
`,
	errors: [1105],
	waysOut: [leaveTheColumnCollationOut],
	decidesNot: "The order of rows: as measured text is compared by its bytes, whatever collation is named.",
} satisfies RuleGuide;
