/**
 * The library's database: statements and their JavaScript values, errors, options, clients over a stream in memory.
 */
import test from "ava";
import mysql from "mysql2/promise";
import { prepare } from "../../apps/testing/index.ts";
import { type Database, DatabaseError, open, type OpenOptions, type StatementEvent } from "../../apps/embed/index.ts";

async function refusal(asked: Promise<unknown>): Promise<DatabaseError> {
	try {
		await asked;
	} catch (failure) {
		if (failure instanceof DatabaseError) {
			return failure;
		}
		throw failure;
	}
	throw new Error("the statement was not refused");
}

const typed = `create table typed (
	id int auto_increment primary key, small tinyint, wide bigint, huge bigint unsigned, exact decimal(10, 2), real_ double,
	stamp datetime(3), day date, span time, yr year, words varchar(20), latin varchar(20) charset latin1, choice enum('a', 'b'),
	bytes blob, bits bit(9), doc json, none int)`;

const values = [
	-5,
	2n ** 60n,
	2n ** 64n - 1n,
	"1.50",
	0.25,
	new Date(2026, 1, 3, 4, 5, 6, 7),
	"2020-01-02",
	"-10:11:12",
];
const others = [2024, "grüße 🎉", "é", "b", Buffer.from([0, 255]), 0xabc & 0x1ff, { a: [1, null] }, null];

async function openTyped(): Promise<Database> {
	const db = await open();
	await db.query(typed);
	const all = [...values, ...others];
	await db.query(`insert into typed values (null, ${all.map(() => "?").join(", ")})`, all);
	return db;
}

test("values come back as mysql2 gives them; integers beyond 2^53 are bigints", async (t) => {
	await using db = await openTyped();
	const rows = await db.query("select * from typed");
	t.deepEqual(
		[...rows],
		[
			{
				id: 1,
				small: -5,
				wide: 2n ** 60n,
				huge: 2n ** 64n - 1n,
				exact: "1.50",
				real_: 0.25,
				stamp: new Date(2026, 1, 3, 4, 5, 6, 7),
				day: new Date(2020, 0, 2),
				span: "-10:11:12",
				yr: 2024,
				words: "grüße 🎉",
				latin: "é",
				choice: "b",
				bytes: Buffer.from([0, 255]),
				bits: Buffer.from([0, 0xbc]),
				doc: { a: [1, null] },
				none: null,
			},
		],
	);
	t.deepEqual(rows.columns[1], { name: "small", type: "tinyint", table: "typed" });
	const client = await mysql.createConnection(db.config());
	const [theirs] = await client.query<mysql.RowDataPacket[]>("select * from typed");
	await client.end();
	const { wide: _wide, huge: _huge, ...ours } = rows[0]!;
	const { wide: _theirWide, huge: _theirHuge, ...same } = theirs[0]!;
	t.deepEqual(ours, same as typeof ours);
});

test("changes tell rows, ids and warnings", async (t) => {
	await using db = await open();
	await db.run("create table t (id int auto_increment primary key, a int);\ninsert into t (a) values (1), (2);");
	t.deepEqual(
		{ ...(await db.query("insert into t (a) values (3)")) },
		{ affectedRows: 1, insertId: 3, warningCount: 0, info: "" },
	);
	const { affectedRows, info } = await db.query("update t set a = a + 1 where id > ?", [1]);
	t.is(affectedRows, 2);
	t.regex(info, /^Rows matched: 2 /);
	t.deepEqual([...(await db.sql`select a from t where id = ${2} or a = ${"4"}`)], [{ a: 3 }, { a: 4 }]);
});

test("an error has MySQL's name, number, state and sentence, its statement and the caller's line", async (t) => {
	await using db = await open();
	const error = await refusal(db.query("select * from missing"));
	t.is(error.code, "ER_NO_SUCH_TABLE");
	t.is(error.errno, 1146);
	t.is(error.sqlState, "42S02");
	t.is(error.message, "Table 'test.missing' doesn't exist");
	t.is(error.sql, "select * from missing");
	t.is(error.rule, undefined);
	t.regex(error.stack ?? "", /^DatabaseError: Table .*\n\s+at .*database\.test\./);
});

test("an error that a rule decided names the rule", async (t) => {
	await using db = await open({ plugins: ["require-primary-key"] });
	const error = await refusal(db.query("create table t (a int)"));
	t.is(error.rule?.origin, "plugin require-primary-key");
	t.truthy(error.rule?.rule);
});

