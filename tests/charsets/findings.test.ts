/**
 * Reports of users about charsets, reproduced: names and messages, parameters, views, and the measured comparisons.
 *
 * The ids are those of the reports' list. `mysqldump` in latin1 (C7) is in `tests/clients/dump.test.ts`.
 */
import test from "ava";
import { playOnMemory } from "../memory-kernel.ts";
import { serve } from "../clients/serve.ts";
import { CharsetClient } from "./charset-client.ts";

interface Reproduction {
	readonly id: string;
	readonly release?: string;
	/** Without it: documented. */
	readonly mode?: "measured";
	readonly before?: readonly string[];
	readonly ask: string;
	readonly answer: RegExp;
}

const ci = "set names utf8mb4 collate utf8mb4_general_ci";
const bin = "set names utf8mb4 collate utf8mb4_bin";
const bobs = [
	"create table t (id int primary key, name varchar(9), key (name))",
	"insert into t values (1, 'bob '), (2, 'Bob')",
];

const reproductions: readonly Reproduction[] = [
	{ id: "B1, general_ci", before: [ci], ask: "select 'All' = 'all'", answer: /\n1$/ },
	{ id: "B1, bin", before: [bin], ask: "select 'All' = 'all'", answer: /\n0$/ },
	{
		id: "B2",
		before: [ci, "prepare s from \"select 'A' = ?\"", "set @a = 'a'"],
		ask: "execute s using @a",
		answer: /\n1$/,
	},
	{
		id: "B9",
		before: ["create table t (a varchar(9) charset utf8mb4)"],
		ask: "prepare s from 'select * from t where a = ? collate utf8_bin'",
		answer: /^ERROR 1253/,
	},
	{
		id: "B10",
		before: ["prepare s from 'set names latin1'", "execute s"],
		ask: "select @@character_set_client",
		answer: /\nlatin1$/,
	},
	{
		id: "D1",
		before: [ci, "create view v as select 'a' = 'A' x, collation('q') c", bin],
		ask: "select * from v",
		answer: /\n1\tutf8mb4_general_ci$/,
	},
	{
		id: "D1, measured",
		mode: "measured",
		before: [ci, "create view v as select 'a' = 'A' x", bin],
		ask: "select * from v",
		answer: /\n0$/,
	},
	{ id: "I1", mode: "measured", ask: "select 'a' = 'A'", answer: /\n0$/ },
	{ id: "I1, documented", before: [ci], ask: "select 'a' = 'A'", answer: /\n1$/ },
	{ id: "I2", mode: "measured", ask: "select 'ABC' like '_b_'", answer: /\n0$/ },
	{
		id: "I3",
		mode: "measured",
		before: ["create table emp (id int, name varchar(9))", "insert into emp values (1, 'ann'), (2, 'Bob')"],
		ask: "select id from emp order by name collate utf8mb4_general_ci",
		answer: /\n2\n1$/,
	},
	{ id: "I5", mode: "measured", before: bobs, ask: "select count(*) from t where name = 'bob'", answer: /\n0$/ },
	{ id: "I5, documented", before: bobs, ask: "select count(*) from t where name = 'bob'", answer: /\n1$/ },
	{
		id: "I7",
		release: "2.0",
		mode: "measured",
		ask: "select convert('x' using UTF8MB4)",
		answer: /^ERROR 1115 .*Unknown character set: 'utf8mb4'/,
	},
	{ id: "I7, later", release: "2.1.0", mode: "measured", ask: "select convert('x' using utf8mb4)", answer: /\nx$/ },
	{
		id: "P15",
		before: ["create table t (a char(1)) charset=utf8mb4"],
		ask: "show create table t",
		answer: /COLLATE=utf8mb4_bin/,
	},
	{ id: "P21", ask: "set character_set_client = null", answer: /^ERROR 1231/ },
];

for (const { id, release = "2.1.7", mode, before = [], ask, answer } of reproductions) {
	test(id, async (t) => {
		const wish = { release, ...(mode === undefined ? {} : { mode }) };
		const played = await playOnMemory(wish, [...before, ask]);
		t.regex(played.at(-1)?.[1] ?? "", answer);
	});
}

test("C1, C2, C3, C6: names, messages and look-ups in latin1", async (t) => {
	const { mysqlPort } = await serve(t);
	const [client] = await CharsetClient.open(mysqlPort, "latin1_swedish_ci", { database: "test" });
	await client.query("create table té (ñ varchar(9), primary key (ñ))");
	await client.query("create database dbé");
	t.is((await client.query("select ñ from té"))[0], "test.té(té).ñ(ñ)");
	t.is((await client.query("select nosüch from té"))[0], "1054 Unknown column 'nosüch' in 'field list'");
	await client.query("insert into té values ('é')");
	t.is((await client.query("insert into té values ('é')"))[0], "1062 Duplicate entry 'é' for key 'PRIMARY'");
	t.is(await client.use("dbé"), "ok");
	t.is((await CharsetClient.open(mysqlPort, "latin1_swedish_ci", { database: "dbé" }))[1], "ok");
	await client.query("set @n = 'té'");
	const search = "select table_name from information_schema.tables where table_name";
	for (const condition of ["= 'té'", "in ('té')", "like 't_'", "= @n", "= concat('t', 'é')"]) {
		t.deepEqual((await client.query(`${search} ${condition}`)).slice(1), ["té"], condition);
	}
	const { id } = await client.prepare(`${search} = ?`);
	t.deepEqual((await client.execute(id, ["té"])).slice(1), ["té"]);
});

test("a character that the charset of results lacks is its code point in messages, and ? in names", async (t) => {
	const { mysqlPort } = await serve(t);
	const [client] = await CharsetClient.open(mysqlPort, "utf8mb4_general_ci", { database: "test" });
	await client.query("create table `ж` (`щ` int)");
	await client.query("set character_set_results = latin1");
	t.is((await client.query("select * from `яя`"))[0], "1146 Table 'test.\\044F\\044F' doesn't exist");
	t.is((await client.query("select `щ` from `ж`"))[0], "test.?(?).?(?)");
	await client.query("set character_set_results = null");
	t.is((await client.query("select `щ` from `ж`"))[0], "test.ж(ж).щ(щ)");
});

test("I8: a handshake with a collation that only MySQL 8.0 knows", async (t) => {
	const unknown = 255;
	for (const [mode, answer] of [
		["documented", "ok"],
		["measured", "1105 Unknown charset id 255"],
	] as const) {
		const { mysqlPort } = await serve(t, "2.1.7", { as: mode });
		const [client, said] = await CharsetClient.open(mysqlPort, unknown);
		t.is(said, answer, mode);
		client.close();
	}
});

test("a handshake with a charset that no statement can be sent in", async (t) => {
	const { mysqlPort } = await serve(t);
	const ucs2 = 35;
	t.is(
		(await CharsetClient.open(mysqlPort, ucs2))[1],
		"1231 Variable 'character_set_client' can't be set to the value of 'ucs2'",
	);
});

test("a password is that of the bytes which a client of the same charset sends", async (t) => {
	const { mysqlPort } = await serve(t);
	const [client] = await CharsetClient.open(mysqlPort, "latin1_swedish_ci");
	await client.query("create user western@localhost identified by 'ü'");
	const rows = await client.query(
		"select authentication_string = concat('*', upper(sha1(unhex(sha1(x'FC'))))) from mysql.user where user = 'western'",
	);
	t.deepEqual(rows.slice(1), ["1"]);
});
