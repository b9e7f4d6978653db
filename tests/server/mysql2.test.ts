/**
 * The mysql2 client against the wire protocol on a fake kernel.
 */
import { duplexPair } from "node:stream";
import test, { type ExecutionContext } from "ava";
import mysql from "mysql2/promise";
import { startServer } from "../../apps/server/server.ts";
import { sqlError } from "../../core/errors/catalogue.ts";
import { sqlType } from "../../core/types/value/type.ts";
import { canonical, encodeText } from "../../core/types/value/value.ts";
import { FakeKernel, plainStatus, resultColumn, resultSet, utf8Text } from "./fake-kernel.ts";

const logged: string[] = [];
const log = { info() {}, error: (_facts: object, sentence: string) => void logged.push(sentence) };

async function setUp(t: ExecutionContext) {
	const kernel = new FakeKernel();
	const server = await startServer({ kernel, log, host: "127.0.0.1", port: 0 });
	t.teardown(() => server.close(0));
	const connect = (options: mysql.ConnectionOptions = {}) =>
		mysql.createConnection({ host: "127.0.0.1", port: server.address.port, user: "root", ...options });
	return { kernel, server, connect };
}

const packed = (year: number, month: number, day: number) => (year * 13 + month) * 32 + day;
const allColumns = [
	resultColumn("tiny", sqlType("tinyint")),
	resultColumn("big", sqlType("bigint", { unsigned: true })),
	resultColumn("dec", sqlType("decimal", { length: 10, scale: 2 })),
	resultColumn("dbl", sqlType("double")),
	resultColumn("dt", sqlType("datetime", { scale: 3 })),
	resultColumn("day", sqlType("date")),
	resultColumn("span", sqlType("time")),
	resultColumn("text", utf8Text),
	resultColumn("bytes", sqlType("blob")),
	resultColumn("choice", sqlType("enum", { charset: "utf8mb4", collation: "utf8mb4_bin", elements: ["a", "b"] })),
	resultColumn("json", sqlType("json")),
	resultColumn("bits", sqlType("bit", { length: 12 })),
	resultColumn("none", sqlType("int")),
	resultColumn("latin", sqlType("varchar", { length: 5, charset: "latin1", collation: "latin1_bin" })),
	resultColumn("year", sqlType("year")),
];
const allRow = [
	-5,
	18446744073709551615n,
	-150,
	0.25,
	canonical((BigInt(packed(2020, 2, 29)) * 86400n + 3661n) * 1000n + 7n),
	packed(1999, 12, 31),
	-3661,
	encodeText("grüße 🎉"),
	"\x00\xff",
	2,
	'{"a": 1}',
	0xabc,
	null,
	"\xe9",
	2024,
];
const allExpected = [
	-5,
	"18446744073709551615",
	"-1.50",
	0.25,
	"2020-02-29 01:01:01.007",
	"1999-12-31",
	"-01:01:01",
	"grüße 🎉",
	Buffer.from([0, 255]),
	"b",
	{ a: 1 },
	Buffer.from([0x0a, 0xbc]),
	null,
	"é",
	2024,
];

test("all types over both protocols", async (t) => {
	const { kernel, server, connect } = await setUp(t);
	kernel.behaviours.set("select all", resultSet(allColumns, [allRow, allRow]));
	const client = await connect({ dateStrings: true, supportBigNumbers: true, rowsAsArray: true });
	const [text] = await client.query("select all");
	t.deepEqual(text, [allExpected, allExpected] as never);
	const [binary] = await client.execute("select all");
	t.deepEqual(binary, [allExpected, allExpected] as never);
	t.deepEqual((await client.execute("select all"))[0], binary);
	await client.end();
	await server.close();
});

test("parameters survive the round trip", async (t) => {
	const { server, connect } = await setUp(t);
	const client = await connect({ rowsAsArray: true, dateStrings: true });
	const values = [1.5, "grüße 🎉", null, true, Buffer.from([1, 255]), "x".repeat(70000)];
	const [rows] = await client.execute("echo ? ? ? ? ? ?", values);
	t.deepEqual(rows, [[1.5, "grüße 🎉", null, 1, Buffer.from([1, 255]), "x".repeat(70000)]] as never);
	await client.end();
	await server.close();
});

