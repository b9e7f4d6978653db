/**
 * Statement digests of performance_schema, and row counters of SHOW STATUS.
 */
import test from "ava";
import { digestText } from "../../core/sql/parameterize/digest-text.ts";
import { createParser, plainMode } from "../../core/sql/parse/index.ts";
import { StatementTallies } from "../../core/session/status/statement-tally.ts";
import { answerOf, connectRoot, noSink, openMemoryKernel } from "../memory-kernel.ts";
import { turnsDuring } from "../turn-count.ts";

const digests: readonly (readonly [text: string, digest: string])[] = [
	["select a, b from t where id = 7 and c = 'x'", "SELECT `a` , `b` FROM `t` WHERE `id` = ? AND `c` = ?"],
	['SELECT  a,b /* why */ FROM t WHERE id=-8 AND c="it\'s"', "SELECT `a` , `b` FROM `t` WHERE `id` = ? AND `c` = ?"],
	["select * from t where id in (1, 2, 3)", "SELECT * FROM `t` WHERE `id` IN (...)"],
	["insert into t values (1, 'a'), (2, 'b'), (3, 'c')", "INSERT INTO `t` VALUES (...) /* , ... */"],
	["insert into t (a) values (?)", "INSERT INTO `t` ( `a` ) VALUES (?)"],
	["select abs(-1) - 2, @x, `q r`.s from `q r`", "SELECT `abs` (?) - ? , @x , `q r` . `s` FROM `q r`"],
	["select x'41', b'1', 1.5e3, limit_ from t limit 5, 10", "SELECT ?, ... , `limit_` FROM `t` LIMIT ?, ..."],
];

test("texts that differ in literals only have the same digest", (t) => {
	for (const [text, digest] of digests) {
		t.is(digestText(text, plainMode), digest, text);
	}
});

test("statements are counted by their digest, for each default database", async (t) => {
	const kernel = await openMemoryKernel({ release: "2.1.7" });
	t.teardown(() => kernel.close());
	const session = await connectRoot(kernel);
	for (const sql of [
		"create table t (id int primary key, a int)",
		"insert into t values (1, 1), (2, 2)",
		"insert into t values (3, 3)",
		"insert into t values (3, 3)",
	]) {
		await answerOf(session, sql);
	}
	for (const id of [1, 2, 3]) {
		await answerOf(session, `select a from t where id > ${id} - 1`);
	}
	const summary = (
		words: string,
	) => `select schema_name, digest_text, count_star, sum_errors, sum_rows_affected, sum_rows_sent, length(digest), sum_timer_wait >= max_timer_wait
		from performance_schema.events_statements_summary_by_digest where digest_text like '${words}'`;
	t.regex(
		await answerOf(session, summary("SELECT `a`%")),
		/\ntest\tSELECT `a` FROM `t` WHERE `id` > \? - \?\t3\t0\t0\t6\t32\t1$/,
	);
	t.regex(
		await answerOf(session, summary("INSERT INTO `t`%")),
		/\ntest\tINSERT INTO `t` VALUES \(...\)\t3\t1\t3\t0\t32\t1$/,
	);
	t.regex(
		await answerOf(
			session,
			"select exec_count, err_count, rows_affected from sys.statement_analysis where query like 'INSERT INTO `t`%'",
		),
		/\n3\t1\t3$/,
	);
});

test("TRUNCATE TABLE resets counters, and is refused for tables without any", async (t) => {
	const kernel = await openMemoryKernel({ release: "2.1.7" });
	t.teardown(() => kernel.close());
	const session = await connectRoot(kernel);
	await answerOf(session, "select 1 + 1");
	const count =
		"select count(*) from performance_schema.events_statements_summary_by_digest where digest_text like 'SELECT ? + ?'";
	t.is(await answerOf(session, count), "count(*)\n1");
	t.is(await answerOf(session, "truncate table performance_schema.events_statements_summary_by_digest"), "ok");
	t.is(await answerOf(session, count), "count(*)\n0");
	for (const name of ["host_cache", "events_statements_history", "file_summary_by_instance"]) {
		t.is(await answerOf(session, `truncate performance_schema.${name}`), "ok", name);
	}
	t.is(
		await answerOf(session, "truncate performance_schema.threads"),
		"ERROR 1142 (42000) at line 1: DROP command denied to user 'root'@'localhost' for table 'threads'",
	);
	t.is(
		await answerOf(session, "truncate performance_schema.none"),
		"ERROR 1146 (42S02) at line 1: Table 'performance_schema.none' doesn't exist",
	);
});

