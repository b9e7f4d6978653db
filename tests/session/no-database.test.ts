/**
 * Names without a database where none is selected (1046): refused before the open transaction is committed.
 */
import test from "ava";
import { answerOf, connectRoot, openMemoryKernel } from "../memory-kernel.ts";

const statements = [
	"create table u (a int)",
	"create table u select * from d.t",
	"alter table u add b int",
	"drop table if exists u",
	"drop table d.u, u",
	"truncate table u",
	"rename table d.t to u",
	"create index i on u (a)",
	"drop index i on u",
	"create view v as select 1",
	"drop view if exists v",
	"create procedure p() select 1",
	"drop procedure if exists p",
	"lock tables u read",
	"analyze table u",
	"grant select on u to root@localhost",
	"revoke select on * from root@localhost",
];

test("1046 leaves the transaction open", async (t) => {
	const kernel = await openMemoryKernel({ release: "2.1.7" });
	t.teardown(() => kernel.close());
	const session = await connectRoot(kernel, null);
	await answerOf(session, "create database d");
	await answerOf(session, "create table d.t (a int)");
	for (const sql of statements) {
		await answerOf(session, "begin");
		await answerOf(session, "insert into d.t values (1)");
		t.regex(await answerOf(session, sql), /^ERROR 1046 \(3D000\)/, sql);
		t.is(await answerOf(session, "savepoint s"), "ok");
		t.is(await answerOf(session, "release savepoint s"), "ok", sql);
		await answerOf(session, "rollback");
		t.is(await answerOf(session, "select count(*) from d.t"), "count(*)\n0", sql);
	}
});
