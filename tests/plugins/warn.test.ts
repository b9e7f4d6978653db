/**
 * Warnings of rules: a question that may refuse may warn instead, and the statement continues, even in strict mode.
 *
 * A plugin warns at every such question; statements ask each of them, and their warnings must have its code. The
 * golden script warn-of-charsets shows the stored result.
 */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import test from "ava";
import { type HookClass, hooks } from "../../core/rules/index.ts";
import { temporaryFolder } from "../cli/program.ts";
import { playOnMemory } from "../memory-kernel.ts";

const strict = "set sql_mode = 'STRICT_TRANS_TABLES'";
const table = "create table t (a varchar(9) charset utf8, e enum('x', 'y'), key (a)) charset=utf8";

/** Statements by question; the last of each list asks it. */
const asking: Readonly<Record<string, readonly string[]>> = {
	"grammar.alterDatabase": ["alter database test charset utf8"],
	"grammar.createTemporaryTable": ["create temporary table x (a int)"],
	"grammar.createTableSelect": ["create table x select 1 as a"],
	"grammar.columnType": ["create table x (a varchar(3))"],
	"grammar.binaryAttribute": ["create table x (a varchar(3) binary)"],
	"grammar.convertTable": [table, "alter table t convert to charset utf8"],
	"statement.run": ["drop table if exists nothing"],
	"charset-clause.conflict": ["create table x (a int) charset=utf8 charset=latin1"],
	"charset-clause.refuseCollation": ["create table x (a int) collate utf8_bin"],
	"default-charset.createDatabase": ["create database d"],
	"default-charset.createTable": ["create table x (a int)"],
	"default-charset.createColumn": ["create table x (a varchar(3))"],
	"alter-validation.changeCount": [table, "alter table t add b int"],
	"alter-validation.modifyColumn": [table, "alter table t modify a varchar(20)"],
	"alter-validation.changeColumn": [table, "alter table t modify a varchar(9) charset latin1"],
	"alter-validation.changeTable": [table, "alter table t charset latin1"],
	"alter-validation.convertTable": [table, "alter table t convert to charset utf8mb4"],
	"alter-validation.convertColumn": [table, "alter table t convert to charset utf8mb4"],
	"alter-validation.changeTableDefault": [table, "alter table t charset latin1"],
	"table-definition.create": [table],
	"table-definition.change": [table, "alter table t add b int"],
	"insert-check.value": ["create table n (a int)", "insert into n values (5)"],
	"insert-check.row": ["create table n (a int)", "insert into n values (5)"],
	"insert-check.text": [table, "insert into t (a) values ('a')"],
	"grammar.binaryCollation": ["select x'41' collate binary"],
	"grammar.textFunction": ["select convert('a' using latin1)"],
	"variables.settleSwitch": ["set db_skip_utf8_check = 'on'"],
	"variables.refuseUnknown": ["set no_such_variable = 5"],
	"diagnostics.wrongElement": [table, "insert into t (e) values ('z')"],
	"diagnostics.ignoredDuplicate": [
		"create table u (a int primary key)",
		"insert into u values (1), (2)",
		"update ignore u set a = 1 where a = 2",
	],
};

/** Questions that only quirks ask, or about an unknown charset, which later questions refuse. */
const unasked = [
	"variables.refuseCollationId",
	"charset-clause.refuseCharset",
	"alter-validation.changeCollation",
	"alter-validation.changeElements",
	"alter-validation.checkPair",
];

/** Answers to questions that need more than permission. */
const answers: Readonly<Record<string, string>> = {
	"default-charset.createDatabase": '{ charset: "utf8", collation: "utf8_bin" }',
	"default-charset.createTable": '{ charset: "utf8", collation: "" }',
	"default-charset.createColumn": '{ charset: "utf8", collation: "utf8_bin" }',
	"alter-validation.changeTable":
		'{ reach: "default", to: { charset: "latin1", collation: "" }, checksLengths: false }',
	"variables.settleSwitch": '"on"',
};

function warnable(hook: HookClass): readonly string[] {
	const kinds = Object.entries(hook.answers);
	return kinds.filter(([, { mayWarn }]) => mayWarn === true).map(([question]) => `${hook.hook}.${question}`);
}

function warning(hook: HookClass, question: string): string {
	const name = `${hook.hook}.${question}`;
	return `export default ({ ${hook.name}: Hook, page, changed, warn }) => page("warner", [
		changed(Hook, (Base) => class Warner extends Base {
			${question === "text" || question === "value" ? 'scope() { return "all"; }' : ""}
			${question === "row" ? 'rowScope() { return "all"; }' : ""}
			${question}() { return warn(4242, ${JSON.stringify(name)}, ${answers[name] ?? "undefined"}); }
		}, "Warns.")]);`;
}

for (const hook of hooks) {
	for (const name of warnable(hook)) {
		if (unasked.includes(name)) {
			continue;
		}
		test(`${name} may warn`, async (t) => {
			const file = join(temporaryFolder(t), "warner.mjs");
			writeFileSync(file, warning(hook, name.split(".")[1] as string));
			const statements = asking[name];
			if (statements === undefined) {
				t.fail(`No statement asks ${name}.`);
				return;
			}
			const wish = { release: "2.1.3", plugins: [file] };
			const played = await playOnMemory(wish, [strict, ...statements, "show warnings"]);
			t.regex(played.at(-1)?.[1] ?? "", new RegExp(`^Warning\\t4242\\t${name}$`, "m"), JSON.stringify(played));
			t.notRegex(played.at(-2)?.[1] ?? "", /ERROR/);
			const traced = ["set verso_trace_rules = 1", strict, ...statements, "show warnings"];
			t.regex((await playOnMemory(wish, traced)).at(-1)?.[1] ?? "", /decided by rule Warner of plugin warner, asked /);
		});
	}
}

test("a warning without the answer that its question needs is a bad answer", async (t) => {
	const file = join(temporaryFolder(t), "empty.mjs");
	writeFileSync(
		file,
		`export default ({ DefaultCharset, page, changed, warn }) => page("empty", [
		changed(DefaultCharset, (Base) => class Empty extends Base { createTable() { return warn(1, "x"); } }, "Warns.")]);`,
	);
	const [[, answer]] = (await playOnMemory({ release: "2.1.3", plugins: [file] }, ["create table t (a int)"])) as [
		[string, string],
	];
	t.regex(answer, /plugin empty: default-charset\.createTable answered warn\(1, \.\.\.\); it answers \{ charset/);
});

test("a variable that does not exist and is warned of reads as NULL", async (t) => {
	const file = join(temporaryFolder(t), "unknown.mjs");
	writeFileSync(
		file,
		`export default ({ Variables, page, changed, soften }) => page("unknown", [
		changed(Variables, (Base) => class Ignore extends Base {
			refuseUnknown(name) { return soften(super.refuseUnknown(name)); }
		}, "Ignores unknown variables.")]);`,
	);
	const played = await playOnMemory({ release: "2.1.7", plugins: [file] }, [
		"set sql_mode = '', nosuch = 5",
		"show warnings",
		"select @@nosuch, @@sql_mode",
	]);
	t.regex(played[1]?.[1] ?? "", /^Warning\t1193\tUnknown system variable 'nosuch'$/m);
	t.regex(played[2]?.[1] ?? "", /NULL$/);
});
