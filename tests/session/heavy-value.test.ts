/**
 * Statements whose values cost much, or wait: other sessions are served meanwhile, and KILL QUERY and
 * max_execution_time end them.
 */
import test from "ava";
import { answerOf, connectRoot, openMemoryKernel } from "../memory-kernel.ts";

const heavy = "reverse(repeat(concat(a.a, b.a, c.a), 300000))";

/** Each would take minutes at least. */
const endless = [
	"select benchmark(18446744073709551615, 1 + 1)",
	"select benchmark(1000000000, repeat('a', 100000)) from n limit 1",
	"do benchmark(1000000000, md5('a'))",
	"set @a = benchmark(1000000000, md5('a'))",
	"select sleep(1000) from n",
	"select a from n where sleep(1000) = 0",
	`select count(*) from n a, n b, n c where ${heavy} = 'x'`,
	`select a.a from n a, n b, n c order by ${heavy} limit 1`,
	`select a.a from n a, n b, n c group by ${heavy}`,
	`select sum(length(${heavy})) from n a, n b, n c`,
	`insert into m select 1 from n a, n b, n c where ${heavy} = 'x'`,
	`update n a, n b, n c set a.b = length(${heavy}) where ${heavy} <> 'x'`,
	// Of one table; JSON paths; rows that are locked.
	`update r set t = left(${heavy.replace(", b.a, c.a", "")}, 3)`.replaceAll("a.a", "a"),
	`delete from r where ${heavy.replace(", b.a, c.a", "")} = 'x'`.replaceAll("a.a", "a"),
	`select a from r where ${heavy.replace(", b.a, c.a", "")} = 'x' for update`.replaceAll("a.a", "a"),
	`insert into r select null, ${heavy.replace(", b.a, c.a", "")} from r`.replaceAll("a.a", "a"),
	`select count(json_extract(concat('[', repeat('{"a": 1}, ', 20000), a, ']'), '$**.a')) from r`,
	`delete a from n a, n b, n c where ${heavy} = 'x'`,
	"select (select count(*) from n a, n b, n c where md5(repeat(concat(a.a, b.a, c.a), 1000000)) = 'x')",
];

test("heavy values keep no other session waiting, and their statements can be killed", async (t) => {
	const kernel = await openMemoryKernel({ release: "2.1.7" });
	t.teardown(() => kernel.close());
	const session = await connectRoot(kernel);
	const other = await connectRoot(kernel);
	await answerOf(session, "create table n (a int primary key, b int)");
	await answerOf(session, "create table m (a int)");
	await answerOf(session, "create table r (a int primary key auto_increment, t longtext)");
	await answerOf(session, `insert into r (t) values ${Array.from({ length: 2000 }, () => "('x')").join()}`);
	await answerOf(session, `insert into n (a) values ${Array.from({ length: 40 }, (_, at) => `(${at})`).join()}`);
	const id = (await answerOf(session, "select connection_id()")).split("\n")[1];
	for (const sql of endless) {
		const running = answerOf(session, sql);
		for (let times = 0; times < 3; times++) {
			t.is(await answerOf(other, "select 1"), "1\n1");
		}
		// SLEEP returns 1 when it is interrupted, and the statement ends at the next row.
		t.is(await answerOf(other, `kill query ${id}`), "ok", sql);
		t.regex(await running, /ERROR 1317 \(70100\).*: Query execution was interrupted/, sql);
	}
	t.is(await answerOf(session, "select count(*), count(b) from n"), "count(*)\tcount(b)\n40\t0");
});

test("max_execution_time ends statements of heavy values and of many sleeps", async (t) => {
	const kernel = await openMemoryKernel({ release: "2.1.7" });
	t.teardown(() => kernel.close());
	const session = await connectRoot(kernel);
	await answerOf(session, "create table n (a int primary key)");
	await answerOf(session, `insert into n values ${Array.from({ length: 40 }, (_, at) => `(${at})`).join()}`);
	for (const sql of [
		"benchmark(18446744073709551615, 1 + 1)",
		"sleep(1000) from n",
		`count(*) from n a, n b, n c where ${heavy} = 'x'`,
	]) {
		t.regex(await answerOf(session, `select /*+ max_execution_time(50) */ ${sql}`), /ERROR 3024/, sql);
	}
});

test("a list of the columns of many tables keeps no other session waiting", async (t) => {
	const kernel = await openMemoryKernel({ release: "2.1.7" });
	t.teardown(() => kernel.close());
	const session = await connectRoot(kernel);
	const other = await connectRoot(kernel);
	for (let table = 0; table < 200; table++) {
		await answerOf(session, `create table t${table} (a int primary key, b varchar(20), c text, key (b))`);
	}
	let isDone = false;
	const list = answerOf(session, "select * from information_schema.columns where table_schema like 'test'").then(
		(answer) => {
			isDone = true;
			return answer;
		},
	);
	t.is(await answerOf(other, "select 1"), "1\n1");
	t.false(isDone);
	t.is((await list).split("\n").length, 601);
});
