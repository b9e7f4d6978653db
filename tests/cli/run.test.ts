/**
 * `verso run`: plays SQL as the mysql client does.
 */
import { readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import test from "ava";
import { splitScript } from "../../apps/cli/script.ts";
import { runVerso, startVerso, temporaryFolder } from "./program.ts";

const script = `-- What stands before a statement is none of its lines.
create table t (a int primary key, b varchar(9), c decimal(4,1) not null);
insert into t values (1, 'é', 1), -- one; and
  (2, null, 22.5);

select * from t; select 1 as x\\G
# next
insert into t values
  (1, 'again', 0);
select 'tab	' as c from t where a = 1;
`;

test("prints results and errors, and stops at the first", async (t) => {
	const folder = temporaryFolder(t);
	writeFileSync(join(folder, "a.sql"), script);
	const played = await runVerso(["run", "a.sql", "--data-dir", "data"], { directory: folder });
	t.is(played.stdout, `a\tb\tc\n1\té\t1.0\n2\tNULL\t22.5\n${"*".repeat(27)} 1. row ${"*".repeat(27)}\nx: 1\n`);
	t.is(played.stderr, "ERROR 1062 (23000) at line 8: Duplicate entry '1' for key 'PRIMARY'\n");
	t.is(played.exitCode, 1);
	const table = await runVerso(["run", "-t", "-f", "-", "--data-dir", "data"], {
		directory: folder,
		input: `selec;\n${script.slice(script.indexOf("select"))}`,
	});
	t.is(
		table.stdout.split("*")[0],
		[
			"+---+------+------+",
			"| a | b    | c    |",
			"+---+------+------+",
			"| 1 | é    |  1.0 |",
			"| 2 | NULL | 22.5 |",
			"+---+------+------+",
			"",
		].join("\n"),
	);
	t.true(table.stdout.endsWith("| tab\t |\n+------+\n"), table.stdout);
	t.regex(
		table.stderr,
		/^ERROR 1064 \(42000\) at line 1: You have an error .* near 'selec' at line 1\nERROR 1062 \(23000\) at line 4: /,
	);
	t.is(table.exitCode, 1);
});

test("another database, a missing file, and an empty script", async (t) => {
	const data = ["--data-dir", join(temporaryFolder(t), "data")];
	t.like(await runVerso(["run", "-D", "mysql", "-", ...data], { input: "select database() d" }), {
		stdout: "d\nmysql\n",
		stderr: "",
		exitCode: 0,
	});
	t.like(await runVerso(["run", "nowhere.sql", ...data]), {
		stdout: "",
		stderr: "verso: cannot read nowhere.sql: there is no such file\n",
		exitCode: 2,
	});
	t.like(await runVerso(["run", "-", ...data]), { stdout: "", stderr: "", exitCode: 0 });
	t.like(await runVerso(["run", "-D", "nosuch", "-", ...data]), {
		stdout: "",
		stderr: "ERROR 1049 (42000): Unknown database 'nosuch'\n",
		exitCode: 1,
	});
});

test("a script is split where the client splits it", (t) => {
	const texts = (text: string) =>
		splitScript(text).map((statement) => `${statement.line}:${statement.text}${statement.vertical ? "\\G" : ""}`);
	t.deepEqual(texts("select ';', \"a\\\";\", `;`, 'it''s;'; select 2"), [
		"1:select ';', \"a\\\";\", `;`, 'it''s;'",
		"1:select 2",
	]);
	t.deepEqual(texts("-- a;\n#b;\n/* c;\n */ select /* ; */ 1 -- ;\n;\n--x;"), ["4:select /* ; */ 1 -- ;", "6:--x"]);
	t.deepEqual(texts("/*!40101 set names utf8 */;;\n;select 1\\G select 2\\g"), [
		"1:/*!40101 set names utf8 */",
		"2:select 1\\G",
		"2:select 2",
	]);
	t.deepEqual(texts("delimiter //\nselect 1; select 2//\nDELIMITER ;\nuse a\nuse `b;c`;select 3"), [
		"2:select 1; select 2",
		"4:use a",
		"5:use `b;c`",
		"5:select 3",
	]);
	t.deepEqual(texts("select 'open; end"), ["1:select 'open; end"]);
	t.is(splitScript("select 1;\n".repeat(200_000)).at(-1)?.line, 200_000);
});

test("nothing is kept unless a directory is named, by a flag, a variable or a key", async (t) => {
	const folder = temporaryFolder(t);
	const make = { input: "create table t (a int)", directory: folder };
	const exitCodes = async (words: readonly string[], environment = {}): Promise<(number | null)[]> => [
		(await runVerso(["run", "-", ...words], { ...make, environment })).exitCode,
		(await runVerso(["run", "-", ...words], { ...make, environment })).exitCode,
	];
	t.deepEqual(await exitCodes([]), [0, 0]);
	t.deepEqual(readdirSync(folder), []);
	t.deepEqual(await exitCodes(["--memory"], { VERSO_DATA_DIR: join(folder, "a") }), [0, 0]);
	t.deepEqual(readdirSync(folder), []);
	t.deepEqual(await exitCodes(["--data-dir", "b"]), [0, 1]);
	t.deepEqual(await exitCodes([], { VERSO_DATA_DIR: join(folder, "c") }), [0, 1]);
	t.deepEqual(readdirSync(folder).sort(), ["b", "c"]);
	t.like(await runVerso(["run", "-", "--memory", "--data-dir", "b"], make), { exitCode: 2 });
});

test("source and \\. play a file in place, also within a file, and errors name it", async (t) => {
	const folder = temporaryFolder(t);
	writeFileSync(join(folder, "tables.sql"), "create table t (a int);\n\\. rows.sql\n");
	writeFileSync(join(folder, "rows.sql"), "insert into t values (1);\ninsert into nosuch values (1);\n");
	const input = "source tables.sql\nselect a from t;\nSOURCE rows.sql;\nselect count(*) n from t;";
	const { stdout, stderr } = await runVerso(["run", "-", "--force"], { directory: folder, input });
	t.is(stdout, "a\n1\nn\n2\n");
	const error = "ERROR 1146 (42S02) at line 2 in file: 'rows.sql': Table 'test.nosuch' doesn't exist\n";
	t.is(stderr, error + error);
	const missing = await runVerso(["run", "-"], { directory: folder, input: "select 1;\nsource nowhere.sql\n" });
	t.deepEqual(
		[missing.stderr, missing.exitCode],
		["verso: cannot read nowhere.sql: there is no such file (sourced in line 2 of -)\n", 2],
	);
	writeFileSync(join(folder, "endless.sql"), "source endless.sql\n");
	t.like(await runVerso(["run", "endless.sql"], { directory: folder }), { exitCode: 2 });
	t.deepEqual(
		splitScript("select 'source a'; select source from t;\nsource_x").map(({ source }) => source),
		[undefined, undefined, undefined],
	);
});

test("Ctrl-C says how far a script came", async (t) => {
	const script = `${"select 1;\n".repeat(3)}select sleep(60);\nselect 2;\n`;
	const { child, ended } = startVerso(["run", "-"], { input: script });
	await new Promise((resolve) => child.stdout?.once("data", resolve));
	await new Promise((resolve) => setTimeout(resolve, 200));
	child.kill("SIGINT");
	t.regex((await ended).stderr, /verso: interrupted at line 4 of standard input, after 3 of 5 statements\n$/);
});
