/**
 * ALTER TABLE of several changes, one statement a change.
 */
import test from "ava";
import { splitChanges } from "../../apps/rehearse/statement/split-changes.ts";

const cases: readonly (readonly [text: string, parts: readonly string[]])[] = [
	[
		"ALTER TABLE `a`.t ADD c decimal(9, 2) default '1,2', DROP b, /* why */ CHANGE x `y,z` enum('a,b') not null;",
		[
			"ALTER TABLE `a`.t ADD c decimal(9, 2) default '1,2'",
			"ALTER TABLE `a`.t DROP b",
			"ALTER TABLE `a`.t CHANGE x `y,z` enum('a,b') not null",
		],
	],
	[
		"alter table t add (d int, e varchar(3)), add index i (d, e)",
		["alter table t ADD COLUMN d int", "alter table t ADD COLUMN e varchar(3)", "alter table t add index i (d, e)"],
	],
	["alter table t add column a int", ["alter table t add column a int"]],
	["create table t (a int, b int)", []],
	["alter database d character set utf8", []],
];

for (const [text, parts] of cases) {
	test(text, (t) => {
		t.deepEqual(splitChanges(text), parts);
	});
}
