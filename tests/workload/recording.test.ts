/**
 * Recordings: what is heard on the wire between mysql2 and a kernel, what commands send, and `verso record` itself.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import test, { type ExecutionContext } from "ava";
import { createConnection, type RowDataPacket } from "mysql2/promise";
import type { RecordedEvent } from "../../apps/workload/recording/format.ts";
import { execWorkload } from "../../apps/workload/recording/exec.ts";
import { startProxy } from "../../apps/workload/recording/proxy.ts";
import { readWorkload } from "../../apps/workload/read.ts";
import { startServer } from "../../apps/server/server.ts";
import { memoryStream } from "../../apps/embed/memory-stream.ts";
import { Connections } from "../../apps/server/server.ts";
import { openTestKernel } from "../client.ts";
import { encodeText } from "../../core/index.ts";
import { runVerso, serveVerso, startVerso, temporaryFolder } from "../cli/program.ts";

const silence = { info() {}, warn() {}, error() {} };

/** A proxy before a kernel; the events as they come. */
async function recorded(t: ExecutionContext): Promise<{ readonly port: number; readonly events: RecordedEvent[] }> {
	const kernel = await openTestKernel("2.1.3");
	const connections = new Connections({ kernel, log: silence });
	const events: RecordedEvent[] = [];
	const proxy = await startProxy({
		host: "127.0.0.1",
		port: 0,
		connect: () => {
			const [client, server] = memoryStream();
			connections.accept(server, "127.0.0.1");
			return client;
		},
		record: (event) => events.push(event),
	});
	t.teardown(async () => {
		await proxy.close(0);
		await connections.close(0);
		await kernel.close();
	});
	return { port: proxy.address.port, events };
}

/** Waits for a condition, a minute at most. */
async function until(holds: () => boolean): Promise<void> {
	for (let tries = 0; tries < 6000 && !holds(); tries++) {
		await new Promise((resolve) => setTimeout(resolve, 10));
	}
}

/** Without times. */
function shown(event: RecordedEvent): string {
	return JSON.stringify(event, (name, value) =>
		name === "at" || name === "ms" || name === "digest" ? undefined : value,
	);
}

test("a client's conversation is heard whole", async (t) => {
	const { port, events } = await recorded(t);
	const client = await createConnection({
		host: "127.0.0.1",
		port,
		user: "root",
		database: "test",
		multipleStatements: true,
	});
	await client.query("create table t (a int primary key, b varchar(20), c blob)");
	await client.execute("insert into t values (?, ?, ?)", [1, "O'Neil é\\", Buffer.of(0, 255)]);
	await client.execute("insert into t values (?, ?, ?)", [2.5, null, new Date(0)]).catch(() => {});
	await client.execute("select * from t where a > ?", [0]);
	await client.query("select 1; select 2 union select 3");
	await client.query("select none from t").catch(() => {});
	await client.execute("selec ?", [1]).catch(() => {});
	await client.query("create user u identified by 'hush'");
	await client.query("grant all on *.* to none identified with none by 'hush'").catch(() => {});
	await client.ping();
	await client.changeUser({ database: "mysql" });
	await client.query("select 'after'");
	await client.end();
	await until(() => events.some((event) => "event" in event && event.event === "quit"));
	t.is(
		events
			.map(shown)
			.join("\n")
			.replace(/("code":1064[^}]*?),"message":"You have an error[^}]*"/, "$1"),
		`{"n":1,"session":1,"event":"connect","user":"root","database":"test","charset":"utf8mb4"}
{"n":2,"session":1,"sql":"create table t (a int primary key, b varchar(20), c blob)","answers":[{"affected":0,"insertId":0,"warnings":0}]}
{"n":3,"session":1,"sql":"insert into t values (?, ?, ?)","values":["1","'O''Neil é\\\\\\\\'","x'00ff'"],"answers":[{"affected":1,"insertId":0,"warnings":0}]}
{"n":4,"session":1,"sql":"insert into t values (?, ?, ?)","values":["2.5e0","NULL","'1970-01-01 00:00:00'"],"answers":[{"affected":1,"insertId":0,"warnings":0}]}
{"n":5,"session":1,"sql":"select * from t where a > ?","values":["0"],"answers":[{"rows":2,"columns":3,"warnings":0}]}
{"n":6,"session":1,"sql":"select 1; select 2 union select 3","answers":[{"rows":1,"columns":1,"warnings":0},{"rows":2,"columns":1,"warnings":0}]}
{"n":7,"session":1,"sql":"select none from t","answers":[{"error":{"code":1054,"state":"42S22","message":"Unknown column 'none' in 'field list'"}}]}
{"n":8,"session":1,"sql":"selec ?","answers":[{"error":{"code":1064,"state":"42000"}}]}
{"n":9,"session":1,"sql":"create user u identified by '<secret>'","answers":[{"affected":0,"insertId":0,"warnings":0}]}
{"n":10,"session":1,"sql":"grant all on *.* to none identified with none by '<secret>'","answers":[{"error":{"code":1524,"state":"HY000"}}]}
{"n":12,"session":1,"event":"change-user","user":"root","database":"mysql","charset":"utf8mb4"}
{"n":13,"session":1,"sql":"select 'after'","answers":[{"rows":1,"columns":1,"warnings":0}]}
{"n":14,"session":1,"event":"quit"}`,
	);
});

