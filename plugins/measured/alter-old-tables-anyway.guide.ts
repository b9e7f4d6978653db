/**
 * Guide: what makes the reading of old tables permanent.
 */
import type { RuleGuide } from "../../core/rules/index.ts";
import { readOldTablesAsTheyAre } from "../ways-out.ts";

export default {
	why:
		"Tables of 2.1.6 and before are altered even where nothing seems to change, so that what they are read as " +
		"is written. Measured.",
	example: `create table t (a varchar(10) charset utf8) charset utf8;
-- upgrade
alter table t convert to character set utf8mb4;
-- config treat-old-version-utf8-as-utf8mb4 = false
-- restart
show create table t;
`,
	waysOut: [readOldTablesAsTheyAre],
	decidesNot: "Columns: they stay as they are stored.",
} satisfies RuleGuide;
