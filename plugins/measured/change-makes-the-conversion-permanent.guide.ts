/**
 * Guide: what makes the reading of an old column permanent.
 */
import type { RuleGuide } from "../../core/rules/index.ts";
import { readOldTablesAsTheyAre, nameTheFormerCharset } from "../ways-out.ts";

export default {
	why:
		"A CHANGE writes the column as it is read. Measured. With the key off again it stays utf8mb4, its siblings " +
		"do not.",
	example: `create table t (a varchar(10) charset utf8, b varchar(10) charset utf8) charset utf8;
-- upgrade
alter table t change a a varchar(20);
-- config treat-old-version-utf8-as-utf8mb4 = false
-- restart
show create table t;
`,
	waysOut: [nameTheFormerCharset, readOldTablesAsTheyAre],
} satisfies RuleGuide;
