/**
 * `verso serve`: its ready line, its releases, its shutdown.
 */
import { existsSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import test from "ava";
import { type Connection, createConnection, type RowDataPacket } from "mysql2/promise";
import { isRelease } from "../../plugins/index.ts";
import { isOneSentence, runVerso, serveVerso, temporaryFolder } from "./program.ts";

test("the ready line is printed, and both ports answer", async (t) => {
	const folder = temporaryFolder(t);
	const server = await serveVerso(t, ["--version", "2.1.3", "--data-dir", join(folder, "a", "b", "c")]);
	t.is(
		server.readyLine,
		`verso 2.1.3 (as documented) ready: mysql://root@127.0.0.1:${server.mysqlPort}/test ` +
			`http://127.0.0.1:${server.httpPort}`,
	);
	const root = await server.connect();
	const [databases] = await root.query<RowDataPacket[]>({ sql: "show databases", rowsAsArray: true });
	t.true(["mysql", "test"].every((name) => databases.flat().includes(name as never)));
	t.regex(
		await (await fetch(`http://127.0.0.1:${server.httpPort}/status`)).text(),
		/"version":"5\.7\.10-verso-v2\.1\.3"/,
	);
	t.deepEqual(await server.stop(), { stdout: `${server.readyLine}\n`, stderr: "", exitCode: 0 });
	t.true(existsSync(join(folder, "a", "b", "c", "verso.mdb")));
});

/** Waits until the server has a statement of another connection, or has answered it. */
async function hasBegun(watcher: Connection, statement: Promise<unknown>): Promise<void> {
	const ended = statement.then(
		() => true,
		() => true,
	);
	for (let tries = 0; tries < 1000; tries++) {
		const [rows] = await watcher.query<RowDataPacket[]>(
			"select id from information_schema.processlist where command = 'Query' and id <> connection_id()",
		);
		if (rows.length > 0 || (await Promise.race([ended, sleep(5, false)]))) {
			return;
		}
	}
	throw new Error("the statement does not begin");
}

for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"] as const) {
	test(`${signal} lets a running statement finish, and committed rows are there after a restart`, async (t) => {
		const folder = temporaryFolder(t);
		const first = await serveVerso(t, ["serve", "--version", "2.0.9", "--data-dir", "data"], { directory: folder });
		const writer = await first.connect();
		await writer.query("create table t (a int)");
		const [other, open] = [await first.connect(), await first.connect()];
		await open.query("begin");
		await open.query("insert into t values (13)");
		await writer.query("insert into t values (1)");
		await other.query(`insert into t values ${Array.from({ length: 200 }, () => "(2)").join()}`);
		const running = other.query<RowDataPacket[]>("select count(*) n from t a, t b where a.a + b.a = 4");
		await hasBegun(open, running);
		const [end, [counted]] = await Promise.all([first.stop(signal), running]);
		t.is(end.exitCode, 0);
		t.regex(end.stderr, /^(verso: waiting for running statements .*\n)?$/);
		t.deepEqual(counted, [{ n: 40_000 }] as never);
		const again = await serveVerso(t, ["--data-dir", "data"], { directory: folder });
		const [rows] = await (await again.connect()).query<RowDataPacket[]>("select a from t order by a");
		t.true(
			rows.some(({ a }) => a === 1),
			"committed",
		);
		t.false(
			rows.some(({ a }) => a === 13),
			"never committed",
		);
		t.is((await again.stop()).exitCode, 0);
	});
}

test("any release can be served, and VERSION() names it", async (t) => {
	const folder = temporaryFolder(t);
	const asked: [wish: string[], version: string][] = [
		[["--version", "2.0"], "5.7.10-verso-v2.0"],
		[["--version", "2.1.0"], "5.7.10-verso-v2.1.0"],
		[["--version", "2.1.4"], "5.7.10-verso-v2.1.4"],
		[[], "5.7.25-verso-v2.1.7"],
		[["--version", "2.0.9"], "5.7.10-verso-v2.0.9"],
	];
	for (const [wish, version] of asked) {
		// Each release opens the data of the one before it, older ones included.
		const { stdout, stderr } = await runVerso(["run", "-", ...wish, "--data-dir", join(folder, "data")], {
			input: "select version()",
		});
		t.deepEqual([stdout, stderr], [`version()\n${version}\n`, ""]);
	}
});

