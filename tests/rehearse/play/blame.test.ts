/**
 * `verso blame` and `verso shrink`: one statement's change, who decides it, and the smallest script that shows it.
 */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import test from "ava";
import { runVerso, temporaryFolder } from "../../cli/program.ts";

const table = "create table t (a varchar(10)) charset=utf8;\n";
const releases = ["--from", "2.1.0", "--version", "2.1.3"];

test("blame: the release, the rule, and both mixes", async (t) => {
	const directory = temporaryFolder(t);
	writeFileSync(join(directory, "tables.sql"), table);
	const blame = (...words: readonly string[]) =>
		runVerso(["blame", "--setup", "tables.sql", ...releases, ...words], { directory });
	const broken = await blame("insert into t values ('🌷');");
	t.deepEqual(broken.stdout.split("\n"), [
		"at 2.1.0     ok, 1 row",
		"at 2.1.3     ERROR 1366 (HY000): incorrect utf8 value f09f8cb7(🌷) for column a",
		"changed at 2.1.2",
		"refused by RefuseWideCharacters (release 2.1.2)",
		"changed by RefuseWideCharacters (release 2.1.2): A utf8 column refuses characters of four bytes.",
		"    as before with --mix insert-check.text=2.1.1 (run)",
		"enough alone RefuseWideCharacters (release 2.1.2): A utf8 column refuses characters of four bytes.",
		"    as now on the older release with --mix insert-check.text=2.1.2 (run)",
		"",
	]);
	t.is(broken.exitCode, 1);
	const facts = JSON.parse((await blame("--json", "insert into t values ('🌷')")).stdout);
	t.deepEqual([facts.change, facts.firstRelease, facts.backward.length], ["breaks", "2.1.2", 1]);
	const same = await blame("insert into t values ('a')");
	t.regex(same.stdout, /\nthe answers are the same\n$/);
	t.is(same.exitCode, 0);
	const failing = await blame("insert into nowhere values ('a')");
	t.regex(failing.stdout, /\nit fails alike at both: nothing is judged\n$/);
	t.is(failing.exitCode, 2);
	const nowhere = await runVerso(["blame", "--from", "2.1.0", "select 1"], { directory });
	t.deepEqual([nowhere.exitCode, nowhere.stderr.includes("blame needs two releases")], [2, true]);
});

test("shrink: only what the difference needs", async (t) => {
	const directory = temporaryFolder(t);
	const script = `${table}select 1;\ninsert into t values ('a');\ninsert into t values ('🌷');\nselect * from t;\n`;
	writeFileSync(join(directory, "shop.sql"), script);
	const { stdout, exitCode } = await runVerso(["shrink", "shop.sql", ...releases], { directory });
	t.deepEqual(stdout.split("\n").slice(1, 4), ["-- at 2.1.3:", table.trim(), "insert into t values ('🌷');"]);
	t.regex(stdout, /^-- 1 of 3 statements are needed; \d+ plays\n/);
	t.is(exitCode, 0);
});
