/**
 * Client programs besides `mysql`: completion at a terminal, `mysqladmin`, `mysqlshow`, `mysqlcheck`, `mysqlslap`.
 */
import { type ChildProcess, spawn } from "node:child_process";
import type { ExecutionContext } from "ava";
import { longestRun } from "../longest-run.ts";
import { type Printed, loginAt, run, runPlain, testWith } from "./program.ts";
import { serve } from "./serve.ts";

/** Asserts exit code 0 and an empty stderr; returns stdout. */
function isFine(t: ExecutionContext, { stdout, stderr, exitCode }: Printed): string {
	t.deepEqual({ stderr, exitCode }, { stderr: "", exitCode: 0 });
	return stdout;
}

/** Types the keys of each step as soon as the screen shows its text. */
function typed(child: ChildProcess, steps: readonly (readonly [shown: string, keys: string])[]): Promise<string> {
	let screen = "";
	let from = 0;
	let step = 0;
	child.stdout?.setEncoding("utf8").on("data", (part: string) => {
		screen += part;
		for (let next = steps[step]; next !== undefined && screen.indexOf(next[0], from) >= 0; next = steps[step]) {
			from = screen.indexOf(next[0], from) + next[0].length;
			child.stdin?.write(next[1]);
			step++;
		}
	});
	return new Promise((resolve) => child.on("close", () => resolve(screen)));
}

testWith("mysql", "script")("names of tables and columns are completed at a terminal", async (t) => {
	const { mysqlPort } = await serve(t);
	isFine(
		t,
		await run("mysql", mysqlPort, [
			"test",
			"-e",
			"create table orders (id int primary key, customer_name varchar(9)); insert into orders values (1, 'anna')",
		]),
	);
	const command = `mysql ${loginAt(mysqlPort).join(" ")} test`;
	const child = spawn("script", ["-qfec", command, "/dev/null"], {
		env: { ...process.env, TERM: "dumb" },
		stdio: "pipe",
		...longestRun,
	});
	const screen = await typed(child, [
		["[test]> ", "select orders.cust\t"],
		["orders.customer_name", "from ord\t"],
		["orders", ";\n"],
		["1 row in set", "exit\n"],
	]);
	t.regex(screen, /\| customer_name \|\r?\n\+-+\+\r?\n\| anna {10}\|/);
});

testWith("mysqladmin")("mysqladmin tells of the server and flushes", async (t) => {
	const { mysqlPort } = await serve(t);
	const admin = async (...words: string[]) => isFine(t, await run("mysqladmin", mysqlPort, words));
	t.is(await admin("ping"), "mysqld is alive\n");
	t.regex(
		await admin("status"),
		/^Uptime: \d+ {2}Threads: \d+ {2}Questions: \d+ {2}Slow queries: 0 {2}Opens: \d+ {2}Flush tables: \d+ {2}Open tables: \d+ {2}Queries per second avg: [\d.]+\n$/,
	);
	t.regex(await admin("version"), /Server version\t\t5\.7\.25-verso-v2\.1\.7\n/);
	t.regex(await admin("extended-status"), /\| Com_select +\| \d+ +\|/);
	t.regex(await admin("variables"), /\| max_allowed_packet +\| \d+ +\|/);
	t.regex(await admin("--verbose", "processlist"), /\| Query +\| 0 +\| [^|]+\| show full processlist \|/);
	for (const what of [
		"flush-hosts",
		"flush-logs",
		"flush-privileges",
		"flush-status",
		"flush-tables",
		"flush-threads",
		"refresh",
		"reload",
		"debug",
	]) {
		t.is(await admin(what), "", what);
	}
	t.is(await admin("create", "fresh"), "");
	t.is(await admin("--force", "drop", "fresh"), 'Database "fresh" dropped\n');
	const missing = await run("mysqladmin", mysqlPort, ["kill", "999"]);
	t.deepEqual(
		[missing.stderr.replace("\x07", ""), missing.exitCode],
		["mysqladmin: kill failed on 999; error: 'Unknown thread id: 999'\n", 1],
	);
});

testWith("mysqladmin", "mysql")("mysqladmin asks the server to end, if it may", async (t) => {
	const { mysqlPort, database } = await serve(t);
	await run("mysql", mysqlPort, ["-e", "create user anna"]);
	const refused = await runPlain("mysqladmin", [
		"--no-defaults",
		"-h127.0.0.1",
		`-P${mysqlPort}`,
		"-uanna",
		"shutdown",
	]);
	t.regex(refused.stderr, /Access denied; you need \(at least one of\) the SHUTDOWN privilege\(s\) for this operation/);
	t.is(isFine(t, await run("mysqladmin", mysqlPort, ["shutdown"])), "");
	await database.kernel.shutdown;
});

