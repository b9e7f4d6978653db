/**
 * Guide: how long a row may be.
 */
import type { RuleGuide } from "../../core/rules/index.ts";

export default {
	why: "The servers store rows as values of any length. Measured.",
	example: `create table u (a varchar(20000), b varchar(9000)) charset utf8;
`,
	waysOut: [],
	decidesNot: "The length of a single column, and of a key.",
} satisfies RuleGuide;
