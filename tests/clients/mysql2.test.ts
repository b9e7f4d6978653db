/**
 * The mysql2 client against a whole server: the everyday work of applications.
 */
import test from "ava";
import {
	type Connection,
	type ConnectionOptions,
	type ResultSetHeader,
	type RowDataPacket,
	createConnection,
	createPool,
} from "mysql2/promise";
import type { ExecutionContext } from "ava";
import { serve } from "./serve.ts";

async function setUp(t: ExecutionContext) {
	const { mysqlPort: port } = await serve(t);
	const login = { host: "127.0.0.1", port, user: "root", database: "test" };
	const connect = async (options: ConnectionOptions = {}): Promise<Connection> => {
		const connection = await createConnection({ ...login, ...options });
		connection.on("error", () => {});
		t.teardown(() => connection.destroy());
		return connection;
	};
	return { port, login, connect };
}

async function rowsOf(connection: Connection, sql: string, values?: unknown[]): Promise<unknown[][]> {
	const query = { sql, rowsAsArray: true };
	const [rows] =
		values === undefined
			? await connection.query<RowDataPacket[][]>(query)
			: await connection.execute<RowDataPacket[][]>(query, values as never);
	return rows;
}

const types = `create table types (id int unsigned not null auto_increment primary key, tiny tinyint, big bigint unsigned, amount decimal(20,6), f float, d double, flag bit(10),
	day date, moment datetime(6), stamp timestamp null, span time(3), y year, c char(5), v varchar(200), words text, bytes varbinary(300), blobs longblob, e enum('a','é'), s set('x','y','z'), j json)`;
const full = [
	-128,
	"18446744073709551615",
	"12345678901234.567891",
	1.5,
	0.1,
	Buffer.from([2, 1]),
	"2020-02-29",
	"2020-02-29 23:59:59.123456",
	"2001-09-09 01:46:40",
	"-838:00:01.125",
	1999,
	"héé",
	"🌀 grüße\0'\"\\",
	"x".repeat(300),
	Buffer.from([0, 1, 254, 255]),
	Buffer.alloc(300, 0xc3),
	"é",
	"x,z",
	{ a: [1, "ü"] },
];

test("values of every type survive the round trip, as text and prepared", async (t) => {
	const { connect } = await setUp(t);
	const connection = await connect({ dateStrings: true, supportBigNumbers: true, timezone: "Z" });
	await connection.query("set time_zone = '+00:00'");
	await connection.query(types);
	const parameters = full.map((value) =>
		typeof value === "object" && !Buffer.isBuffer(value) ? JSON.stringify(value) : value,
	);
	const places = parameters.map(() => "?").join(", ");
	const [prepared] = await connection.execute<ResultSetHeader>(
		`insert into types values (null, ${places})`,
		parameters as never,
	);
	t.like(prepared, { affectedRows: 1, insertId: 1 });
	const [text] = await connection.query<ResultSetHeader>(
		`insert into types values (null, ${places})`,
		parameters as never,
	);
	t.like(text, { affectedRows: 1, insertId: 2, warningStatus: 0 });
	await connection.execute(
		`insert into types values (null, ${places})`,
		full.map(() => null),
	);
	for (const values of [undefined, []]) {
		const rows = await rowsOf(connection, "select * from types order by id", values);
		t.deepEqual(rows, [
			[1, ...full],
			[2, ...full],
			[3, ...full.map(() => null)],
		]);
	}
	t.deepEqual(
		await rowsOf(connection, "select id from types where bytes = ? and v = ? and moment > ? order by id", [
			full[14],
			full[12],
			"2020-02-29",
		]),
		[[1], [2]],
	);
});

test("text columns are not marked as binary, whatever their collation", async (t) => {
	const { connect } = await setUp(t);
	const connection = await connect();
	await connection.query(
		"create table marked (a varchar(10), b varchar(10) collate utf8mb4_bin, c enum('x'), d " +
			"varbinary(10), e varchar(10) character set binary)",
	);
	const [, fields] = await connection.query("select * from marked");
	const binary = 128;
	t.deepEqual(
		fields.map(({ flags }) => (Number(flags) & binary) !== 0),
		[false, false, false, true, true],
	);
});

test("several statements in one, results and errors between", async (t) => {
	const { connect } = await setUp(t);
	const many = await connect({ multipleStatements: true, rowsAsArray: true });
	const [results] = await many.query(
		"create table m (a int); insert into m values (1), (2); select * from m; select a + 1 from m; update m set a = 3",
	);
	t.like(results as unknown[], [
		{ affectedRows: 0 },
		{ affectedRows: 2 },
		[[1], [2]],
		[[2], [3]],
		{ affectedRows: 2, info: "Rows matched: 2  Changed: 2  Warnings: 0" },
	]);
	t.like(
		await t.throwsAsync(
			many.query("insert into m values (9); insert into nosuch values (1); insert into m values (10)"),
		),
		{ errno: 1146, sqlState: "42S02" },
	);
	t.deepEqual(await rowsOf(many, "select count(*) from m where a in (9, 10)"), [[1]]);
	const one = await connect();
	t.like(await t.throwsAsync(one.query("select 1; select 2")), { errno: 1064, sqlState: "42000" });
	t.deepEqual(await rowsOf(one, "select 1;"), [[1]]);
});

