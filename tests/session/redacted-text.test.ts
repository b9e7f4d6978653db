/** Redaction of texts for logs: no account's password is left, in any form; other texts stay as they are. */
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import test from "ava";
import { redactedText } from "../../core/session/log/redacted-text.ts";
import { answerOf, connectRoot, openMemoryKernel } from "../memory-kernel.ts";

const withSecret: readonly string[] = [
	"explain rules alter user root@localhost identified by 'hush'",
	"explain rules create user anna identified with 'mysql_native_password' by \"hush\"",
	"explain rules grant select on *.* to anna identified by password 'hush'",
	"explain rules set password for 'anna'@'%' = 'hush'",
	"explain rules set password for current_user() = password('hush')",
	"select password('hush'), old_password ( _utf8'hush' )",
	"set @q = 'alter user root identified by ''hush'''",
	"set @q = \"alter user root identified by 'hush'\"",
	"set @q = concat('alter user root identified by ', quote('hush'))",
	"select 'set password = ''hush''' into @q",
	"change master to master_host = 'h', master_password = 'hush', master_port = 1",
	"create server s foreign data wrapper mysql options (user 'u', password 'hush')",
	"create procedure p() begin alter user anna identified by 'hush'; end",
	"/*!50000 alter user anna identified by 'hush' */",
	"alter user anna identified /* BY */ by\n'hu''sh' 'hush'",
	"alter user anna identified by 'hush",
	"explain rules create user a identified by 'hush', b identified by 'hush'",
	"create user a identified by 'a\\'hush' comment 'x'",
];

const without: readonly string[] = [
	"select 1",
	"select 'password'",
	"select identified from t where name = 'hush'",
	"select password from users where name = 'hush'",
	"insert into users (name, password) values ('hush', 'hush')",
	"create table t (password varchar(9) comment 'hush')",
	"select `identified by`, 'hush' -- identified by",
	"# identified by\nselect 'hush'",
];

test("passwords are redacted", (t) => {
	for (const sql of withSecret) {
		const shown = redactedText(sql);
		t.false(/hu('')?sh/.test(shown), shown);
		t.true(shown.includes("'<secret>'"), shown);
		t.is(redactedText(shown), shown);
	}
});

test("texts without passwords stay as they are", (t) => {
	for (const sql of without) {
		t.is(redactedText(sql), sql);
	}
});

test("long texts are scanned in linear space", (t) => {
	const long = `identified ${"'x\\'' ".repeat(200_000)}`;
	t.is(redactedText(long), long);
	t.is(redactedText(`select password('${"''".repeat(1_000_000)}hush')`), "select password('<secret>')");
});

test("neither the general log, the process list nor events show a password", async (t) => {
	const folder = mkdtempSync(join(tmpdir(), "verso-secrets-"));
	const kernel = await openMemoryKernel({ release: "2.1.7" });
	t.teardown(async () => {
		await kernel.close();
		rmSync(folder, { recursive: true, force: true });
	});
	const session = await connectRoot(kernel);
	const file = join(folder, "general.log");
	await answerOf(session, `set global general_log_file = '${file}'`);
	await answerOf(session, "set global general_log = 1");
	for (const sql of withSecret) {
		await answerOf(session, sql);
		t.notRegex(
			await answerOf(session, "select sql_text from performance_schema.events_statements_history"),
			/hush/,
			sql,
		);
	}
	t.notRegex(
		await answerOf(session, "select info, 'set password = ''hush''' from information_schema.processlist"),
		/set password = ''hush/,
	);
	await answerOf(session, "set global general_log = 0");
	await waitFor(() => existsSync(file) && readFileSync(file, "utf8").includes("general_log = 0"));
	const logged = readFileSync(file, "utf8");
	t.regex(logged, /<secret>/);
	t.notRegex(logged, /hush/);
});

async function waitFor(condition: () => boolean): Promise<void> {
	for (let looks = 0; looks < 1000 && !condition(); looks++) {
		await new Promise((resolve) => setTimeout(resolve, 10));
	}
}
