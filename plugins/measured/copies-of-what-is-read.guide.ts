/**
 * Guide: what CREATE TABLE ... LIKE copies.
 */
import type { RuleGuide } from "../../core/rules/index.ts";
import { readOldTablesAsTheyAre } from "../ways-out.ts";

export default {
	why: "The model is copied as it is read. Measured.",
	example: `create table t (a varchar(10) charset utf8) charset utf8;
-- upgrade
create table u like t;
-- config treat-old-version-utf8-as-utf8mb4 = false
-- restart
show create table u;
`,
	waysOut: [readOldTablesAsTheyAre],
} satisfies RuleGuide;
