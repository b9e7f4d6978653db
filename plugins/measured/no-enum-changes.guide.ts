/**
 * Guide: how an ENUM may change.
 */
import type { RuleGuide } from "../../core/rules/index.ts";

export default {
	why: "The servers of 2.0 change no ENUM. From the servers' source.",
	example: `create table t (a enum('x', 'y'));
alter table t change a a enum('x', 'y', 'z');
`,
	errors: [1105],
	waysOut: [
		{
			when: { codes: [1105], message: /modify enum column is not supported$/ },
			text: "run it at 2.1.0 or later, where elements may be appended",
			step: { kind: "later" },
		},
	],
} satisfies RuleGuide;
