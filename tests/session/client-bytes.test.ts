/**
 * Bytes of a client that are no text, in names, programs and comments: whatever shows them shows text.
 */
import test from "ava";
import { installTextGuard, textGuard } from "../../core/exec/rows/text-guard.ts";
import { answerOf, connectRoot, noSink, openMemoryKernel } from "../memory-kernel.ts";

const statements = [
	"use test",
	"create table t (a int)",
	"select 1 as `n\xff`",
	"set @`v\xff` = '\xff'",
	"create view v\xff as select a as `c\xff` from t",
	"create table u\xff (`b\xff` int comment '\xff', c enum('\xff'), key `k\xff` (`b\xff`)) comment '\xff'",
	"create procedure p\xff(`a\xff` int) comment '\xff' begin select '\xff'; end",
	"create function f() returns int return length('\xff')",
	"create trigger `tr\xff` before insert on t for each row set @a = '\xff'",
	"create event `e\xff` on schedule every 1 day comment '\xff' do set @a = '\xff'",
	"create user `u\xff`",
	"grant select on test.* to `u\xff`",
	"prepare s from 'select ? as `n\xff`'",
	"do get_lock('\xff', 0)",
	"create database `d\xff`",
	"select nothing\xff",
	"xa start '\xff'",
	"xa end '\xff'",
	"xa prepare '\xff'",
];

const listings = [
	"show full processlist",
	"show tables",
	"show full columns from t",
	"show procedure status",
	"show function status",
	"show triggers",
	"show events",
	"show databases",
	"xa recover",
	"xa recover convert xid",
];

test.serial("every table of the server, and every listing, shows text", async (t) => {
	const wasInstalled = textGuard.isInstalled;
	installTextGuard();
	const kernel = await openMemoryKernel({ release: "2.1.7" });
	t.teardown(() => {
		textGuard.isInstalled = wasInstalled;
		return kernel.close();
	});
	const careless = await connectRoot(kernel);
	for (const sql of statements) {
		await careless.execute(sql, noSink);
	}
	const session = await connectRoot(kernel);
	await answerOf(session, "use test");
	const tables = await answerOf(
		session,
		`select concat(table_schema, '.\`', table_name, '\`') from information_schema.tables
		where table_schema in ('information_schema', 'performance_schema', 'sys', 'mysql')`,
	);
	const queries = tables
		.split("\n")
		.slice(1)
		.map((name) => `select * from ${name}`);
	t.true(queries.length > 100, tables);
	for (const sql of [...queries, ...listings]) {
		t.notRegex(await answerOf(session, sql), /^ERROR/, sql);
	}
	await careless.execute("xa rollback '\xff'", noSink);
	t.notRegex(await answerOf(session, "xa recover"), /\n1\t/);
});
