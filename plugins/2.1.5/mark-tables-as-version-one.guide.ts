/**
 * Guide: how tables of this release are known from older ones.
 */
import type { RuleGuide } from "../../core/rules/index.ts";

export default {
	why:
		"A number in the record tells a table of 2.1.5 from older ones, whose columns may be wider than their " +
		"table. Measured: `version` in the metadata record.",
	example: `create table t (a int);
-- GET /schema/test/t
`,
	waysOut: [],
	decidesNot: "What follows from the number: later releases and measured quirks read it.",
} satisfies RuleGuide;