test("a client that is cut off leaves its statement without an answer", async (t) => {
	const { port, events } = await recorded(t);
	const connect = () => createConnection({ host: "127.0.0.1", port, user: "root", database: "test" });
	const [one, other] = [await connect(), await connect()];
	other.on("error", () => {});
	await one.query("create table t (a int primary key)");
	await one.query("insert into t values (1)");
	await one.query("begin");
	await one.query("update t set a = 2");
	// The client never says what became of it.
	void other.query("update t set a = 3").catch(() => {});
	for (let tries = 0, list = ""; tries < 1000 && !list.includes("a = 3"); tries++) {
		list = JSON.stringify(await one.query("show full processlist"));
	}
	other.destroy();
	await until(() => events.some((event) => shown(event).includes("a = 3")));
	await one.query("rollback");
	await one.end();
	const heard = events.map(shown).find((event) => event.includes("a = 3")) ?? "";
	t.regex(heard, /"sql":"update t set a = 3","answers":\[\]\}$/);
});

test("a command is given a server, and its statements are heard", async (t) => {
	const folder = temporaryFolder(t);
	writeFileSync(
		join(folder, "migrate.mjs"),
		`import { createConnection } from ${JSON.stringify(import.meta.resolve("mysql2/promise"))};
const client = await createConnection(process.env.DATABASE_URL);
await client.query("create table t (a int)");
await client.execute("insert into t values (?)", [7]);
await client.query("selec").catch((failure) => console.log(failure.message));
await client.end();
process.exit(3);
`,
	);
	const kernel = await openTestKernel("2.1.3");
	t.teardown(() => kernel.close());
	const { workload, exitCode, output } = await execWorkload(kernel, `"${process.execPath}" migrate.mjs`, {
		role: "migration",
		database: "test",
		directory: folder,
	});
	t.is(exitCode, 3);
	t.regex(output, /^You have an error in your SQL syntax/);
	t.deepEqual(
		[...workload.statements].map(({ line, text, values = [], quits }) => [line, quits ? "quits" : text, ...values]),
		[
			[1, "use `test`"],
			[1, "create table t (a int)"],
			[2, "insert into t values (?)", "7"],
			[3, "selec"],
			[3, "quits"],
		],
	);
	const slow = await execWorkload(kernel, "sleep 60", { role: "migration", database: "test", timeoutMs: 50 });
	t.deepEqual([slow.exitCode, [...slow.workload.statements]], [undefined, []]);
});

