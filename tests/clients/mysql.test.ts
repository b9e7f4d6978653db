/**
 * The `mysql` command-line client, at a terminal and in scripts.
 *
 * Where it is not installed these tests are skipped, and `npm test` counts them.
 */
import { spawn, spawnSync } from "node:child_process";
import test from "ava";
import { longestRun } from "../longest-run.ts";
import { runVerso, temporaryFolder } from "../cli/program.ts";
import { serve } from "./serve.ts";

const found = spawnSync("mysql", ["--version"], { encoding: "utf8" });
const testWithClient = found.status === 0 ? test : test.skip;

interface Printed {
	readonly stdout: string;
	readonly stderr: string;
	readonly exitCode: number | null;
}

function mysql(port: number, words: readonly string[], input = ""): Promise<Printed> {
	const login = ["--no-defaults", "-h127.0.0.1", `-P${port}`, "-uroot"];
	const child = spawn("mysql", [...login, ...words], { stdio: "pipe", ...longestRun });
	child.stdin.end(input);
	const text = { stdout: "", stderr: "" };
	child.stdout.setEncoding("utf8").on("data", (part: string) => void (text.stdout += part));
	child.stderr.setEncoding("utf8").on("data", (part: string) => void (text.stderr += part));
	// MariaDB's client repeats a statement that failed; MySQL's does not.
	const repeated = /^-{14}\n[\s\S]*?\n-{14}\n\n/gm;
	return new Promise((resolve) =>
		child.on("close", (exitCode) => resolve({ ...text, stderr: text.stderr.replace(repeated, ""), exitCode })),
	);
}

testWithClient("statements, tables, warnings and errors", async (t) => {
	const { mysqlPort: port } = await serve(t);
	const utf8 = ["--default-character-set=utf8mb4", "test"];
	t.deepEqual(
		await mysql(
			port,
			utf8,
			"create table t (a int primary key, b varchar(9) charset utf8mb4, c blob); insert into t values (1, " +
				"'🌀', x'00ff'), (2, null, '');",
		),
		{ stdout: "", stderr: "", exitCode: 0 },
	);
	t.is(
		(await mysql(port, [...utf8, "-e", "select a, b, hex(c) from t; select 2\\G"])).stdout,
		`a\tb\thex(c)\n1\t🌀\t00FF\n2\tNULL\t\n${"*".repeat(27)} 1. row ${"*".repeat(27)}\n2: 2\n`,
	);
	t.is(
		(await mysql(port, [...utf8, "-t", "-e", "select a, b from t where a < 2"])).stdout,
		"+---+------+\n| a | b    |\n+---+------+\n| 1 | 🌀    |\n+---+------+\n",
	);
	const warned = await mysql(port, [
		...utf8,
		"--show-warnings",
		"-vv",
		"-e",
		"set sql_mode = ''; insert into t values ('3x', 'much too long', null)",
	]);
	t.true(warned.stdout.includes("Query OK, 1 row affected, 2 warnings"), warned.stdout);
	t.true(
		warned.stdout.includes(
			"Warning (Code 1265): Data truncated for column 'a' at row 1\nWarning (Code 1265): Data truncated " +
				"for column 'b' at row 1",
		),
		warned.stdout,
	);
	t.like(await mysql(port, utf8, "select 1;\n\nselect nope;\nselect 3;"), {
		stdout: "1\n1\n",
		stderr: "ERROR 1054 (42S22) at line 3: Unknown column 'nope' in 'field list'\n",
		exitCode: 1,
	});
	t.is(
		(
			await mysql(port, [
				"test",
				"--default-character-set=latin1",
				"-e",
				"select b from t where a = 3; select hex('\xe4') x",
			])
		).stdout,
		"b\nmuch too \nx\nC3A4\n",
	);
});

testWithClient("accepted and refused logins", async (t) => {
	const { mysqlPort: port } = await serve(t);
	const refused = await mysql(port, ["-pwrong", "-e", "select 1"]);
	t.deepEqual(
		[refused.stderr, refused.exitCode],
		["ERROR 1045 (28000): Access denied for user 'root'@'localhost' (using password: YES)\n", 1],
	);
	t.is((await mysql(port, ["nosuch", "-e", "select 1"])).stderr, "ERROR 1049 (42000): Unknown database 'nosuch'\n");
	await mysql(port, ["-e", "create user anna identified by 'sécret'; grant all on *.* to anna"]);
	t.is((await mysql(port, ["-uanna", "-psécret", "-N", "-e", "select user()"])).stdout, "anna@localhost\n");
	t.is((await mysql(port, ["-uanna", "-psecret", "-e", "select 1"])).exitCode, 1);
});

testWithClient("the client's own statements: status, names to complete, USE", async (t) => {
	const { mysqlPort: port } = await serve(t, "2.1.4");
	const { stdout, stderr } = await mysql(
		port,
		["--auto-rehash", "test"],
		"create table t (a int, b text);\nuse mysql\nselect database();\nuse test\nstatus\nshow tables;\n",
	);
	t.is(stderr, "");
	t.true(stdout.startsWith("database()\nmysql\n") && stdout.endsWith("Tables_in_test\nt\n"), stdout);
	t.regex(stdout, /Server version:\s+5\.7\.10-verso-v2\.1\.4/);
	t.regex(stdout, /Uptime:\s+\d+ (min \d+ )?sec/);
});

testWithClient("`verso run` prints what the client prints", async (t) => {
	const { mysqlPort: port } = await serve(t);
	const script = [
		"create table t (a int, b varchar(5) not null, c decimal(5,2), d date);",
		"insert into t values (1, 'é\\t', 1.5, '2020-02-29'), (null, '', null, null);",
		"# no line of the next",
		"/* neither */ select * from t;",
		"select a as `müde`, b from t order by a\\G",
		"delimiter //",
		"select 1; select 2//",
		"delimiter ;",
		"use mysql",
		"select database(), 0x41, 1/3, null;",
		"use test",
		"show create table t;",
		"select * from t where 0;",
		"select count(*),",
		" nope from t;",
	].join("\n");
	for (const style of [[], ["-t"]]) {
		const client = await mysql(port, [...style, "--default-character-set=utf8mb4", "test"], script);
		const own = await runVerso(["run", ...style, "-", "--data-dir", "data"], {
			input: script,
			directory: temporaryFolder(t),
		});
		t.is(own.stdout, client.stdout);
		t.is(own.stderr, client.stderr);
		t.is(own.exitCode, client.exitCode);
		await mysql(port, ["test", "-e", "drop table t"]);
	}
});