testWith("mysqladmin", "mysql")("mysqladmin ends a statement's connection", async (t) => {
	const { mysqlPort } = await serve(t);
	const sleeper = run("mysql", mysqlPort, ["-N", "-e", "select sleep(60); select 'alive'"]);
	const sleeping = async (): Promise<string> => {
		const { stdout } = await run("mysqladmin", mysqlPort, ["processlist"]);
		return /^\| (\d+) .*sleep\(60\)/m.exec(stdout)?.[1] ?? sleeping();
	};
	isFine(t, await run("mysqladmin", mysqlPort, ["kill", await sleeping()]));
	const { stdout, stderr, exitCode } = await sleeper;
	t.is(exitCode, 1);
	t.false(stdout.includes("alive"));
	t.regex(stderr, /ERROR (2006|2013|1317)/);
});

testWith("mysqlshow", "mysql")("mysqlshow lists databases, tables, columns and keys", async (t) => {
	const { mysqlPort } = await serve(t);
	isFine(
		t,
		await run("mysql", mysqlPort, [
			"test",
			"-e",
			"create table t (a int primary key, b varchar(9), key(b)); insert into t values (1, 'x')",
		]),
	);
	const show = async (...words: string[]) => isFine(t, await run("mysqlshow", mysqlPort, words));
	t.regex(await show(), /\| information_schema \|\n\| mysql +\|/);
	t.is(await show("test"), "Database: test\n+--------+\n| Tables |\n+--------+\n| t      |\n+--------+\n");
	t.regex(await show("-v", "-v", "test"), /\| t {6}\| +2 \| +1 \|\n/);
	t.regex(await show("-i", "test"), /\| t {4}\| InnoDB \| 10 +\| Dynamic +\| 1 /);
	t.regex(await show("-k", "test", "t"), /\| b +\| varchar\(9\) .*\n[\s\S]*\| t +\| 1 +\| b +\| 1 +\| b /);
	t.regex(await show("test", "t", "a%"), /Wildcard: a%\n[\s\S]*\| a +\| int\(11\)/);
});

testWith("mysqlcheck", "mysql")("mysqlcheck checks, analyses, optimizes and repairs", async (t) => {
	const { mysqlPort } = await serve(t);
	isFine(
		t,
		await run("mysql", mysqlPort, [
			"test",
			"-e",
			"create table t (a int primary key); create view v as select a from t",
		]),
	);
	const check = async (...words: string[]) => isFine(t, await run("mysqlcheck", mysqlPort, words));
	t.regex(await check("--all-databases"), /^mysql\.user +OK\n[\s\S]*^test\.t +OK\n/m);
	t.regex(await check("--check-upgrade", "--medium-check", "test", "t"), /^test\.t +OK\n$/);
	t.regex(await check("--analyze", "test"), /^test\.t +OK\n/m);
	t.regex(
		await check("--optimize", "test"),
		/^test\.t\nnote {5}: Table does not support optimize, doing recreate \+ analyze instead\nstatus {3}: OK\n/m,
	);
	t.regex(
		await check("--repair", "test"),
		/^test\.t\nnote {5}: The storage engine for the table doesn't support repair\n/m,
	);
});

testWith("mysqlslap")("mysqlslap makes tables and load of its own", async (t) => {
	const { mysqlPort } = await serve(t);
	const loads = [
		["--concurrency=8", "--iterations=2"],
		[
			"--auto-generate-sql-load-type=mixed",
			"--auto-generate-sql-add-autoincrement",
			"--number-int-cols=2",
			"--number-char-cols=2",
			"--concurrency=2",
			"--commit=2",
		],
		[
			"--auto-generate-sql-load-type=key",
			"--auto-generate-sql-guid-primary",
			"--auto-generate-sql-secondary-indexes=2",
			"--concurrency=2",
		],
		["--auto-generate-sql-load-type=update", "--auto-generate-sql-add-autoincrement", "--concurrency=4"],
		["--auto-generate-sql-load-type=write", "--engine=innodb", "--concurrency=1,3", "--detach=5"],
	];
	for (const words of loads) {
		t.regex(
			isFine(t, await run("mysqlslap", mysqlPort, ["--auto-generate-sql", "--number-of-queries=48", ...words])),
			/Average number of seconds to run all queries: [\d.]+ seconds/,
		);
	}
});
