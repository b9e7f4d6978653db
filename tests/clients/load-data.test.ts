/**
 * LOAD DATA and SELECT ... INTO OUTFILE: files that clients send in pieces, and files of the server.
 */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import test, { type ExecutionContext } from "ava";
import { type Connection, type ResultSetHeader, type RowDataPacket, createConnection } from "mysql2/promise";
import { startTestServer } from "../golden/server.ts";

async function setUp(t: ExecutionContext, allowed = true) {
	const directory = mkdtempSync(join(tmpdir(), "verso-load-"));
	const folder = join(directory, "files");
	mkdirSync(folder);
	const flags = allowed ? { localInfile: true, secureFilePriv: folder } : {};
	const server = await startTestServer({ release: "2.1.7", directory, flags });
	t.teardown(async () => {
		await server.stop();
		rmSync(directory, { recursive: true, force: true });
	});
	const connection = await createConnection({
		host: "127.0.0.1",
		port: server.mysqlPort,
		user: "root",
		database: "test",
		multipleStatements: true,
	});
	t.teardown(() => connection.destroy());
	return { connection, folder };
}

/** Sends `pieces` as the file that the statement names. */
async function load(
	connection: Connection,
	sql: string,
	pieces: readonly (string | Buffer)[],
): Promise<ResultSetHeader> {
	const [header] = await connection.query<ResultSetHeader>({
		sql,
		infileStreamFactory: () => Readable.from(pieces.map((piece) => Buffer.from(piece))),
	});
	return header;
}

async function rowsOf(connection: Connection, sql: string): Promise<unknown[][]> {
	const [rows] = await connection.query<RowDataPacket[][]>({ sql, rowsAsArray: true });
	return rows;
}

test("rows are the same however the file is split into pieces", async (t) => {
	const { connection } = await setUp(t);
	await connection.query("create table t (id int primary key, s varchar(20), d decimal(5,2))");
	const file = '1,"a ""q"" b",1.5\n2,é\\,x,\\N\n3,"line\none",NULL\n4,plain,2\n';
	const rows = [
		[1, 'a "q" b', "1.50"],
		[2, "é,x", null],
		[3, "line\none", null],
		[4, "plain", "2.00"],
	];
	const sql =
		"load data local infile 'x' replace into table t character set utf8mb4 fields terminated by ',' " +
		"optionally enclosed by '\"'";
	for (const size of [1, 2, 3, 7, 1000]) {
		const bytes = Buffer.from(file);
		const pieces = Array.from({ length: Math.ceil(bytes.length / size) }, (_, at) =>
			bytes.subarray(at * size, (at + 1) * size),
		);
		const { affectedRows, info } = await load(connection, `delete from t; ${sql}`, pieces).then(
			(all) => (all as unknown as ResultSetHeader[])[1]!,
		);
		t.is(affectedRows, 4);
		t.is(info, "Records: 4  Deleted: 0  Skipped: 0  Warnings: 0");
		t.deepEqual(await rowsOf(connection, "select * from t order by id"), rows);
	}
});

test("variables, SET, generated ids, and values that do not fit", async (t) => {
	const { connection } = await setUp(t);
	await connection.query("create table t (id int auto_increment primary key, a int not null default 7, b varchar(3))");
	const header = await load(
		connection,
		"load data local infile 'x' into table t ignore 1 lines (@x, b) set a = @x * 2",
		["head\n1\tone\n", "x\tlonger\n3\tc\tmore\n4\n"],
	);
	t.like(header, { affectedRows: 4, info: "Records: 4  Deleted: 0  Skipped: 0  Warnings: 4" });
	t.deepEqual(await rowsOf(connection, "show warnings"), [
		["Warning", 1265, "Data truncated for column 'b' at row 2"],
		["Warning", 1292, "Truncated incorrect DOUBLE value: 'x'"],
		["Warning", 1262, "Row 3 was truncated; it contained more data than there were input columns"],
		["Warning", 1261, "Row 4 doesn't contain data for all columns"],
	]);
	t.deepEqual(await rowsOf(connection, "select *, last_insert_id(), @x from t"), [
		[1, 2, "one", 1, "4"],
		[2, 0, "lon", 1, "4"],
		[3, 6, "c", 1, "4"],
		[4, 8, null, 1, "4"],
	]);
});

