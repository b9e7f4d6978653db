/**
 * Wrong input of a rehearsal: each ends with exit code 2 and one sentence, and none looks like a clean report.
 */
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import test from "ava";
import { programFile } from "../../cli/program-file.ts";

const path = ["--path", "2.1.0,2.1.7"];
const usual = ["--schema", "schema.sql", "--traffic", "traffic.sql", ...path];

const cases: readonly (readonly [name: string, flags: readonly string[], said: RegExp])[] = [
	["bytes instead of a script", ["--schema", "schema.sql", "--traffic", "bytes.sql", ...path], /bytes\.sql is no text/],
	[
		"a schema that is no SQL",
		["--schema", "web.log", "--traffic", "traffic.sql", ...path],
		/nothing of the schema is SQL/,
	],
	[
		"a log of something else",
		["--schema", "schema.sql", "--traffic", "web.log", ...path],
		/no statement of SQL begins so/,
	],
	["an empty file", ["--schema", "schema.sql", "--traffic", "empty.sql", ...path], /empty\.sql has no statement/],
	["a variable that is none", [...usual, "--set", "sqlmode=ANSI"], /no session can begin: SET sqlmode = 'ANSI' fails/],
	["a report in no folder", [...usual, "--report", "html=none/out.html"], /there is no folder none/],
	[
		"a gz that ends too early",
		["--schema", "cut.sql.gz", ...path],
		/cannot read cut\.sql\.gz: its gzipped data end too/,
	],
	[
		"a gz with other bytes",
		["--traffic", "bad.sql.gz", ...path],
		/cannot read bad\.sql\.gz: its gzipped data are damaged/,
	],
	["UTF-16 without its mark", ["--traffic", "wide.sql", ...path], /wide\.sql is no text/],
	["a folder without migrations", ["--migrations", ".git", ...path], /\.git has no file that ends in \.sql/],
	[
		"a release that does not exist",
		["--traffic", "traffic.sql", "--path", "2.1.0,2.9"],
		/unknown release 2\.9; did you mean/,
	],
	[
		"ends that are swapped",
		["--traffic", "traffic.sql", "--from", "2.1.7", "--to", "2.0"],
		/2\.0 is older than 2\.1\.7/,
	],
	["one release at both ends", ["--traffic", "traffic.sql", "--from", "2.0", "--to", "2.0"], /the path has 2\.0 twice/],
	["a path and ends", [...usual, "--from", "2.0"], /leave --from and --to out/],
	["a path and its stops", [...usual, "--stops", "all"], /leave --stops out/],
	["rows of no server", [...usual, "--rows", "3"], /give its address, --from-server/],
	["a directory and a server", ["--data-dir", "d", "--from-server", "mysql://a", ...path], /leave --from-server out/],
	["a kind of no input", [...usual, "--kind", "sql=traffik.sql"], /names no input; did you mean traffic\.sql/],
	["a kind twice", [...usual, "--kind", "sql", "--kind", "sql"], /--kind is given twice for all inputs/],
	["a kind that is none", [...usual, "--kind", "slq=traffic.sql"], /there is no kind slq; did you mean sql/],
	["a placeholder without value", [...usual, "--placeholder", "name"], /--placeholder takes NAME=VALUE, not name/],
	["a command that fails", ["--schema", "schema.sql", "--exec", "exit 3", ...path], /exit code 3, and wrote nothing/],
];

for (const [name, flags, said] of cases) {
	test(name, (t) => {
		const folder = mkdtempSync(join(tmpdir(), "verso-wrong-"));
		t.teardown(() => rmSync(folder, { recursive: true, force: true }));
		writeFileSync(join(folder, "schema.sql"), "create table t (a int);\n");
		writeFileSync(join(folder, "traffic.sql"), "select a from t;\n");
		writeFileSync(join(folder, "empty.sql"), "-- nothing\n");
		writeFileSync(join(folder, "bytes.sql"), Buffer.from("\0\u0001\u0002;\0", "latin1"));
		const packed = gzipSync("create table t (a int);\n".repeat(99));
		writeFileSync(join(folder, "cut.sql.gz"), packed.subarray(0, 40));
		writeFileSync(join(folder, "bad.sql.gz"), Buffer.from(packed).fill("?", packed.length - 8));
		writeFileSync(join(folder, "wide.sql"), Buffer.from("select 1;\n", "utf16le"));
		mkdirSync(join(folder, ".git"));
		writeFileSync(join(folder, "web.log"), '127.0.0.1 - - [10/Oct/2000:13:55:36] "GET / HTTP/1.0" 200 2326\n');
		const args = [programFile, "rehearse", ...flags];
		const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd: folder, encoding: "utf8" });
		t.is(status, 2);
		t.regex(stdout + stderr, said);
		t.notRegex(stderr, /\n {4}at /);
	});
}
