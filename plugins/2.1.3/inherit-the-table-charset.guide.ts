/**
 * Guide: which charset a new column gets.
 */
import type { RuleGuide } from "../../core/rules/index.ts";
import {
	changeTheColumnToUtf8mb4,
	nameUtf8mb4BehindColumns,
	skipTheCheckOfValues,
	switchTheCheckOffInTheFile,
	switchTheCheckOffInTheSession,
	nameTheFormerCharset,
	nameTheFormerCharsets,
} from "../ways-out.ts";

export default {
	why:
		"The defect of 2.1.1 and 2.1.2 is mended. Documented: the versioning table; that a table's collation is " +
		"recorded is measured.",
	example: `create table t (a varchar(10)) charset=utf8;
insert into t values ('🌀');
-- GET /schema/test/t
`,
	errors: [1366],
	waysOut: [
		nameTheFormerCharset,
		nameTheFormerCharsets,
		nameUtf8mb4BehindColumns,
		changeTheColumnToUtf8mb4,
		skipTheCheckOfValues,
		switchTheCheckOffInTheFile,
		switchTheCheckOffInTheSession,
	],
	decidesNot: "Columns that were made at 2.1.1 and 2.1.2: they stay utf8mb4.",
} satisfies RuleGuide;
