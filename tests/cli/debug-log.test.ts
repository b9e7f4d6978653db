/**
 * `--log-level debug`: lines at connections, statements, commits, checkpoints and rule decisions, without passwords.
 */
import { join } from "node:path";
import test from "ava";
import { serveVerso, temporaryFolder } from "./program.ts";

interface Line {
	readonly msg: string;
	readonly statement?: string;
	readonly [fact: string]: unknown;
}

function linesOf(stderr: string): readonly Line[] {
	return stderr
		.split("\n")
		.filter((line) => line.startsWith("{"))
		.map((line) => JSON.parse(line) as Line);
}

test("each seam writes its line", async (t) => {
	const directory = join(temporaryFolder(t), "data");
	const server = await serveVerso(t, ["--version", "2.1.3", "--data-dir", directory, "--log-level", "debug"]);
	const connection = await server.connect();
	await connection.query("create table t (a varchar(10)) charset=utf8");
	// Commits that follow each other go to the log, which is checkpointed when the server ends.
	for (let at = 0; at < 20; at++) {
		await connection.query(`insert into t values ('${at}')`);
	}
	await connection.query("select * from t where a > '5'");
	await t.throwsAsync(connection.query("insert into t values ('🌀')"), { message: /incorrect utf8 value/ });
	await connection.end();
	const { stderr } = await server.stop();
	const lines = linesOf(stderr);
	t.like(
		lines.find(({ msg }) => msg === "connection opened"),
		{ user: "root", host: "localhost", database: "test" },
	);
	t.like(
		lines.find(({ statement }) => statement?.startsWith("select * from t")),
		{ msg: "statement", rows: 4, examined: 20 },
	);
	t.like(
		lines.find(({ statement }) => statement === "insert into t values ('7')"),
		{ msg: "statement", rows: 1 },
	);
	t.true(lines.filter(({ msg }) => msg === "commit").length >= 21);
	t.like(
		lines.find(({ msg }) => msg === "rule decision"),
		{
			error: 1366,
			hook: "insert-check",
			question: "text",
			rule: "RefuseWideCharacters",
			origin: "release 2.1.2",
		},
	);
	t.true(lines.some(({ msg }) => msg === "checkpoint"));
	t.true(lines.some(({ msg }) => msg === "connection closed"));
});

test("no line contains a password, even of a statement with a syntax error", async (t) => {
	const directory = join(temporaryFolder(t), "data");
	const server = await serveVerso(t, ["--data-dir", directory, "--log-level", "debug"]);
	const connection = await server.connect();
	await connection.query("create user bea@localhost identified by 'hush-hush'");
	await connection.query("set password for bea@localhost = 'hush-hush'");
	await connection.query("prepare p from \"alter user bea@localhost identified by 'hush-hush'\"");
	await t.throwsAsync(connection.query("create user bea@localhost identified 'hush-hush'"));
	await connection.end();
	const { stderr } = await server.stop();
	t.false(stderr.includes("hush-hush"));
	t.true(stderr.includes("<secret>"));
	t.true(linesOf(stderr).some(({ msg, error, statement }) => msg === "statement" && error === 1064 && !statement));
});

test("without the debug level there are no lines", async (t) => {
	const server = await serveVerso(t, ["--data-dir", join(temporaryFolder(t), "data")]);
	const connection = await server.connect();
	await connection.query("select 1");
	await connection.end();
	t.is((await server.stop()).stderr, "");
});
