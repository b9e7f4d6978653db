/**
 * Wrong input of a rehearsal: each ends with exit code 2 and one sentence, and none looks like a clean report.
 */
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
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
		writeFileSync(join(folder, "web.log"), '127.0.0.1 - - [10/Oct/2000:13:55:36] "GET / HTTP/1.0" 200 2326\n');
		const args = [programFile, "rehearse", ...flags];
		const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd: folder, encoding: "utf8" });
		t.is(status, 2);
		t.regex(stdout + stderr, said);
	});
}
