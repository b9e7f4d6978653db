/**
 * Guide: what is new in metadata records.
 */
import type { RuleGuide } from "../../core/rules/index.ts";

export default {
	why: "The server stores more about tables and columns. Measured: the records of real servers.",
	example: `create table t (a int);
-- GET /schema/test/t
`,
	waysOut: [],
	decidesNot: "What the members say: verso compresses nothing.",
} satisfies RuleGuide;