test("an unknown release gives the list of known ones and exit code 2", async (t) => {
	t.deepEqual(
		["2.0.12", "2.0.99", "2.0.01", "2.2", "2.1.8", "3.0", "latest", "2.1", "v2.1.3", "2.0.", "2.0.x.1", ""].filter(
			isRelease,
		),
		[],
	);
	const { stdout, stderr, exitCode } = await runVerso([
		"--version",
		"2.1.8",
		"--data-dir",
		join(temporaryFolder(t), "data"),
	]);
	t.deepEqual([stdout, exitCode], ["", 2]);
	t.true(
		isOneSentence(stderr) && stderr.includes("2.0, 2.0.x, 2.1.0, 2.1.1, 2.1.2, 2.1.3, 2.1.4, 2.1.5, 2.1.6, 2.1.7"),
		stderr,
	);
});

test("a port in use gives one sentence", async (t) => {
	const taken = createServer().listen(0, "127.0.0.1");
	await new Promise((resolve) => taken.once("listening", resolve));
	t.teardown(() => taken.close());
	const { port } = taken.address() as { port: number };
	const folder = temporaryFolder(t);
	for (const [flag, other, what] of [
		["-P", "--http-port", "MySQL protocol"],
		["--status", "--port", "HTTP interface"],
	] as const) {
		const { stdout, stderr, exitCode } = await runVerso([
			flag,
			String(port),
			other,
			"0",
			"--data-dir",
			join(folder, "data"),
		]);
		t.deepEqual(
			[stdout, stderr, exitCode],
			["", `verso: cannot listen on 127.0.0.1:${port} for the ${what}: it is in use\n`, 1],
		);
	}
});

test("a Unix socket that cannot be made ends the program with its path", async (t) => {
	const folder = temporaryFolder(t);
	const socket = join(folder, "nowhere", "s");
	const words = ["--port", "0", "--http-port", "0", "--data-dir", join(folder, "data"), "--socket", socket];
	t.deepEqual(await runVerso(words), {
		stdout: "",
		stderr: `verso: cannot listen on the Unix socket ${socket}: there is no folder ${join(folder, "nowhere")}\n`,
		exitCode: 1,
	});
});

test("a client connects with the address of the ready line as it is printed", async (t) => {
	const server = await serveVerso(t, ["--data-dir", join(temporaryFolder(t), "data")]);
	const [, address = ""] = /(mysql:\S+)/.exec(server.readyLine) ?? [];
	const connection = await createConnection(address);
	t.teardown(() => connection.destroy());
	const [rows] = await connection.query<RowDataPacket[]>("select current_user() u, database() d");
	t.deepEqual(rows, [{ u: "root@localhost", d: "test" }] as never);
});

test("a server that waits for a busy client says so", async (t) => {
	const server = await serveVerso(t, ["--data-dir", join(temporaryFolder(t), "data")]);
	const busy = await server.connect();
	const failed = t.throwsAsync(busy.query("select sleep(60)"));
	await hasBegun(await server.connect(), failed);
	const { stderr } = await server.stop();
	await failed;
	t.regex(stderr, /^verso: waiting for running statements of 1 client, at most 5 s; a second signal ends .*\n$/);
});

test("CPU time is counted from the start of the process", async (t) => {
	const server = await serveVerso(t, ["--data-dir", join(temporaryFolder(t), "data")]);
	const text = await (await fetch(`http://127.0.0.1:${server.httpPort}/metrics`)).text();
	const [, seconds = "0"] = /^process_cpu_seconds_total (\S+)$/m.exec(text) ?? [];
	// A start takes more than that on any machine.
	t.true(Number(seconds) > 0.05, seconds);
});

test("wrong command lines are refused", async (t) => {
	for (const words of [["nonsense"], ["--nonsense"], ["--port", "70000"], ["run"]]) {
		const { stdout, stderr, exitCode } = await runVerso(words, { directory: temporaryFolder(t) });
		t.deepEqual([stdout, exitCode], ["", 2], words.join(" "));
		t.true(isOneSentence(stderr), stderr);
	}
});

test("help and the program's own version", async (t) => {
	const help = await runVerso(["--help"]);
	t.deepEqual([help.stderr, help.exitCode], ["", 0]);
	for (const word of [
		"serve",
		"run",
		"info",
		"releases",
		"rules",
		"--version <release>",
		"--mix",
		"--plugin",
		"--port",
		"VERSO_PORT",
	]) {
		t.true(help.stdout.includes(word), word);
	}
	t.regex((await runVerso(["-V"])).stdout, /^\d+\.\d+\.\d+\n$/);
});
