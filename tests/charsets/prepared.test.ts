/**
 * Prepared statements keep the charset and collation of their session: literals and parameters mean the same at every
 * execution, by the binary protocol and by EXECUTE.
 */
import test from "ava";
import { serve } from "../clients/serve.ts";
import { CharsetClient } from "./charset-client.ts";

/** The rows of an execution over the binary protocol. */
async function executed(client: CharsetClient, sql: string, ...parameters: readonly string[]): Promise<string> {
	const { id } = await client.prepare(sql);
	return (await client.execute(id, parameters)).slice(1).join(", ");
}

async function rows(client: CharsetClient, sql: string): Promise<string> {
	return (await client.query(sql)).slice(1).join(", ");
}

test("a parameter has the connection's collation", async (t) => {
	const { mysqlPort } = await serve(t);
	const [client] = await CharsetClient.open(mysqlPort, "utf8mb4_general_ci", { database: "test" });
	const questions: readonly [sql: string, ci: string, bin: string][] = [
		["select concat('A' = ?)", "1", "0"],
		["select concat(count(*)) from (select ? x union select 'A') t", "1", "2"],
		["select concat(count(distinct x)) from (select ? x union all select 'A') t", "1", "2"],
		["select concat(count(*)) from (select ? x) t where x = 'A'", "1", "0"],
		["select concat('A' like ?)", "1", "0"],
		["select concat('A' in (?, 'x'))", "1", "0"],
		["select concat(? between 'A' and 'AA')", "1", "0"],
		["select collation(?)", "utf8mb4_general_ci", "utf8mb4_bin"],
		["select charset(?)", "utf8mb4", "utf8mb4"],
	];
	for (const [collation, which] of [
		["utf8mb4_general_ci", 1],
		["utf8mb4_bin", 2],
	] as const) {
		await client.query(`set names utf8mb4 collate ${collation}`);
		for (const question of questions) {
			t.is(await executed(client, question[0], "a"), question[which], `${collation}: ${question[0]}`);
			await client.query(`prepare p from "${question[0]}"`);
			await client.query("set @a = 'a'");
			t.is(await rows(client, "execute p using @a"), question[which], `${collation}, EXECUTE: ${question[0]}`);
		}
		await client.query("drop table if exists made");
		await executed(client, "create table made as select ? x", "a");
		t.is(
			await rows(client, "select collation_name from information_schema.columns where table_name = 'made'"),
			collation,
		);
	}
});

test("literals and parameters stay what they were when the charset changes after PREPARE", async (t) => {
	const { mysqlPort } = await serve(t);
	const [client] = await CharsetClient.open(mysqlPort, "utf8mb4_general_ci", { database: "test" });
	await client.query("create table t (id int, a varchar(9) charset utf8mb4)");
	const sql = "select hex('é'), charset('é'), collation('é'), hex(?), charset(?), collation(?)";
	const select = await client.prepare(sql);
	const insert = await client.prepare("insert into t values (1, 'é'), (2, ?)");
	const define = await client.prepare("create table d as select 'é' a");
	await client.query(`prepare p from "${sql}"`);
	const expected = "C3A9 | utf8mb4 | utf8mb4_general_ci | C3A9 | utf8mb4 | utf8mb4_general_ci";
	t.deepEqual((await client.execute(select.id, ["é", "é", "é"])).slice(1), [expected]);
	for (const charset of ["latin1", "gbk", "utf8mb4"]) {
		await client.query(`set names ${charset}`);
		client.charset = charset;
		await client.query("set @e = 'é'");
		t.deepEqual((await client.execute(select.id, ["é", "é", "é"])).slice(1), [expected], charset);
		// A user variable in the statement's charset keeps its own collation, which here is its session's.
		const ofVariable = charset === "utf8mb4" ? "utf8mb4_bin" : "utf8mb4_general_ci";
		t.is(
			await rows(client, "execute p using @e, @e, @e"),
			`C3A9 | utf8mb4 | utf8mb4_general_ci | C3A9 | utf8mb4 | ${ofVariable}`,
			charset,
		);
		await client.query("delete from t");
		await client.execute(insert.id, ["é"]);
		t.is(await rows(client, "select group_concat(hex(a)) from t"), "C3A9,C3A9", charset);
		t.is(await rows(client, "select charset('é')"), charset, "the session's own literals follow SET NAMES");
	}
	await client.query("set names latin1");
	client.charset = "latin1";
	await client.execute(define.id);
	t.is(
		await rows(client, "select concat(hex(a), ' ', collation(a)) from d"),
		"C3A9 utf8mb4_general_ci",
		"a definition",
	);
	const names = await client.prepare("set names utf8mb4");
	await client.query("set names latin1");
	await client.execute(names.id);
	client.charset = "utf8mb4";
	t.is(await rows(client, "select charset('é'), @@character_set_results"), "utf8mb4 | utf8mb4");
});
