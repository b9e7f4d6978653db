/**
 * Guide: how to see what charset a column has.
 */
import type { RuleGuide } from "../../core/rules/index.ts";

export default {
	why:
		'A column whose charset is not its table\'s was to be seen in metadata records only. Documented: "Column" ' +
		"in the resources, and the versioning table.",
	example: `create table t (a varchar(10) character set latin1) charset=utf8;
show create table t;
`,
	waysOut: [],
	decidesNot: "The charset itself: releases before print less of the same.",
} satisfies RuleGuide;