test("a script's error names its file and line, and what came before it has run", async (t) => {
	await using db = await open();
	const script = "create table t (a int);\n\ninsert into t values (1);\ninsert into nowhere values (1);\n";
	const error = await refusal(db.run(script, { file: "schema.sql" }));
	t.deepEqual(error.place, { file: "schema.sql", line: 4 });
	t.is(error.message, "Table 'test.nowhere' doesn't exist (schema.sql:4)");
	t.is(error.sqlMessage, "Table 'test.nowhere' doesn't exist");
	t.deepEqual([...(await db.query("select a from t"))], [{ a: 1 }]);
});

const wrongOptions: readonly [options: object, sentence: RegExp][] = [
	[{ versoin: "2.1.0" }, /^open\(\) has no option versoin; did you mean version\?$/],
	[{ version: 2.1 }, /^the option version of open\(\) is a string, not 2\.1$/],
	[{ as: "loosely" }, /^the option as of open\(\) is documented or measured, not "loosely"$/],
	[{ plugins: "mine.mjs" }, /^the option plugins of open\(\) is a list of/],
	[{ seed: 1.5 }, /^the option seed of open\(\) is a whole number, not 1\.5$/],
	[{ from: new Uint8Array(99) }, /^the bytes to begin with are not those of a saved state$/],
	[{ now: 5 }, /^the option now of open\(\) is a function, not 5$/],
	[{ version: "" }, /^the option version of open\(\) is a string, not an empty one$/],
	[{ plugins: [() => undefined] }, /^a plugin returns a page, not undefined$/],
	[{ variables: { sql_mode: "NOPE" } }, /^Variable 'sql_mode' can't be set to the value of 'NOPE'$/],
	[{ dataDir: "a", from: "b" }, /takes dataDir, .*, or from, .*, and not both$/],
	[{ version: "9.9.9" }, /^unknown release 9\.9\.9/],
	[{ quirks: ["nonsense"] }, /^unknown quirk nonsense/],
	[{ switches: { nonsense: true } }, /^no rule in force has a switch nonsense/],
	[{ variables: { sql_mod: "" } }, /^Unknown system variable 'sql_mod'$/],
	[{ from: "/nowhere/at/all" }, /is no data directory of verso: there is no such directory$/],
];

test("wrong options are refused with a sentence", async (t) => {
	for (const [options, message] of wrongOptions) {
		await t.throwsAsync(open(options as OpenOptions), { message }, JSON.stringify(options));
	}
	await using db = await open();
	await t.throwsAsync(db.query("select ?", []), { instanceOf: DatabaseError });
	await t.throwsAsync(db.query("select ?, ?", [1]), { message: "the statement has 2 ?, and 1 values were given" });
	await t.throwsAsync(db.query("select ?", [Number.NaN]), { message: /^value 1 is NaN/ });
});

async function stackOf(asked: Promise<unknown>): Promise<string> {
	const { message, stack = "" } = (await asked.then(
		() => new Error("it was not refused"),
		(failure: unknown) => failure,
	)) as Error;
	const [line = ""] = stack.split("\n").filter((each) => each.includes("    at "));
	return `${message} | ${/database\.test\.[jt]s/.exec(line)?.[0] ?? line}`;
}

test("wrong calls are refused with a sentence, at the caller's line", async (t) => {
	await using db = await open();
	const wrong = (value: unknown): never => value as never;
	const snapshot = await db.snapshot();
	snapshot.letGo();
	const fork = await db.fork();
	const session = await fork.session();
	await fork.close();
	const calls: readonly [call: Promise<unknown>, sentence: string][] = [
		[db.query(wrong(5)), "a statement is a string, not number"],
		[db.query("select ?", wrong(5)), "values are a list, with one for each ? of the statement"],
		[db.query("select ?", wrong({ a: 1 })), "values are a list, with one for each ? of the statement"],
		[db.run(wrong(undefined)), "a script is a string, not undefined"],
		[db.upgrade(wrong(undefined)), "upgrade() takes a release, not undefined"],
		[db.save(wrong(5)), "save() takes the path of a directory, not 5"],
		[db.save(""), "save() takes the path of a directory, not an empty one"],
		[db.listen(wrong({ prot: 1 })), "listen() has no option prot; did you mean port?"],
		[db.listen({ port: -1 }), "the option port of listen() is a whole number up to 65535, not -1"],
		[db.restore(snapshot), "the snapshot was let go"],
		[open({ from: snapshot }), "the snapshot was let go"],
		[open({ variables: { sql_mode: "NOPE" } }), "Variable 'sql_mode' can't be set to the value of 'NOPE'"],
		[fork.query("select 1"), "the database is closed"],
		[fork.run("select 1"), "the database is closed"],
		[fork.fork(), "the database is closed"],
		[fork.session(), "the database is closed"],
		[session.query("select 1"), "the database is closed"],
		[(async () => fork.stream())(), "the database is closed"],
		[
			prepare({ to: "x", migrate: () => {}, ...({ versoin: "2" } as object) }),
			"open() has no option versoin; did you mean version?",
		],
		[prepare({ to: "node_modules", migrate: () => {} }), "node_modules holds other files, and does not give way"],
	];
	for (const [call, sentence] of calls) {
		t.is(await stackOf(call), `${sentence} | database.test.ts`);
	}
	await using timeless = await open({ now: () => Number.NaN });
	await t.throwsAsync(timeless.query("select now()"), { message: /the function now gave NaN, which is no time$/ });
});

test("options: database, variables, now, log, plugins as functions", async (t) => {
	const events: StatementEvent[] = [];
	await using db = await open({
		version: "2.1.0",
		database: "shop",
		variables: { sql_mode: "ANSI_QUOTES", max_connections: 7 },
		now: () => new Date("2026-01-02T03:04:05Z"),
		log: (event) => events.push(event),
		plugins: [({ page }) => page("nothing", [])],
	});
	t.is(db.release, "2.1.0");
	t.is(db.rules, "2.1.0 (as documented, plugin nothing)");
	const [row] = await db.query("select database() d, @@sql_mode m, @@max_connections c, unix_timestamp(now()) n");
	t.deepEqual(row, { d: "shop", m: "ANSI_QUOTES", c: 7, n: 1767323045 });
	await refusal(db.query("selec"));
	const [last, failed] = events.slice(-2);
	t.regex(last?.statement ?? "", /^select database\(\)/);
	t.is(last?.rows, 1);
	t.is(failed?.error, 1064);
});

test("statements of one session run one after the other, those of two side by side", async (t) => {
	await using db = await open();
	await db.query("create table t (a int primary key)");
	const session = await db.session();
	await session.query("begin");
	await session.query("insert into t values (1)");
	t.deepEqual(
		await Promise.all(
			[1, 2, 3].map((n) => db.query("select ? n, (select count(*) from t) c", [n]).then((rows) => rows[0])),
		),
		[
			{ n: 1, c: 0 },
			{ n: 2, c: 0 },
			{ n: 3, c: 0 },
		],
	);
	await session.query("commit");
	t.deepEqual([...(await db.query("select count(*) c from t"))], [{ c: 1 }]);
	await session.close();
	await t.throwsAsync(session.query("select 1"), { message: "the session is closed" });
});

test("mysql2: a pool, prepared statements and transactions over streams, and a port", async (t) => {
	await using db = await open();
	await db.query("create table t (id int auto_increment primary key, a int)");
	const pool = mysql.createPool({ ...db.config(), connectionLimit: 4 });
	await Promise.all([1, 2, 3, 4, 5, 6].map((a) => pool.execute("insert into t (a) values (?)", [a])));
	const connection = await pool.getConnection();
	await connection.beginTransaction();
	await connection.query("delete from t");
	t.deepEqual([...(await db.query("select count(*) c from t"))], [{ c: 6 }]);
	await connection.rollback();
	connection.release();
	const { port, url } = await db.listen();
	t.is(url, `mysql://root@127.0.0.1:${port}/test`);
	const client = await mysql.createConnection(url);
	const [rows] = await client.query("select sum(a) s from t");
	t.deepEqual(rows as unknown, [{ s: "21" }]);
	await client.end();
	await pool.end();
});

test("connect() is mysql2's connection", async (t) => {
	await using db = await open();
	const connection = await db.connect<mysql.Connection>({ rowsAsArray: true });
	t.deepEqual((await connection.query("select 1, database()"))[0] as unknown, [[1, "test"]]);
	await connection.end();
});

test("a closed database says so, and closing twice does no harm", async (t) => {
	const db = await open();
	await db.close();
	await db.close();
	await t.throwsAsync(db.query("select 1"), { message: /closed/ });
	t.throws(() => db.stream(), { message: "the database is closed" });
	await t.throwsAsync(db.fork(), { message: "the database is closed" });
});
