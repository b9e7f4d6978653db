/**
 * Redaction: planted secrets show in no form, what is no secret stays, edits stand where they stood.
 */
import test from "ava";
import { defaultFailOn } from "../../../apps/rehearse/report/exit-code.ts";
import type { LongReport, RehearsalReport } from "../../../apps/rehearse/report/format.ts";
import { printReport } from "../../../apps/rehearse/report/print-report.ts";
import { cleanSql, Placeholders } from "../../../apps/rehearse/report/redact/placeholders.ts";
import { CleanedWords } from "../../../apps/rehearse/report/redact/cleaned-words.ts";
import { redact } from "../../../apps/rehearse/report/redact/redact.ts";
import { type ReportKind, reportKinds } from "../../../apps/rehearse/report/report-kind.ts";
import { isGolden } from "./golden.ts";
import { readSample } from "./sample.ts";

const sql = (text: string): string => cleanSql(text, new Placeholders()).text;

test("literals of statements", (t) => {
	for (const [text, cleaned] of [
		[
			"SELECT 'a', \"b\", 'a' FROM t WHERE id = 17 AND x = -1.5e3",
			"SELECT '?1', '?2', '?1' FROM t WHERE id = ?3 AND x = -?4",
		],
		[
			"INSERT INTO t1 VALUES (0x41, x'41', b'1', N'n', _utf8'u', NULL, \\N)",
			"INSERT INTO t1 VALUES (?1, x'?2', b'?3', N'?4', _utf8'?5', NULL, \\N)",
		],
		["select 'it''s', 'it\\'s', `it's`", "select '?1', '?1', `it's`"],
		[
			"create table t (a varchar(10) default 'x' comment 'c', b int(11) default 5, c enum('p','q')) auto_increment=77",
			"create table t (a varchar(10) default '?1' comment '?2', b int(11) default ?3, c enum('?4','?5')) auto_increment=?6",
		],
		[
			"alter table t partition by range (y) (partition p0 values less than (2018))",
			"alter table t partition by range (y) (partition p0 values less than (?1))",
		],
		["set global db_skip_utf8_check = 1", "set global db_skip_utf8_check = 1"],
		["/* who */ select 1 -- when\n, 2 # where", "/* ? */ select ?1 -- ?\n, ?2 # ?"],
		["/*!40101 SET @x='secret' */", "/*!40101 SET @x='?1' */"],
		["create user a identified by 'hush'", "create user a identified by '?1'"],
		["select 'open", "select '?1'"],
		["select 100, '100'", "select ?1, '?1'"],
	] as const) {
		t.is(sql(text), cleaned);
	}
});

test("whatever backslash means, no string shows", (t) => {
	for (const text of [
		"insert into t values ('a\\', 'secret')",
		"insert into t values ('a\\', 'secret', 'b\\')",
		"insert into t values ('a\\', 'secret', 'b')",
		"insert into t values ('a\\', 'x', '\\', 'secret')",
		"insert into t values ('it\\'s a secret', 'x')",
		"insert into t values ('secret",
		"insert into t values ('\\",
	]) {
		t.notRegex(sql(text), /secret/, text);
	}
});