test("a failed load leaves no rows, and the connection stays usable", async (t) => {
	const { connection } = await setUp(t);
	await connection.query("create table t (id int primary key, a int not null)");
	const lines = Array.from({ length: 50_000 }, (_, at) => (at === 20_000 ? "x\ty\n" : `${at}\t${at}\n`));
	const error = await t.throwsAsync(
		load(connection, "load data local infile 'x' replace into table t", [lines.join("")]),
	);
	t.like(error, { errno: 1366, sqlMessage: "Incorrect integer value: 'x' for column 'id' at row 20001" });
	t.deepEqual(await rowsOf(connection, "select count(*) from t"), [[0]]);
	const { affectedRows } = await load(connection, "load data local infile 'x' into table t", [lines.join("")]);
	// Outside strict mode `x` becomes 0, which is a duplicate.
	t.is(affectedRows, 49_999);
	t.like(await load(connection, "load data local infile 'x' into table t", ["0\t1\n"]), {
		affectedRows: 0,
		info: "Records: 1  Deleted: 0  Skipped: 1  Warnings: 1",
	});
	t.like(await t.throwsAsync(load(connection, "load data local infile 'x' into table nosuch", ["1"])), { errno: 1146 });
});

test("a line without an end is refused, also one that is skipped or searched for", async (t) => {
	const { connection } = await setUp(t);
	await connection.query("create table t (a longtext)");
	const megabyte = Buffer.alloc(1 << 20, "a");
	const endless = Array.from({ length: 18 }, () => megabyte);
	const fixed = "fields terminated by '' enclosed by ''";
	await connection.query("create table f (a char(4))");
	for (const clause of ["t", "t lines starting by 'x'", "t ignore 1 lines", `f ${fixed} ignore 1 lines`]) {
		const sql = `load data local infile 'x' into table ${clause}`;
		const error = await t.throwsAsync(load(connection, sql, endless), undefined, clause);
		t.like(error, { errno: 1153 }, clause);
	}
	await load(connection, "load data local infile 'x' into table t", [megabyte, "b\n", megabyte, megabyte]);
	t.deepEqual(await rowsOf(connection, "select length(a) from t order by 1"), [[(1 << 20) + 1], [2 << 20]]);
});

test("a file's name may hold what no file has", async (t) => {
	const { connection } = await setUp(t);
	await connection.query("create table t (a int)");
	const errors = [
		["load data infile 'a\\0b' into table t", 13, "Can't get stat of 'a\0b' (Errcode: 2 - No such file or directory)"],
		["load data infile 'no' into table t", 13, "Can't get stat of 'no' (Errcode: 2 - No such file or directory)"],
		["select 1 into outfile 'a\\0b'", 1, "Can't create/write to file 'a\0b' (Errcode: 2 - No such file or directory)"],
	] as const;
	for (const [sql, errno, sqlMessage] of errors) {
		t.like(await t.throwsAsync(connection.query(sql)), { errno, sqlMessage });
	}
});

test("server files are restricted to one folder", async (t) => {
	const { connection, folder } = await setUp(t);
	await connection.query(
		"create table t (id int primary key, s varchar(20)); insert into t values (1, 'a\\tb'), (2, null), (3, 'x,y\\n')",
	);
	const [header] = await connection.query<ResultSetHeader>(
		"select * from t into outfile 'out.txt' fields terminated by ',' enclosed by '\"'",
	);
	t.is(header.affectedRows, 3);
	t.is(readFileSync(join(folder, "out.txt"), "utf8"), '"1","a\tb"\n"2",\\N\n"3","x,y\\\n"\n');
	await connection.query("create table u like t");
	await connection.query(
		`load data infile '${join(folder, "out.txt")}' into table u fields terminated by ',' enclosed by '"'`,
	);
	t.deepEqual(await rowsOf(connection, "select * from u"), await rowsOf(connection, "select * from t"));
	await connection.query("select s from t where id = 1 into dumpfile 'dump'");
	t.is(readFileSync(join(folder, "dump"), "utf8"), "a\tb");
	const refusals: [sql: string, errno: number][] = [
		["select 1 into outfile 'out.txt'", 1086],
		["select 1 into outfile '../out.txt'", 1290],
		["select s from t into dumpfile 'other'", 1172],
		["load data infile '/etc/hostname' into table u", 1290],
		["load data infile 'nosuch' into table u", 13],
		["load data infile 'out.txt' into table u fields terminated by ',' enclosed by 'ab'", 1083],
	];
	for (const [sql, errno] of refusals) {
		t.like(await t.throwsAsync(connection.query(sql)), { errno }, sql);
	}
});

