/**
 * `verso trace`: a statement's sections as text and JSON, and the messages for a wrong command line.
 */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import test from "ava";
import { isOneSentence, runVerso, temporaryFolder } from "./program.ts";

const column =
	"column: {name: a, objectVersion: 0, table: t, database: test, type: varchar, inForce: utf8/utf8_bin, length: 10, " +
	"nullable: true}";
const table = "create table t (id int primary key, a varchar(10), key (a)) charset=utf8";

test("an INSERT as text", async (t) => {
	const { stdout, stderr, exitCode } = await runVerso([
		"trace",
		"--version",
		"2.1.3",
		"--setup",
		table,
		"insert into t values (1, 'é')",
	]);
	t.is(
		stdout,
		`tokens
     0  reserved       insert
     7  reserved       into
    12  name           t
    14  reserved       values
    21  operator       (
    22  integer        1
    23  operator       ,
    25  string         'é'
    29  operator       )

tree
  insert
    table: table { name: t }
    rows:
      -
        - literal { type: integer, value: 1, text: 1 }
        - literal { type: string, bytes: 'é' }

plan
  -> Rows fetched before execution  (rows=1)

rules
  insert-check.scope(${column}, settings: {skip-utf8-check: false})
    answer: beyond-ascii
    by InsertCheck of kernel
  insert-check.text(value: 'é', ${column}, settings: {check-mb4-value-in-utf8: true})
    answer: nothing to say
    by InsertCheck of kernel
    passed on by CheckWideCharactersByKey of release 2.1.3, RefuseWideCharacters of release 2.1.2

store
  get row of test.t PRIMARY (id: 1): not found
  commit
    put row count of test.t: 1
      key 165b
    put row of test.t PRIMARY (id: 1): (id: 1, a: 'é')
      key 405b4041
    put index entry of test.t a (a: sort key 'é'): row (id: 1)
      key 405b41c3a91f000141

packets
  1 OK: affected rows 1, insert id 0, status 0x0002 autocommit, warnings 0
      07 00 00 01 00 01 00 02 00 00 00
`,
	);
	t.is(stderr, "");
	t.is(exitCode, 0);
});

const syntaxSentence =
	"You have an error in your SQL syntax; check the manual that corresponds to your MySQL server version " +
	"for the right syntax to use near 'selec 1' at line 1";

test("a statement that fails is traced up to where it failed", async (t) => {
	const { stdout, exitCode } = await runVerso(["trace", "--only", "packets,tree", "selec 1"]);
	t.is(
		stdout,
		`tree
  ERROR 1064 (42000): ${syntaxSentence}

packets
  1 ERR: code 1064, SQL state 42000, message ${syntaxSentence}
${hexadecimalOfSyntaxError()}
`,
	);
	t.is(exitCode, 0);
});

function hexadecimalOfSyntaxError(): string {
	const message = `#42000${syntaxSentence}`;
	const payload = Buffer.concat([Buffer.from([0xff, 0x28, 0x04]), Buffer.from(message)]);
	const packet = Buffer.concat([Buffer.from([payload.length, 0, 0, 1]), payload]).toString("hex");
	return (packet.match(/.{1,96}/g) ?? []).map((line) => `      ${line.replaceAll(/../g, "$& ").trimEnd()}`).join("\n");
}

test("the last statement of a script, with rows that come back, as JSON", async (t) => {
	const input = "create table t (a int primary key); insert into t values (7); select a from t where a = 7;";
	const { stdout } = await runVerso(["trace", "-", "--json", "--only", "store,packets"], { input });
	const { reads, packets, tokens } = JSON.parse(stdout) as {
		readonly reads: readonly { readonly kind: string; readonly entry: object; readonly isFound: boolean }[];
		readonly packets: readonly { readonly kind: string; readonly fields: Readonly<Record<string, string>> }[];
		readonly tokens?: unknown;
	};
	t.is(tokens, undefined);
	t.like(
		reads.find(({ kind }) => kind === "get"),
		{
			isFound: true,
			entry: {
				kind: "row",
				table: "test.t",
				index: "PRIMARY",
				key: [{ name: "a", value: "7" }],
				columns: [{ name: "a", value: "7" }],
			},
		},
	);
	t.deepEqual(
		packets.map(({ kind }) => kind),
		["column count", "column definition", "EOF", "row", "EOF"],
	);
	t.deepEqual(packets[3]?.fields, { a: "'7'" });
});

test("a setup from a file, and a SQL mode", async (t) => {
	const file = join(temporaryFolder(t), "setup.sql");
	writeFileSync(file, `${table};\ninsert into t values (1, 'x');\n`);
	const { stdout } = await runVerso([
		"trace",
		"--setup",
		file,
		"--sql-mode",
		"ANSI_QUOTES",
		"--only",
		"tokens,plan",
		'delete from "t" where id = 1',
	]);
	t.is(
		stdout,
		`tokens
     0  reserved       delete
     7  reserved       from
    12  quoted         "t"
    16  reserved       where
    22  name           id
    25  operator       =
    27  integer        1

plan
  -> Filter: (t.id = 1)  (rows=1)
      -> Single-row index lookup on t using PRIMARY (id=1)  (rows=1)
`,
	);
});

test("a wrong command line gives one sentence and exit code 2", async (t) => {
	for (const [words, sentence] of [
		[["--only", "plans", "select 1"], /unknown section plans; sections are tokens, tree, plan, rules, store, packets/],
		[["--setup", "create table t (a nothing)", "select 1"], /the setup fails on .* ERROR 1064/],
		[["--version", "9.9", "select 1"], /unknown release 9.9/],
		[["--sql-mode", "NO_SUCH", "select 1"], /--sql-mode cannot be set: ERROR 1231/],
		[[" "], /there is no statement to trace/],
	] as const) {
		const { stderr, exitCode } = await runVerso(["trace", ...words]);
		t.is(exitCode, 2, words.join(" "));
		t.true(isOneSentence(stderr), stderr);
		t.regex(stderr, sentence);
	}
});
