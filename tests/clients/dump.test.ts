/**
 * `mysqldump` round trip: a dump loaded into an empty server and dumped again is the same text.
 */
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import test, { type ExecutionContext } from "ava";
import { hasMariadb, startMariadb } from "../../bench/peer/mariadb.ts";
import { root } from "../root.ts";
import { run, testWith } from "./program.ts";
import { serve } from "./serve.ts";

const testWithDump = testWith("mysqldump", "mysql");
const testWithImport = testWith("mysqldump", "mysql", "mysqlimport");
const testWithMariadb = hasMariadb() ? testWithDump : test.skip;

const utf8 = "--default-character-set=utf8mb4";
const databases = ["--databases", "shop", "old büch"];

async function load(t: ExecutionContext, port: number, text: string, words: readonly string[] = []): Promise<void> {
	const { stderr, exitCode } = await run("mysql", port, [utf8, ...words], text);
	t.deepEqual({ stderr, exitCode }, { stderr: "", exitCode: 0 });
}

async function dump(t: ExecutionContext, port: number, words: readonly string[]): Promise<string> {
	const { stdout, stderr, exitCode } = await run("mysqldump", port, ["--skip-dump-date", ...words]);
	t.deepEqual({ stderr, exitCode }, { stderr: "", exitCode: 0 });
	return stdout;
}

async function serveRich(t: ExecutionContext): Promise<number> {
	const { mysqlPort } = await serve(t);
	await load(t, mysqlPort, readFileSync(join(root, "tests", "clients", "rich.sql"), "latin1"));
	return mysqlPort;
}

testWithDump("a database with every feature survives the round trip", async (t) => {
	const first = await serveRich(t);
	const { mysqlPort: second } = await serve(t);
	const forms = [
		["--hex-blob", "--single-transaction", "--routines", "--events", "--triggers"],
		["--skip-extended-insert", "--complete-insert", "--lock-all-tables"],
		["--skip-opt", "--create-options", "--quote-names", "--order-by-primary"],
		["--insert-ignore", "--tz-utc=0", "--no-autocommit", "--add-drop-database"],
	];
	for (const form of forms) {
		const text = await dump(t, first, [...form, ...databases]);
		await load(t, second, "drop database if exists shop; drop database if exists `old b\xc3\xbcch`;");
		await load(t, second, text);
		t.is(await dump(t, second, [...form, ...databases]), text, form.join(" "));
	}
	const xml = async (port: number) =>
		(await dump(t, port, ["--xml", ...databases])).replaceAll(/Create_time="[^"]*"/g, "");
	t.is(await xml(second), await xml(first));
});

testWithDump("names and rows beyond ASCII survive a dump in latin1", async (t) => {
	const { mysqlPort: first } = await serve(t);
	await load(
		t,
		first,
		"create database shop; use shop; create table `t\xc3\xa9` (`\xc3\xbc` varchar(9) charset utf8mb4 " +
			"comment 'n\xc2\xba'); insert into `t\xc3\xa9` values ('\xc3\xa9t\xc3\xa9');",
	);
	const { mysqlPort: second } = await serve(t);
	const text = await dump(t, first, ["--default-character-set=latin1", "--databases", "shop"]);
	t.regex(text, /INSERT INTO `t\xe9` VALUES\s+\('\xe9t\xe9'\)/);
	await load(t, second, text, ["--default-character-set=latin1"]);
	const readable = (port: number) => dump(t, port, [utf8, "--databases", "shop"]);
	t.is(await readable(second), await readable(first));
});

testWithDump("all databases, system databases included", async (t) => {
	const first = await serveRich(t);
	await load(t, first, "create user anna identified by 'secret'; grant select on shop.* to anna;");
	const own = ["--all-databases", "--routines", "--events", "--flush-privileges", "--hex-blob"];
	const text = await dump(t, first, own);
	t.true(text.includes("Current Database: `mysql`") && text.includes("Current Database: `shop`"));
	const { mysqlPort: second } = await serve(t);
	await load(t, second, text);
	// Routines and events are made anew: mysql.proc and mysql.event say when.
	const ageless = (dumped: string) => dumped.replace(/('\d{4}-\d\d-\d\d [\d:]{8}'),\1/g, "made");
	t.is(ageless(await dump(t, second, own)), ageless(text));
});

