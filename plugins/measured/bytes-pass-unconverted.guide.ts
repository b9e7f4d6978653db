/**
 * Guide: how text is stored, sent and compared.
 */
import type { RuleGuide } from "../../core/rules/index.ts";

export default {
	why: "The servers know no charset but UTF-8: they keep the bytes that come, and compare bytes. Measured.",
	example: `create table t (a varchar(10) charset latin1, b varchar(10) charset utf8 collate utf8_general_ci);
insert into t values ('é', 'A');
select hex(a), b = 'a' from t;
select 'a' = 'A' collate utf8mb4_general_ci;
`,
	waysOut: [],
	decidesNot: "Whether a value is let in: insert-check judges that by the column's charset.",
} satisfies RuleGuide;
