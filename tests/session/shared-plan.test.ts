/**
 * Plans shared between sessions: equal texts share a plan, and answers depend on each session's settings and tables.
 */
import test from "ava";
import type { ResultColumn } from "../../core/plan/tree/result-column.ts";
import type { Session } from "../../core/session/api/session.ts";
import { encodeText } from "../../core/types/value/value.ts";
import { answerOf, connectRoot, openMemoryKernel } from "../memory-kernel.ts";

test("equal texts are answered by the session's settings and tables", async (t) => {
	const kernel = await openMemoryKernel({ release: "2.1.7" });
	const one = await connectRoot(kernel);
	const other = await connectRoot(kernel);
	/** Runs the text in both sessions in turn, twice, so that each meets the plan of the other. */
	const ask = async (text: string): Promise<string[]> => {
		await answerOf(one, text);
		await answerOf(other, text);
		return [await answerOf(one, text), await answerOf(other, text)];
	};
	for (const session of [one, other]) {
		await answerOf(session, "create database if not exists a");
		await answerOf(session, "create database if not exists b");
	}
	await answerOf(one, "use a");
	await answerOf(other, "use b");
	await answerOf(one, "create table t (x int)");
	await answerOf(one, "insert into t values (1)");
	await answerOf(other, "create table t (y varchar(9))");
	await answerOf(other, "insert into t values ('two')");
	t.deepEqual(await ask("select * from t"), ["x\n1", "y\ntwo"]);
	t.deepEqual(await ask("select database()"), ["database()\na", "database()\nb"]);

	await answerOf(one, "set @v = 5");
	await answerOf(other, "set @v = 'five'");
	t.deepEqual(await ask("select @v, @v + 1"), ["@v\t@v + 1\n5\t6", "@v\t@v + 1\nfive\t1"]);
	await answerOf(one, "set @v = 'six'");
	t.deepEqual(await ask("select @v"), ["@v\nsix", "@v\nfive"]);

	await answerOf(other, "use a");
	await answerOf(one, "create temporary table t (hidden int)");
	t.deepEqual(await ask("select * from t"), ["ok", "x\n1"]);
	await answerOf(one, "drop temporary table t");
	t.deepEqual(await ask("select * from t"), ["x\n1", "x\n1"]);

	await answerOf(one, "set sql_mode = 'pipes_as_concat'");
	await answerOf(other, "set sql_mode = ''");
	t.deepEqual(await ask("select 1 || 0 as c"), ["c\n10", "c\n1"]);
	await answerOf(one, "set time_zone = '+02:00', timestamp = 0");
	await answerOf(other, "set time_zone = '+00:00', timestamp = 0");
	t.deepEqual(await ask("select from_unixtime(3600) as c"), ["c\n1970-01-01 03:00:00", "c\n1970-01-01 01:00:00"]);
	await answerOf(one, "set sort_buffer_size = 65536");
	t.not(...((await ask("show session variables like 'sort_buffer_size'")) as [string, string]));
	t.not(...((await ask("select @@sort_buffer_size as c")) as [string, string]));
	t.not(...((await ask("select connection_id() as c")) as [string, string]));
	await kernel.close();
});

test("a statement is planned once for all sessions, unless its plan depends on a session", async (t) => {
	const kernel = await openMemoryKernel({ release: "2.1.7" });
	const sessions = [await connectRoot(kernel), await connectRoot(kernel)];
	await answerOf(sessions[0]!, "create database a");
	await answerOf(sessions[0]!, "create table a.t (x int primary key)");
	const isShared = async (text: string): Promise<boolean> => {
		const [one, other] = [await columnsOf(sessions[0]!, text), await columnsOf(sessions[1]!, text)];
		return one === other;
	};
	t.true(await isShared("select x from a.t"));
	t.true(await isShared("select x from a.t where x = 5"));
	t.true(await isShared("select x, count(*) from a.t group by x order by 2"));
	t.true(await isShared("select 1"));
	t.false(await isShared("select @v"));
	t.false(await isShared("select table_name from information_schema.tables"));
	await kernel.close();
});

test("texts that differ in literals share a plan, wherever their conditions stand", async (t) => {
	const kernel = await openMemoryKernel({ release: "2.1.7" });
	const session = await connectRoot(kernel);
	await answerOf(session, "create table t (x int primary key, v varchar(9))");
	for (const text of [
		"select x from t where x = #",
		"select x from t where x = # union all select v from t where v = '#' order by 1 limit #",
		"select x from t where x = # union (select v from t where v = '#' limit 3)",
		"select count(*) from (select x from t where v = '#' limit 5) o where o.x > #",
		"select a.x from t a left join t b on b.x = a.x and b.v = '#'",
		"select x from t where v = 'x' and exists (select 1 from t where x = #)",
		"select x from t where x in (select x from t where v = '#') and x not in (select x from t where x < #)",
	]) {
		const [first, second] = [1, 2].map((value) => text.replaceAll("#", String(value))) as [string, string];
		const columns = await columnsOf(session, first);
		t.true(columns !== undefined && columns === (await columnsOf(session, second)), text);
	}
	await kernel.close();
});

/** Returns the plan's array of result columns: the same array means the same plan. */
async function columnsOf(session: Session, text: string): Promise<readonly ResultColumn[] | undefined> {
	let found: readonly ResultColumn[] | undefined;
	await session.execute(encodeText(text), {
		begin: (columns) => {
			found = columns;
		},
		rows: () => undefined,
		end: () => undefined,
		ok: () => undefined,
		error: () => undefined,
	});
	return found;
}

test("one plan is run by several sessions concurrently", async (t) => {
	const kernel = await openMemoryKernel({ release: "2.1.7" });
	const sessions = await Promise.all(Array.from({ length: 8 }, () => connectRoot(kernel)));
	await answerOf(sessions[0]!, "create database a");
	await Promise.all(sessions.map((session) => answerOf(session, "use a")));
	await answerOf(sessions[0]!, "create table t (id int primary key, v int, key (v))");
	await answerOf(
		sessions[0]!,
		`insert into t values ${Array.from({ length: 3000 }, (_, at) => `(${at}, ${at % 7})`).join(", ")}`,
	);
	const text = "select v, count(*), sum(id) from t where id % 2 = 0 group by v order by v";
	const alone = await answerOf(sessions[0]!, text);
	const answers = await Promise.all(sessions.flatMap((session) => [answerOf(session, text)]));
	t.deepEqual(
		answers,
		sessions.map(() => alone),
	);
	await Promise.all(sessions.map((session, at) => answerOf(session, `update t set v = v + 100 where id = ${at}`)));
	t.is(await answerOf(sessions[0]!, "select count(*) from t where v >= 100"), "count(*)\n8");
	await kernel.close();
});