testWithImport("one file a table: --tab and mysqlimport", async (t) => {
	const files = mkdtempSync(join(tmpdir(), "verso-tab-"));
	t.teardown(() => rmSync(files, { recursive: true, force: true }));
	const tab = join(files, "tab");
	mkdirSync(tab);
	const { mysqlPort } = await serve(t, "2.1.7", { secureFilePriv: files, localInfile: true });
	await load(t, mysqlPort, readFileSync(join(root, "tests", "clients", "rich.sql"), "latin1"));
	await dump(t, mysqlPort, [`--tab=${tab}`, "shop"]);
	// Both treat bytes as they are, which JSON does not accept.
	const names = readdirSync(tab).filter((name) => name.endsWith(".txt") && name !== "documents.txt");
	t.true(names.length > 10);
	for (const [database, words] of [
		["served", []],
		["sent", ["--local"]],
	] as const) {
		await load(t, mysqlPort, `create database ${database} default character set utf8mb4 collate utf8mb4_general_ci;`);
		for (const name of names) {
			await load(t, mysqlPort, readFileSync(join(tab, name.replace(/txt$/, "sql")), "latin1"), [
				"--init-command=set foreign_key_checks=0",
				database,
			]);
		}
		// A file name encodes a table's name otherwise than a statement does.
		const plain = names.filter((name) => !name.includes("@")).map((name) => join(tab, name));
		const imported = await run("mysqlimport", mysqlPort, [utf8, "--ignore-foreign-keys", ...words, database, ...plain]);
		t.deepEqual([imported.stderr, imported.exitCode], ["", 0]);
		t.is(
			imported.stdout.match(/Records: \d+ {2}Deleted: 0 {2}Skipped: 0 {2}Warnings: 0/g)?.length,
			plain.length,
			imported.stdout,
		);
		const dumped = async (from: string) =>
			dump(t, mysqlPort, [
				"--no-create-info",
				"--compact",
				"--hex-blob",
				from,
				...plain.map((name) => basename(name, ".txt")),
			]);
		t.is(await dumped(database), await dumped("shop"));
	}
});

const mariadbTables = readFileSync(join(root, "tests", "clients", "mariadb.sql"), "latin1");

testWithMariadb("a dump of MariaDB loads with its stored programs and events", async (t) => {
	const folder = mkdtempSync(join(tmpdir(), "verso-dumped-"));
	t.teardown(() => rmSync(folder, { recursive: true, force: true }));
	const peer = await startMariadb(folder);
	t.teardown(() => peer?.stop());
	const port = peer!.address.port;
	const [tables = "", written = ""] = mariadbTables.split("# Programs\n");
	await load(t, port, tables);
	const text = await dump(t, port, ["--databases", "src"]);
	const { mysqlPort } = await serve(t);
	await load(t, mysqlPort, text);
	const contents = [
		"--no-create-info",
		"--compact",
		"--complete-insert",
		"--order-by-primary",
		"--skip-triggers",
		"src",
	];
	t.is(await dump(t, mysqlPort, contents), await dump(t, port, contents));
	for (const view of ["va", "vb"]) {
		const rows = (at: number) => run("mysql", at, [utf8, "-N", "-e", `select * from src.${view}`]);
		t.deepEqual(await rows(mysqlPort), await rows(port));
	}

	await load(t, port, written);
	const whole = await dump(t, port, ["--databases", "src", "--routines", "--events", "--triggers"]);
	await load(t, mysqlPort, whole);
	const programs = `select routine_name, routine_type, routine_definition from information_schema.routines
		where routine_schema = 'src' union all select trigger_name, action_timing, action_statement
		from information_schema.triggers where trigger_schema = 'src' union all
		select event_name, concat_ws(' ', event_type, interval_value, interval_field, status), event_definition
		from information_schema.events where event_schema = 'src' order by 1`;
	const listed = (at: number) => run("mysql", at, [utf8, "-N", "-e", programs]);
	t.is((await listed(mysqlPort)).stdout, (await listed(port)).stdout);
	t.is(await dump(t, mysqlPort, contents), await dump(t, port, contents));
});
