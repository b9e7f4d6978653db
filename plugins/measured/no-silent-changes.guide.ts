/**
 * Guide: what outside strict mode happens to definitions.
 */
import type { RuleGuide } from "../../core/rules/index.ts";

export default {
	why: "The servers know no change of a definition behind its author's back. From the servers' source.",
	example: `set sql_mode = '';
create table k (a varchar(800), key (a)) charset utf8mb4;
`,
	errors: [1071],
	waysOut: [],
	decidesNot: "Strict mode, where MySQL refuses the same.",
} satisfies RuleGuide;
