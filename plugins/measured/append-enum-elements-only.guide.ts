/**
 * Guide: how an ENUM may change.
 */
import type { RuleGuide } from "../../core/rules/index.ts";

export default {
	why:
		"Rows hold an element's number: with other elements in front they would mean another. From the servers' " +
		"source.",
	example: `create table t (a enum('x', 'y'));
alter table t change a a enum('x', 'z');
alter table t change a a enum('x', 'y', 'z');
`,
	errors: [1105],
	waysOut: [],
	decidesNot: "Elements of a SET.",
} satisfies RuleGuide;