test("lines loaded through a view become rows of its table", async (t) => {
	const { connection } = await setUp(t);
	await connection.query("create table t (id int primary key, name varchar(10), k int)");
	await connection.query("create view v as select name as n, id as i, k from t");
	await connection.query("create view few as select id, name, id + 1 as next from t where id < 2 with check option");
	await connection.query(
		"create view joined as select t.id from t join t as u using (id); create view counted as select " +
			"count(*) as c from t",
	);
	t.like(
		await load(connection, "load data local infile 'x' into table v (i, @x) set n = concat(@x, i), k = 5", [
			"1\ta\n2\tb\n",
		]),
		{ affectedRows: 2 },
	);
	t.like(await load(connection, "load data local infile 'x' replace into table v", ["c\t2\t6\n"]), { affectedRows: 2 });
	t.deepEqual(await rowsOf(connection, "select * from t"), [
		[1, "a1", 5],
		[2, "c", 6],
	]);
	t.like(
		await load(connection, "delete from t; load data local infile 'x' into table few (id, name)", [
			"1\ta\n2\tb\n",
		]).then((all) => (all as unknown as ResultSetHeader[])[1]!),
		{
			affectedRows: 1,
			info: "Records: 1  Deleted: 0  Skipped: 0  Warnings: 1",
		},
	);
	t.deepEqual(await rowsOf(connection, "show warnings"), [["Warning", 1369, "CHECK OPTION failed 'test.few'"]]);
	const refusals: [sql: string, errno: number][] = [
		["few", 1348],
		["few (id, next)", 1348],
		["few (id, nope)", 1054],
		["joined", 1288],
		["counted", 1288],
	];
	for (const [target, errno] of refusals) {
		t.like(
			await t.throwsAsync(load(connection, `load data local infile 'x' into table ${target}`, ["3\t3\n"])),
			{ errno },
			target,
		);
	}
});

test("fields of fixed size need no separators", async (t) => {
	const { connection, folder } = await setUp(t);
	await connection.query("create table t (a int(4), b char(5)) charset=latin1");
	const file = "  1abc  XX\n 22def\n\n333ghijk";
	for (const size of [1, 3, 100]) {
		const pieces = Array.from({ length: Math.ceil(file.length / size) }, (_, at) =>
			file.slice(at * size, (at + 1) * size),
		);
		const { info } = await load(
			connection,
			"delete from t; load data local infile 'x' into table t fields terminated by '' enclosed by ''",
			pieces,
		).then((all) => (all as unknown as ResultSetHeader[])[1]!);
		t.is(info, "Records: 4  Deleted: 0  Skipped: 0  Warnings: 6");
		t.deepEqual(await rowsOf(connection, "select * from t"), [
			[1, "bc  X"],
			[22, "ef"],
			[0, ""],
			[333, "hijk"],
		]);
	}
	await connection.query(
		"create table u (a tinyint(2), d date, b char(5), n decimal(4,1)) charset=latin1; insert into u " +
			"values (7, '2018-01-02', 'x', 12.5), (null, null, 'abcde', -1)",
	);
	await connection.query("select * from u into outfile 'fixed' fields terminated by '' lines terminated by ''");
	t.is(readFileSync(join(folder, "fixed"), "utf8"), "7 2018-01-02x    12.5              abcde-1.0  ");
	await connection.query("delete from u where a is null; create table w like u");
	await connection.query("select * from u into outfile 'again' fields terminated by '' lines terminated by ''");
	await connection.query("load data infile 'again' into table w fields terminated by '' lines terminated by ''");
	t.deepEqual(await rowsOf(connection, "select * from w"), await rowsOf(connection, "select * from u"));
	await connection.query("create table x (b text)");
	t.like(
		await t.throwsAsync(
			load(connection, "load data local infile 'x' into table x fields terminated by '' lines terminated by ''", ["a"]),
		),
		{ errno: 1084 },
	);
	t.like(
		await t.throwsAsync(
			load(connection, "load data local infile 'x' into table t fields terminated by '' (a, @b)", ["a"]),
		),
		{ errno: 1409 },
	);
});

test("LOAD DATA LOCAL is off by default", async (t) => {
	const { connection, folder } = await setUp(t, false);
	await connection.query("create table t (id int)");
	writeFileSync(join(folder, "f"), "1\n");
	t.like(await t.throwsAsync(load(connection, "load data local infile 'x' into table t", ["1\n"])), { errno: 1148 });
	t.like(await t.throwsAsync(connection.query(`load data infile '${join(folder, "f")}' into table t`)), {
		errno: 1290,
	});
	t.like(await t.throwsAsync(connection.query(`select 1 into outfile '${join(folder, "g")}'`)), { errno: 1290 });
});

test("a character that the file's charset does not have is written as ? with a warning", async (t) => {
	const { connection, folder } = await setUp(t);
	await connection.query("create table l (a varchar(20) character set utf8mb4)");
	await connection.query("insert into l values ('é?'), ('a🌀bcdefg')");
	await connection.query("select a from l into outfile 'loss.txt' character set latin1");
	t.deepEqual(await rowsOf(connection, "show warnings"), [
		["Warning", 1366, "Incorrect string value: '\\xF0\\x9F\\x8C\\x80bc...' for column 'a' at row 2"],
	]);
	t.deepEqual(readFileSync(join(folder, "loss.txt")), Buffer.from("\xe9?\na?bcdefg\n", "latin1"));
	await connection.query("select a from l into outfile 'whole.txt' character set utf8");
	t.deepEqual(await rowsOf(connection, "show warnings"), []);
	t.is(readFileSync(join(folder, "whole.txt"), "utf8"), "é?\na🌀bcdefg\n");
});