test("transactions: commit, rollback, autocommit, visibility to other sessions", async (t) => {
	const { connect } = await setUp(t);
	const [one, other] = [await connect(), await connect()];
	await one.query("create table a (id int primary key, v int)");
	await one.beginTransaction();
	await one.query("insert into a values (1, 1), (2, 2)");
	t.deepEqual(await rowsOf(other, "select count(*) from a"), [[0]]);
	t.like(await t.throwsAsync(one.query("insert into a values (3, 3), (1, 1)")), {
		errno: 1062,
		sqlMessage: "Duplicate entry '1' for key 'PRIMARY'",
	});
	await one.commit();
	t.deepEqual(await rowsOf(other, "select id from a order by id"), [[1], [2]]);
	await one.query("set autocommit = 0");
	await one.execute("delete from a where id = ?", [1]);
	await one.rollback();
	await one.query("update a set v = 20 where id = 2");
	await one.query("set autocommit = 1");
	t.deepEqual(await rowsOf(other, "select * from a order by id"), [
		[1, 1],
		[2, 20],
	]);
	await one.beginTransaction();
	await one.query("insert into a values (7, 7)");
	one.destroy();
	t.deepEqual(await rowsOf(other, "select count(*) from a where id = 7"), [[0]]);
});

test("errors have code, state and message; the connection stays usable", async (t) => {
	const { connect } = await setUp(t);
	const connection = await connect();
	await connection.query("create table e (id int primary key, n int not null, v varchar(3), t tinyint, d date)");
	const cases: [sql: string, errno: number, state: string, message: string][] = [
		[
			"selec 1",
			1064,
			"42000",
			"You have an error in your SQL syntax; check the manual that corresponds to your MySQL server " +
				"version for the right syntax to use near 'selec 1' at line 1",
		],
		["insert into e (id, n) values (1, null)", 1048, "23000", "Column 'n' cannot be null"],
		["select nope from e", 1054, "42S22", "Unknown column 'nope' in 'field list'"],
		["select * from nosuch", 1146, "42S02", "Table 'test.nosuch' doesn't exist"],
		["insert into e (id, n, t) values (1, 1, 300)", 1264, "22003", "Out of range value for column 't' at row 1"],
		[
			"insert into e (id, n, d) values (1, 1, '2020-02-30')",
			1292,
			"22007",
			"Incorrect date value: '2020-02-30' for column 'd' at row 1",
		],
		["insert into e (id) values (1)", 1364, "HY000", "Field 'n' doesn't have a default value"],
		["insert into e (id, n, v) values (1, 1, 'four')", 1406, "22001", "Data too long for column 'v' at row 1"],
		["drop database nosuch", 1008, "HY000", "Can't drop database 'nosuch'; database doesn't exist"],
		["set nosuch = 1", 1193, "HY000", "Unknown system variable 'nosuch'"],
	];
	for (const [sql, errno, sqlState, sqlMessage] of cases) {
		t.like(await t.throwsAsync(connection.query(sql)), { errno, sqlState, sqlMessage }, sql);
		t.like(await t.throwsAsync(connection.execute(sql)), { errno, sqlState, sqlMessage }, sql);
	}
	t.deepEqual(await rowsOf(connection, "select count(*) from e"), [[0]]);
});

test("a command beyond max_allowed_packet, as it was at connect, is refused and ends the connection", async (t) => {
	const { connect } = await setUp(t);
	const before = await connect();
	await before.query("set global max_allowed_packet = 20480");
	const after = await connect();
	const length = "select length(?)";
	t.deepEqual(await rowsOf(after, length, ["x".repeat(20_000)]), [[20_000]]);
	t.deepEqual(await rowsOf(before, length, ["x".repeat(30_000)]), [[30_000]]);
	t.like(await t.throwsAsync(after.query(length, ["x".repeat(30_000)])), { errno: 1153, sqlState: "08S01" });
	await t.throwsAsync(after.query("select 1"));
	await before.query("set global max_allowed_packet = default");
});

