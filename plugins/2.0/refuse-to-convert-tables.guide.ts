/**
 * Guide: when a table's charset may change.
 */
import type { RuleGuide } from "../../core/rules/index.ts";

export default {
	why:
		"Columns of a converted table would have to be converted, which this release cannot do. Documented: the " +
		'statement table ("Supported from 2.1.3").',
	example: `create table t (a varchar(10)) charset=utf8;
alter table t convert to character set utf8mb4;
`,
	errors: [1105],
	waysOut: [
		{
			when: { codes: [1105], message: /supported from 2\.1\.3$/ },
			text: "run it at 2.1.3 or later",
			step: { kind: "later" },
		},
	],
	decidesNot: "Charsets of single columns, which other questions judge.",
} satisfies RuleGuide;