test("several results, OK, errors", async (t) => {
	const { kernel, server, connect } = await setUp(t);
	const one = resultColumn("1", sqlType("bigint"));
	kernel.behaviours.set("a; b; c", async (sink) => {
		await resultSet([one], [[1]], { ...plainStatus, more: true })(sink, kernel.lastSession!);
		sink.ok({ ...plainStatus, more: true, affectedRows: 3, lastInsertId: 9007199254740993n, info: "Rows matched: 3" });
		await resultSet([one], [[2]])(sink, kernel.lastSession!);
	});
	kernel.behaviours.set("fails", (sink) => sink.error(sqlError("duplicateEntry", "\xff", "PRIMARY")));
	kernel.behaviours.set("breaks", () => {
		throw new TypeError("our own mistake");
	});
	kernel.behaviours.set("breaks late", async (sink) => {
		sink.begin([one]);
		await null;
		throw new TypeError("another");
	});
	kernel.behaviours.set("breaks in a row", (sink) => {
		sink.begin([one, resultColumn("text", utf8Text)]);
		try {
			void sink.rows([
				[1, "a"],
				[2, 3],
			]);
		} catch {
			sink.error(sqlError("duplicateEntry", "of", "ours"));
		}
	});
	kernel.behaviours.set("says nothing", () => {});
	const client = await connect({ multipleStatements: true, supportBigNumbers: true });
	const [results] = (await client.query("a; b; c")) as unknown as [object[]];
	t.deepEqual(results[0], [{ 1: 1 }]);
	t.like(results[1], { affectedRows: 3, insertId: "9007199254740993", info: "Rows matched: 3" });
	t.deepEqual(results[2], [{ 1: 2 }]);
	await t.throwsAsync(client.query("fails"), { code: "ER_DUP_ENTRY" });
	await t.throwsAsync(client.query("breaks in a row"), { code: "ER_DUP_ENTRY" });
	for (const text of ["breaks", "breaks late", "says nothing"]) {
		t.like(await t.throwsAsync(client.query(text)), { errno: 1105 });
	}
	t.like(await t.throwsAsync(client.query("nonsense")), { errno: 1064, sqlState: "42000" });
	t.true(logged.includes("internal error"));
	await client.ping();
	await client.end();
	await server.close();
});

test("a result larger than all buffers reaches a slow client whole", async (t) => {
	const { kernel, server, connect } = await setUp(t);
	const batch = Array.from({ length: 100 }, (_, at) => [at, "y".repeat(1000)]);
	let waited = 0;
	kernel.behaviours.set("select many", async (sink) => {
		sink.begin([resultColumn("n", sqlType("int")), resultColumn("t", utf8Text)]);
		for (let turn = 0; turn < 100; turn++) {
			const answer = sink.rows(batch);
			if (answer !== undefined) {
				waited++;
				await answer;
			}
		}
		sink.end(plainStatus);
	});
	const client = await connect();
	const [rows] = await client.query("select many");
	t.is((rows as unknown[]).length, 10000);
	t.true(waited > 0);
	const large = "z".repeat(17 * 1024 * 1024);
	t.is(((await client.execute("echo ?", [large]))[0] as { p0: string }[])[0]?.p0.length, large.length);
	await client.end();
	await server.close();
});

test("the client follows SET NAMES and USE", async (t) => {
	const { kernel, server, connect } = await setUp(t);
	kernel.behaviours.set("set names latin1", (sink, session) => {
		session.clientCharset = "latin1";
		session.resultsCharset = "latin1";
		sink.ok({ ...plainStatus, affectedRows: 0, lastInsertId: 0, info: "", database: "test" });
	});
	const client = await connect({ rowsAsArray: true });
	t.like((await client.query("set names latin1"))[0], {
		stateChanges: {
			schema: "test",
			systemVariables: { character_set_client: "latin1", character_set_results: "latin1" },
		},
	});
	t.deepEqual((await client.execute("echo ?", ["é"]))[0], [["é"]] as never);
	await client.query("é").catch(() => {});
	t.is(kernel.lastSession?.texts.at(-1), "\xe9");
	await server.close();
});

test("a pair of streams in memory can be a connection", async (t) => {
	const { server } = await setUp(t);
	const [near, far] = duplexPair();
	server.accept(far, "localhost");
	const client = await mysql.createConnection({ user: "root", stream: near });
	for (const text of ["a", "b".repeat(100000)]) {
		t.deepEqual((await client.execute("echo ?", [text]))[0], [{ p0: text }] as never);
	}
	await client.end();
});

test("logins, databases and refusals", async (t) => {
	const { kernel, server, connect } = await setUp(t);
	t.like(await t.throwsAsync(connect({ password: "wrong" })), { errno: 1045, sqlState: "28000" });
	t.like(await t.throwsAsync(connect({ user: "anna" })), {
		errno: 1045,
		message: "Access denied for user 'anna'@'localhost' (using password: NO)",
	});
	t.like(await t.throwsAsync(connect({ database: "missing" })), { errno: 1049 });
	const client = await connect({
		user: "anna",
		password: "secret",
		database: "test",
		connectAttributes: { program_name: "tests" },
	});
	t.is(kernel.lastSession?.options.attributes?.get("program_name"), "tests");
	t.is(client.threadId, kernel.lastSession?.id ?? -1);
	t.deepEqual((await client.query("select database()"))[0], [{ "database()": "test" }] as never);
	await client.changeUser({ user: "otto", password: "other", database: "test" });
	t.is(kernel.lastSession?.options.user, "otto");
	t.is(kernel.sessions.size, 1);
	t.like(await t.throwsAsync(client.changeUser({ user: "anna", password: "wrong" })), { errno: 1045 });
	await server.close();
	t.is(kernel.sessions.size, 0);
});

test("closing the server lets a running statement finish", async (t) => {
	const { kernel, server, connect } = await setUp(t);
	const begun = new Promise<void>((resolve) => {
		kernel.behaviours.set("slow", async (sink) => {
			resolve();
			await new Promise((resume) => setTimeout(resume, 100));
			sink.ok({ ...plainStatus, affectedRows: 1, lastInsertId: 0, info: "" });
		});
	});
	const client = await connect();
	client.on("error", () => {});
	const running = client.query("slow");
	await begun;
	const closing = server.close();
	t.like((await running)[0], { affectedRows: 1 });
	await closing;
	t.is(kernel.sessions.size, 0);
	await t.throwsAsync(connect());
});
