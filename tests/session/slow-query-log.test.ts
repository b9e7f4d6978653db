/**
 * Slow-query log and general log: entries, thresholds, passwords.
 */
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import test from "ava";
import { writeEntry } from "../../core/session/log/log-file.ts";
import { shownText } from "../../core/session/log/secret-text.ts";
import { createParser, plainMode } from "../../core/sql/parse/index.ts";
import { answerOf, connectRoot, openMemoryKernel } from "../memory-kernel.ts";

test("statements longer than long_query_time are counted, and logged if the log is on", async (t) => {
	const folder = mkdtempSync(join(tmpdir(), "verso-slow-"));
	const kernel = await openMemoryKernel({ release: "2.1.7" });
	t.teardown(async () => {
		await kernel.close();
		// The entry of a statement that was slow on a busy machine may still be written.
		rmSync(folder, { recursive: true, force: true, maxRetries: 10 });
	});
	const session = await connectRoot(kernel);
	const slow = "select sleep(0.05)";
	const file = join(folder, "slow.log");
	for (const sql of [`set global slow_query_log_file = '${file}'`, "set long_query_time = 0.005", slow]) {
		await answerOf(session, sql);
	}
	t.false(existsSync(file), "the log is off");
	for (const sql of ["set global slow_query_log = 1", `${slow}, 'ä'`]) {
		await answerOf(session, sql);
	}
	for (let looks = 0; looks < 1000 && (!existsSync(file) || !readFileSync(file, "utf8").includes("sleep")); looks++) {
		await new Promise((resolve) => setTimeout(resolve, 10));
	}
	t.regex(
		readFileSync(file, "utf8"),
		/^# Time: \d{4}-\d\d-\d\dT[\d:.]+Z\n# User@Host: root\[root\] @ localhost \[\] {2}Id: +\d+\n# Query_time: \d+\.\d{6} {2}Lock_time: 0\.000000 Rows_sent: 1 {2}Rows_examined: 0\nuse test;\nSET timestamp=\d+;\nselect sleep\(0\.05\), 'ä';$/m,
	);
	t.regex(await answerOf(session, "show status like 'Slow_queries'"), /Slow_queries\t[2-9]/);
});

const secrets: readonly (readonly [sql: string, shown: string])[] = [
	[
		"create user anna identified by 'hush'",
		"CREATE USER 'anna'@'%' IDENTIFIED WITH mysql_native_password AS '<secret>'",
	],
	[
		"alter user anna identified with caching_sha2_password by 'hush' account lock",
		"ALTER USER 'anna'@'%' IDENTIFIED WITH caching_sha2_password AS '<secret>' ACCOUNT LOCK",
	],
	[
		"grant select on test.* to otto identified by 'hush'",
		"GRANT SELECT ON test.* TO 'otto'@'%' IDENTIFIED WITH mysql_native_password AS '<secret>'",
	],
	["set password for anna = 'hush', @a = 1", "SET PASSWORD FOR 'anna'@'%' = '<secret>', @a = 1"],
	[
		"prepare p from \"create user joe identified by 'hush'\"",
		"PREPARE p FROM 'CREATE USER ''joe''@''%'' IDENTIFIED WITH mysql_native_password AS ''<secret>'''",
	],
	["prepare p from \"create user joe idetnified by 'hush'\"", "PREPARE p FROM ..."],
	["create user anna", "create user anna"],
];

test("passwords are not logged", (t) => {
	for (const [sql, shown] of secrets) {
		t.is(shownText(createParser().parseFirst(sql, plainMode).first!.statement, sql, plainMode), shown, sql);
	}
});

test("the general log has the clients' commands in order", async (t) => {
	const folder = mkdtempSync(join(tmpdir(), "verso-general-"));
	const kernel = await openMemoryKernel({ release: "2.1.7" });
	t.teardown(async () => {
		await kernel.close();
		rmSync(folder, { recursive: true, force: true });
	});
	const session = await connectRoot(kernel);
	const file = join(folder, "general.log");
	const log = (): string => (existsSync(file) ? readFileSync(file, "utf8") : "");
	for (const sql of [
		`set global general_log_file = '${file}'`,
		"select 'before'",
		"set global general_log = on",
		"select 1",
		"create user anna identified by 'hush'",
		"selec",
	]) {
		await answerOf(session, sql);
	}
	await (await connectRoot(kernel)).close();
	for (let looks = 0; looks < 1000 && !log().includes("Quit"); looks++) {
		await new Promise((resolve) => setTimeout(resolve, 10));
	}
	const words = log()
		.split("\n")
		.map((line) =>
			line
				.split("\t")
				.slice(1)
				.join("\t")
				.replace(/^ +\d+ /, ""),
		);
	t.deepEqual(words, [
		"Query\tselect 1",
		"Query\tCREATE USER 'anna'@'%' IDENTIFIED WITH mysql_native_password AS '<secret>'",
		"Connect\troot@localhost on test using TCP/IP",
		"Quit\t",
		"",
	]);
});

test("a log file must not be a file of the store", async (t) => {
	const folder = mkdtempSync(join(tmpdir(), "verso-general-"));
	t.teardown(() => rmSync(folder, { recursive: true, force: true }));
	const refused: string[] = [];
	const log = { warn() {}, error: (sentence: string) => void refused.push(sentence) };
	const globals = { read: (name: string) => (name === "datadir" ? folder : "verso.log") } as unknown as Parameters<
		typeof writeEntry
	>[2]["globals"];
	writeEntry("general_log_file", "entry", { globals, log });
	await new Promise((resolve) => setTimeout(resolve, 10));
	t.false(existsSync(join(folder, "verso.log")));
	t.regex(refused[0] ?? "", /is a file of the store/);
	const kernel = await openMemoryKernel({ release: "2.1.7" });
	t.not(String(kernel.globalVariable("general_log_file")), "verso.log");
	await kernel.close();
});