test("rows and statements are counted by session and globally", async (t) => {
	const kernel = await openMemoryKernel({ release: "2.1.7" });
	t.teardown(() => kernel.close());
	const [one, other] = [await connectRoot(kernel), await connectRoot(kernel)];
	for (const sql of [
		"create table t (id int primary key)",
		"insert into t values (1), (2), (3)",
		"update t set id = id + 10",
		"delete from t where id > 11",
	]) {
		await answerOf(one, sql);
	}
	const asked = (scope: string) =>
		`show ${scope} status where variable_name in ('Innodb_rows_inserted', 'Innodb_rows_updated', ` +
		`'Innodb_rows_deleted', 'Com_insert', 'Threads_running', 'Max_used_connections')`;
	const counted =
		"Com_insert\t1\nInnodb_rows_deleted\t2\nInnodb_rows_inserted\t3\nInnodb_rows_updated\t3\nMax_used_connections\t2\nThreads_running\t1";
	const nothing = counted.replace(/(Com|Inno)(\w+)\t\d/g, "$1$2\t0");
	t.is(await answerOf(one, asked("session")), `Variable_name\tValue\n${counted}`);
	t.is(await answerOf(other, asked("session")), `Variable_name\tValue\n${nothing}`);
	t.is(await answerOf(other, asked("global")), `Variable_name\tValue\n${counted}`);
	await answerOf(one, "flush status");
	t.is(await answerOf(one, asked("session")), `Variable_name\tValue\n${nothing}`);
	await one.close();
	t.is(await answerOf(other, asked("global")), `Variable_name\tValue\n${counted}`);
});

test("tallies of many statements are merged by and by, and none is lost", async (t) => {
	const tallies = new StatementTallies();
	const parser = createParser();
	const often = parser.parseFirst("select 'often'", plainMode).first!;
	for (let at = 0; at < 12_000; at++) {
		const other = parser.parseFirst(`select ${at} + 1`, plainMode).first!;
		tallies.of(other, plainMode, at % 3 === 0 ? null : "test").add(2, at, false, 1, 0);
		tallies.of(often, plainMode, at % 2 === 0 ? null : "test").add(1, at, false, 0, 0);
	}
	const counts = async (): Promise<string[]> =>
		(await tallies.summaries())
			.map(({ text, database, count, sumMs, lastMs }) => `${text} ${database} ${count} ${sumMs} ${lastMs}`)
			.sort();
	const expected = [
		"SELECT ? + ? null 4000 8000 11997",
		"SELECT ? + ? test 8000 16000 11999",
		"SELECT ? null 6000 6000 11998",
		"SELECT ? test 6000 6000 11999",
	];
	t.true((await turnsDuring(async () => t.deepEqual(await counts(), expected))) > 10, "it gives way");
	t.deepEqual(await counts(), expected);
	tallies.of(often, plainMode, "test").add(1, 12_000, false, 0, 0);
	t.is((await counts())[3], "SELECT ? test 6001 6001 12000");
});

test("the long history gives way to others while it is read", async (t) => {
	const kernel = await openMemoryKernel({ release: "2.1.7" });
	t.teardown(() => kernel.close());
	const session = await connectRoot(kernel);
	await answerOf(session, "update performance_schema.setup_consumers set enabled = 'YES'");
	for (let at = 0; at < 2000; at++) {
		await answerOf(session, `set @a = ${at}`);
	}
	const count = "select count(*) > 2000 as n from performance_schema.events_statements_history_long";
	const turns = await turnsDuring(async () => t.is(await answerOf(session, count), "n\n1"));
	t.true(turns > 5, `${turns} turns`);
});

test("a digest's text is text, whatever bytes a statement has", async (t) => {
	const kernel = await openMemoryKernel({ release: "2.1.7" });
	t.teardown(() => kernel.close());
	const session = await connectRoot(kernel);
	for (const bytes of ["\xff", "\xf0\x9f\x8c", "\xf0\x9f\x8c\x80", "\xc3"]) {
		await session.execute(`select 1 from nosuch as \`n${bytes}\` where /* ${bytes} */ x${bytes} = '${bytes}'`, noSink);
	}
	for (const column of [
		"digest_text from performance_schema.events_statements_summary_by_digest",
		"query from sys.statements_with_errors_or_warnings",
		"query from sys.statement_analysis",
		"sql_text from performance_schema.events_statements_history",
	]) {
		t.notRegex(await answerOf(session, `select ${column}`), /^ERROR|\ufffd/, column);
	}
});