test("big values and many rows", async (t) => {
	const { connect } = await setUp(t);
	const connection = await connect({ maxPreparedStatements: 4 });
	await connection.query("create table big (id int primary key, body longtext, raw longblob)");
	const body = "é🌀".repeat(700_000);
	const raw = Buffer.alloc(17 << 20, "raw");
	await connection.query("set global max_allowed_packet = 67108864");
	const wide = await connect();
	await wide.execute("insert into big values (?, ?, ?)", [1, body, null]);
	await wide.query("insert into big values (2, null, ?)", [raw]);
	const [[first], [second]] = (await rowsOf(wide, "select body, length(body) from big where id = 1").then((rows) => [
		rows,
		[],
	])) as [unknown[][], unknown[]];
	t.true(second === undefined && first?.[0] === body && first[1] === Buffer.byteLength(body));
	t.true(((await rowsOf(wide, "select raw from big where id = 2", []))[0]![0] as Buffer).equals(raw));
	await wide.query("create table many (a int primary key, b varchar(20))");
	await wide.query("insert into many values ?", [Array.from({ length: 20_000 }, (_, at) => [at, `row ${at}`])]);
	t.deepEqual(await rowsOf(wide, "select count(*), sum(a), max(b) from many"), [[20_000, "199990000", "row 9999"]]);
	t.is((await rowsOf(wide, "select * from many", [])).length, 20_000);
	for (let at = 0; at < 10; at++) {
		t.deepEqual(await rowsOf(connection, `select b, ${at} from many where a = ?`, [at]), [[`row ${at}`, at]]);
	}
});

test("logins, connection attributes, change of user, session reset", async (t) => {
	const { connect, login } = await setUp(t);
	const connection = await connect({ connectAttributes: { program_name: "tests", ключ: "ü" } });
	const attributes =
		"select attr_name, attr_value from performance_schema.session_account_connect_attrs where " +
		"processlist_id = connection_id()";
	const told = new Map((await rowsOf(connection, attributes)) as [string, string][]);
	t.deepEqual(
		[told.get("program_name"), told.get("ключ"), await rowsOf(connection, "select @@performance_schema")],
		["tests", "ü", [["ON"]]],
	);
	t.like(await t.throwsAsync(connect({ password: "wrong" })), { errno: 1045, sqlState: "28000" });
	t.like(await t.throwsAsync(connect({ user: "nobody" })), {
		errno: 1045,
		message: "Access denied for user 'nobody'@'localhost' (using password: NO)",
	});
	t.like(await t.throwsAsync(connect({ database: "nosuch" })), { errno: 1049 });
	await connection.query("create user 'anna'@'%' identified by 'geheim'");
	await connection.query("grant all on *.* to 'anna'@'%'");
	const anna = await connect({ user: "anna", password: "geheim" });
	t.deepEqual(await rowsOf(anna, "select current_user()"), [["anna@%"]]);
	const changed = await connect();
	await changed.query("set @x = 1, sql_mode = ''");
	await changed.changeUser({ user: "anna", password: "geheim", database: "mysql" });
	t.deepEqual(await rowsOf(changed, "select current_user(), database(), @x, @@sql_mode <> ''"), [
		["anna@%", "mysql", null, 1],
	]);
	await connection.query("set password for 'anna'@'%' = password('neu')");
	await t.throwsAsync(connect({ user: "anna", password: "geheim" }));
	t.truthy(await connect({ user: "anna", password: "neu" }));
	await connection.ping();
	const pool = createPool({ ...login, connectionLimit: 5 });
	const answers = await Promise.all(
		Array.from({ length: 40 }, (_, at) => pool.execute<RowDataPacket[]>("select ? + 1 as n", [at])),
	);
	t.deepEqual(
		answers.map(([rows]) => Number(rows[0]?.["n"])),
		Array.from({ length: 40 }, (_, at) => at + 1),
	);
	await pool.end();
});

test("rows are streamed, and a long statement can be killed", async (t) => {
	const { connect } = await setUp(t);
	const [connection, other] = [await connect(), await connect()];
	await connection.query("create table s (a int)");
	await connection.query("insert into s values ?", [Array.from({ length: 5_000 }, (_, at) => [at])]);
	let sum = 0;
	for await (const row of (
		connection as unknown as { connection: { query(sql: string): { stream(): AsyncIterable<{ a: number }> } } }
	).connection
		.query("select a from s")
		.stream()) {
		sum += row.a;
	}
	t.is(sum, 12_497_500);
	const long = "select count(*) from s a, s b, s c where a.a + b.a = c.a";
	const running = connection.query(long).then(
		() => undefined,
		(failure: unknown) => failure,
	);
	const isShown = async (): Promise<boolean> =>
		(await rowsOf(other, "show full processlist")).some((row) => row[0] === connection.threadId && row[7] === long);
	// Where it is never seen, the test's own time limit ends this.
	while (!(await isShown())) {
		await new Promise((resolve) => setTimeout(resolve, 20));
	}
	await other.query(`kill query ${connection.threadId}`);
	t.like((await running) as object, { errno: 1317, sqlState: "70100" });
	t.deepEqual(await rowsOf(connection, "select 1"), [[1]]);
	await other.query(`kill ${connection.threadId}`);
	await t.throwsAsync(connection.query("select 1"));
	t.like(await t.throwsAsync(other.query("kill 99999")), { errno: 1094 });
});
