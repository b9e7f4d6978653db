/**
 * LOAD DATA into spatial columns: bytes, text by way of a variable, NULL, lines without the field, fixed sizes.
 */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import test, { type ExecutionContext } from "ava";
import { type Connection, createConnection, type RowDataPacket } from "mysql2/promise";
import { startTestServer } from "../golden/server.ts";

interface Loading {
	readonly connection: Connection;
	/** Loads the file; answers with the error's number, else with the counts that the server says. */
	load(file: string | Buffer, words?: string): Promise<number | string>;
	rows(sql: string): Promise<unknown[][]>;
}

async function setUp(t: ExecutionContext): Promise<Loading> {
	const directory = mkdtempSync(join(tmpdir(), "verso-load-geometry-"));
	const server = await startTestServer({ release: "2.1.7", directory, flags: { secureFilePriv: directory } });
	const connection = await createConnection({
		host: "127.0.0.1",
		port: server.mysqlPort,
		user: "root",
		database: "test",
	});
	t.teardown(async () => {
		connection.destroy();
		await server.stop();
		rmSync(directory, { recursive: true, force: true });
	});
	const path = join(directory, "lines");
	return {
		connection,
		async load(file, words = "") {
			writeFileSync(path, file);
			try {
				const [header] = await connection.query(`load data infile '${path}' into table t ${words}`);
				return (header as { info: string }).info;
			} catch (error) {
				return (error as { errno: number }).errno;
			}
		},
		async rows(sql) {
			const [found] = await connection.query<RowDataPacket[][]>({ sql, rowsAsArray: true });
			return found;
		},
	};
}

/** POINT(1 2) as columns hold it. */
const stored = "000000000101000000000000000000f03f0000000000000040";

/** With escapes, as INTO OUTFILE writes it. */
function escaped(hex: string): Buffer {
	const bytes = Buffer.from(hex, "hex").toString("latin1");
	return Buffer.from(
		bytes.replace(/[\0\t\n\\]/g, (byte) => `\\${byte === "\0" ? "0" : byte}`),
		"latin1",
	);
}

test("bytes, text and hexadecimal digits become geometries; what is none is refused, strict or not", async (t) => {
	const { connection, load, rows } = await setUp(t);
	await connection.query("create table t (id int primary key, p point not null, g geometry)");
	t.is(
		await load(Buffer.concat([Buffer.from("1\t"), escaped(stored), Buffer.from("\t\\N\n")]), "character set binary"),
		"Records: 1  Deleted: 0  Skipped: 0  Warnings: 0",
	);
	t.is(
		await load(
			"2\tPOINT(3 4)\tLINESTRING(0 0,1 1)\n",
			"(id, @p, @g) set p = st_geomfromtext(@p), g = st_geomfromtext(@g)",
		),
		"Records: 1  Deleted: 0  Skipped: 0  Warnings: 0",
	);
	t.is(await load(`3\t${stored}\n`, "(id, @p) set p = unhex(@p)"), "Records: 1  Deleted: 0  Skipped: 0  Warnings: 0");
	t.deepEqual(await rows("select id, st_astext(p), st_astext(g) from t order by id"), [
		[1, "POINT(1 2)", null],
		[2, "POINT(3 4)", "LINESTRING(0 0,1 1)"],
		[3, "POINT(1 2)", null],
	]);
	for (const mode of ["strict_trans_tables", ""]) {
		await connection.query(`set sql_mode = '${mode}'`);
		t.is(await load("9\tabc\t\\N\n"), 1416, mode);
		t.is(await load("9\t\t\\N\n"), 1416, mode);
		t.is(await load("9\tLINESTRING(0 0,1 1)\n", "(id, @p) set p = st_geomfromtext(@p)"), 1416, mode);
	}
	t.deepEqual(await rows("select count(*) from t"), [[3]]);
});

test("NULL and a missing field are NULL where the column takes it, else 1263, strict or not", async (t) => {
	const { connection, load, rows } = await setUp(t);
	await connection.query("create table t (id int primary key, g geometry)");
	t.is(await load("1\t\\N\n"), "Records: 1  Deleted: 0  Skipped: 0  Warnings: 0");
	await connection.query("set sql_mode = ''");
	t.is(await load("2\n"), "Records: 1  Deleted: 0  Skipped: 0  Warnings: 1");
	t.deepEqual(await rows("select * from t"), [
		[1, null],
		[2, null],
	]);
	await connection.query("create table n (id int primary key, p point not null)");
	await connection.query("rename table t to o, n to t");
	for (const mode of ["strict_trans_tables", ""]) {
		await connection.query(`set sql_mode = '${mode}'`);
		t.is(await load("1\t\\N\n"), 1263, mode);
		t.is(await load("1\n"), mode === "" ? 1263 : 1261, mode);
	}
	t.deepEqual(await rows("select count(*) from t"), [[0]]);
});

test("fields of fixed size: geometries are as long as BLOBs", async (t) => {
	const { connection, load, rows } = await setUp(t);
	const fixed = "fields terminated by '' enclosed by ''";
	await connection.query("create table t (id int primary key, g geometry)");
	t.is(await load("1", `${fixed} lines terminated by ''`), 1084);
	await connection.query("set sql_mode = ''");
	t.is(await load("1          \n2          \n", fixed), "Records: 2  Deleted: 0  Skipped: 0  Warnings: 2");
	t.deepEqual(await rows("select id, g from t"), [
		[1, null],
		[2, null],
	]);
});
