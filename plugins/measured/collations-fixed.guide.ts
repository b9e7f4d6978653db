/**
 * Guide: how to leave collations as they are.
 */
import type { RuleGuide } from "../../core/rules/index.ts";
import { leaveTheCollationOut, readOldTablesWithTheirCollation } from "../ways-out.ts";

export default {
	why: "Another collation sorts otherwise, so that indexes would have to be built again. Measured.",
	example: `create table t (a varchar(10)) charset utf8mb4 collate utf8mb4_bin;
alter table t convert to character set utf8mb4 collate utf8mb4_unicode_ci;
`,
	errors: [1105],
	waysOut: [leaveTheCollationOut, readOldTablesWithTheirCollation],
	decidesNot: "The order of rows: as measured text is compared by its bytes, whatever collation is named.",
} satisfies RuleGuide;