test("messages keep names and lose values", (t) => {
	const words = new CleanedWords(new Placeholders());
	for (const [message, cleaned] of [
		["incorrect utf8 value f09f8cb7(geheim🌷 ') for) for column name", /^incorrect utf8 value \?\d+ for column name$/],
		["Duplicate entry 'O'Brien' for key 'x' for key 'PRIMARY'", /^Duplicate entry '\?\d+' for key 'PRIMARY'$/],
		[
			"Incorrect datetime value: '20'18' for column 'made' at row 1",
			/^Incorrect datetime value: '\?\d+' for column 'made' at row 1$/,
		],
		["You have an error near 'where a = 'geheim'' at line 1", /^You have an error near '\?\d+' at line 1$/],
		["Unknown column 'nmae' in 'field list'", /^Unknown column 'nmae' in 'field list'$/],
		["Table 'shop.missing' doesn't exist", /^Table 'shop\.missing' doesn't exist$/],
		["Data too long for column 'name' at row 2", /^Data too long for column 'name' at row 2$/],
		[
			"Incorrect string value: '\\xF0\\x9F\\x8C\\xB7' for column 'c' at row 1",
			/^Incorrect string value: '\?\d+' for column 'c'/,
		],
		["unsupported modify charset from utf8 to utf8mb4", /^unsupported modify charset from utf8 to utf8mb4$/],
		["it holds deadbeefcafe0042", /^it holds \?\d+$/],
	] as const) {
		t.regex(words.clean(message), cleaned);
	}
	t.is(
		words.clean("found geheim there, not ungeheimlich", ["geheim"]),
		"found ?1 there, not ungeheimlich".replace("?1", words.clean("geheim", ["geheim"])),
	);
	t.regex(
		words.cleanEffect('t.c: enum(geheim,b) not null default {"value":"geheim"} comment "geheim"'),
		/^t\.c: enum\(\?\d+\) not null default \?\d+ comment "\?\d+"$/,
	);
	t.regex(words.cleanAnswer("1\tgeheim\n2\tgeheim"), /^\?\d+\t(\?\d+)\n\?\d+\t\1$/);
	t.is(words.cleanAnswer("ok, 3 rows, does nothing"), "ok, 3 rows, does nothing");
	t.notRegex(words.cleanAnswer("ok, geheim"), /geheim/);
});

/** In every member that may hold a value, in the forms that programs write. */
function planted(): RehearsalReport {
	const story = readSample("story");
	const secret = "geheim🌷4711";
	const message = `Duplicate entry '${secret}' for key 'PRIMARY', incorrect utf8 value 6765686569(${secret}) for column name`;
	return {
		...story,
		statements: story.statements.map((each) => ({
			...each,
			text: `${each.text} /* ${secret} */ -- ${secret}\n, '${secret}', "${secret}"`,
			outcome: Object.fromEntries(
				Object.entries(each.outcome).map(([stop, own]) => [
					stop,
					{
						...own,
						message,
						warnings: [`Warning 1265 ${message}`],
						within: [`insert into t values ('${secret}', "it's ${secret}") /* ${secret} */`],
						effect: [`t.c: varchar(9) default '${secret}' comment "${secret}"`],
						reason: message,
					},
				]),
			),
		})),
		findings: story.findings.map((each) => ({
			...each,
			message,
			before: `1\t${secret}`,
			after: `ERROR 1366 (HY000): ${message}`,
			suppressed: each.suppressed && { ...each.suppressed, reason: `the row '${secret}'` },
			expired: each.expired && { ...each.expired, reason: `the row ${secret} is known` },
			waysOut: each.waysOut.map((way) => ({
				...way,
				text: `write '${secret}'`,
				price: `"${secret}" is lost`,
				run: `UPDATE t SET a = '${secret}' WHERE id = 4711`,
				fails: message,
				...(way.edit === undefined ? {} : { edit: { ...way.edit, text: ` DEFAULT '${secret}'` } }),
			})),
		})) as RehearsalReport["findings"],
		data: story.data.map((each) => ({ ...each, sampleKeys: [`id ${secret}`, secret], what: `'${secret}' is wide` })),
		notJudged: story.notJudged.map((each) => ({ ...each, reason: message })),
		notes: [`schema.sql:3 fails: ERROR 1062 ${message}`],
		repairs: [`INSERT INTO t VALUES ('${secret}')`],
		gone: [{ fingerprint: "x", about: `it was '${secret}'` }],
	};
}

/** Statements are cleaned when they are read. */
const whole = (report: LongReport): RehearsalReport => ({
	...report,
	statements: [...report.statements],
	findings: report.findings.map((each) => ({ ...each, statements: [...each.statements] })),
});

const printed = (report: LongReport, kind: ReportKind): string =>
	[...printReport(report, kind, { text: { all: true, width: 160 }, failOn: defaultFailOn })].join("");

const secrets = /geheim|4711|6765686569|%F0%9F%8C%B7|\\u[dD]83[cC]/;

test("planted secrets show in no form", (t) => {
	const report = planted();
	for (const kind of reportKinds) {
		t.regex(printed(report, kind), secrets, `${kind} shows them before`);
		t.notRegex(printed(redact(report), kind), secrets, kind);
	}
});

test("the samples redacted: golden text, the same placeholders each time", (t) => {
	for (const name of ["story", "odd"]) {
		const report = redact(readSample(name));
		t.deepEqual(whole(redact(readSample(name))), whole(report));
		// Whichever is read first.
		t.deepEqual(report.statements.at(report.statements.length - 1), whole(redact(readSample(name))).statements.at(-1));
		isGolden(t, `${name}.redacted.txt`, printed(report, "text"));
	}
	const story = JSON.stringify(whole(redact(readSample("story"))));
	t.notRegex(story, /Carl|Anna|Greetings|🌷|f09f|k0|"contact_id 100"|nice, really/);
	t.regex(story, /RefuseWideCharacters/);
	t.regex(story, /set global db_skip_utf8_check = 1/);
});

test("an edit stands where it stood", (t) => {
	const story = readSample("story");
	const text = "ALTER TABLE t ADD a varchar(9) DEFAULT 'a long default' COMMENT 'x', MODIFY b varchar(16)";
	const statement = { ...story.statements[7]!, text };
	const way = story.findings[1]!.waysOut[0]!;
	const edit = { statement: statement.id, from: text.length, to: text.length, text: " CHARACTER SET utf8" };
	const report = whole(
		redact({
			...story,
			statements: [statement],
			findings: [
				{
					...story.findings[1]!,
					waysOut: [
						{ ...way, edit },
						{ ...way, edit: { ...edit, from: text.indexOf("MODIFY"), to: text.indexOf(" b ") } },
					],
				},
			],
		}),
	);
	const cleaned = report.statements[0]!.text;
	const [behind, word] = report.findings[0]!.waysOut.map((each) => each.edit!);
	t.is(cleaned, "ALTER TABLE t ADD a varchar(9) DEFAULT '?1' COMMENT '?2', MODIFY b varchar(16)");
	t.is(behind!.from, cleaned.length);
	t.is(cleaned.slice(word!.from, word!.to), "MODIFY");
});

test("a megabyte of literals is cleaned in linear time", (t) => {
	const text = `INSERT INTO t VALUES ${"(1, 'it''s \\'quoted\\'', 2.5), ".repeat(40_000)}(1)`;
	const before = performance.now();
	t.notRegex(sql(text), /quoted/);
	t.notRegex(sql(`select '${"\\'".repeat(500_000)}`), /\\'/);
	t.true(performance.now() - before < 20_000);
});
