/**
 * Guide: what is new in metadata records.
 */
import type { RuleGuide } from "../../core/rules/index.ts";

export default {
	why: "The number by which old objects are known is in the record. Measured: the records of real servers.",
	example: `create table t (a int);
-- GET /schema/test/t
`,
	waysOut: [],
} satisfies RuleGuide;