test("verso serve --record writes the same of its own clients", async (t) => {
	const folder = temporaryFolder(t);
	const file = join(folder, "monday.jsonl");
	const server = await serveVerso(t, [
		"--data-dir",
		join(folder, "data"),
		"--record",
		file,
		"--socket",
		join(folder, "s"),
	]);
	const client = await server.connect();
	await client.query("create table t (id int primary key, a varchar(9))");
	await client.execute("insert into t values (?, ?)", [1, "é?"]);
	const [[row]] = await client.query<RowDataPacket[]>("select * from t");
	t.deepEqual(row, { id: 1, a: "é?" });
	await t.throwsAsync(client.query("selec"));
	const local = await createConnection({ socketPath: join(folder, "s"), user: "root", database: "test" });
	await local.query("select 2");
	await local.end();
	await client.end();
	t.is((await server.stop()).exitCode, 0);
	const { statements, notes } = await readWorkload(file, { role: "traffic" });
	t.deepEqual(notes, []);
	t.deepEqual(
		[...statements]
			.filter(({ quits }) => quits !== true)
			.map(({ session, text, values }) => [session, text, ...(values ?? [])]),
		[
			["1", "use `test`"],
			["1", "create table t (id int primary key, a varchar(9))"],
			["1", "insert into t values (?, ?)", "1", encodeText("'é?'")],
			["1", "select * from t"],
			["1", "selec"],
			["2", "use `test`"],
			["2", "select 2"],
		],
	);
	const there = await runVerso([
		"serve",
		"--data-dir",
		join(folder, "data"),
		"--record",
		file,
		"--port",
		"0",
		"--http-port",
		"0",
	]);
	t.like(there, { exitCode: 2, stderr: `verso: ${file} is there already\n` });
	const several = [
		"serve",
		"--data-dir",
		join(folder, "data"),
		"--record",
		join(folder, "x"),
		"--require-secure-transport",
	];
	t.like(await runVerso(several), {
		exitCode: 2,
		stderr: "verso: --record offers no TLS: leave --require-secure-transport out\n",
	});
});

test("verso record writes a file that is whole when it is interrupted, and is read back", async (t) => {
	const kernel = await openTestKernel("2.1.3");
	const server = await startServer({ kernel, log: silence, host: "127.0.0.1", port: 0 });
	t.teardown(async () => {
		await server.close(0);
		await kernel.close();
	});
	const file = join(temporaryFolder(t), "monday.jsonl");
	const words = ["record", "--upstream", `mysql://127.0.0.1:${server.address.port}`, "--port", "0", "--out", file];
	const { child, ended } = startVerso(words);
	const port = await new Promise<number>((resolve) => {
		child.stderr?.on("data", (bytes: Buffer) => {
			resolve(Number(/at mysql:\/\/127\.0\.0\.1:(\d+) /.exec(bytes.toString())?.[1]));
		});
	});
	const client = await createConnection({ host: "127.0.0.1", port, user: "root", database: "test" });
	await client.query("select 'é'");
	child.kill("SIGINT");
	t.is((await ended).exitCode, 0);
	client.destroy();
	const lines = readFileSync(file, "utf8").trimEnd().split("\n");
	t.regex(lines[0] ?? "", /^\{"format":1,"by":"verso /);
	t.regex(lines.at(-1) ?? "", /^\{"end":\{"statements":1,/);
	const { statements, notes } = await readWorkload(file, { role: "traffic" });
	t.deepEqual(notes, []);
	t.deepEqual(
		[...statements].map(({ text }) => Buffer.from(text, "latin1").toString("utf8")),
		["use `test`", "select 'é'"],
	);
	t.like(await runVerso(words), { exitCode: 2, stderr: `verso: ${file} is there already\n` });
	t.like(await runVerso(["record", "--upstream", "old:3306"]), { exitCode: 2 });
});
