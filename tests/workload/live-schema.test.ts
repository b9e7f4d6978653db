/**
 * Schema of a running server, read and made anew.
 */
import test from "ava";
import { readWorkload } from "../../apps/workload/read.ts";
import { startHttp } from "../../apps/http/server.ts";
import { startServer } from "../../apps/server/server.ts";
import { answerOf, connectRoot, openMemoryKernel } from "../memory-kernel.ts";

const settings = { configuration: () => ({}), logLevels: [], setLogLevel() {}, setGeneralLog() {} };
const silence = { info() {}, warn() {}, error() {} };

test("tables, views and rows of a server are read, with charsets that SHOW CREATE TABLE hides", async (t) => {
	const kernel = await openMemoryKernel({ release: "2.1.0" });
	const server = await startServer({ kernel, log: silence, host: "127.0.0.1", port: 0 });
	const http = await startHttp({ kernel, process: settings, host: "127.0.0.1", port: 0, log: silence });
	t.teardown(async () => {
		await http.close();
		await server.close(0);
		await kernel.close();
	});
	const session = await connectRoot(kernel);
	for (const sql of [
		"create database shop",
		"use shop",
		"create table parents (id int primary key, name varchar(20) character set ascii, b blob) charset utf8",
		"insert into parents values (1, 'O''Neil', x'00ff'), (2, null, 'text')",
		"create table t (a decimal(5,2), d datetime) ",
		"insert into t values (1.50, '2019-03-28 10:00:00')",
	]) {
		t.regex(await answerOf(session, sql), /^(ok|$)/, sql);
	}
	const address = `mysql://root@127.0.0.1:${server.address.port}/shop?rows=5&http=http://127.0.0.1:${http.port}`;
	const { statements, notes } = await readWorkload(address, { role: "schema" });
	t.is(
		[...notes, ...[...statements].map(({ line, text }) => `${line} ${text}`)].join("\n"),
		`charsets that SHOW CREATE TABLE hides, named: 1 column
1 set foreign_key_checks = 0
2 CREATE DATABASE IF NOT EXISTS \`shop\` /*!40100 DEFAULT CHARACTER SET utf8 */
3 use \`shop\`
4 CREATE TABLE \`parents\` (
  \`id\` int(11) NOT NULL,
  \`name\` varchar(20) CHARACTER SET ascii COLLATE ascii_bin DEFAULT NULL,
  \`b\` blob DEFAULT NULL,
  PRIMARY KEY (\`id\`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8 COLLATE=utf8_bin
5 insert into \`parents\` values (1, 'O''Neil', x'00ff')
6 insert into \`parents\` values (2, NULL, 'text')
7 CREATE TABLE \`t\` (
  \`a\` decimal(5,2) DEFAULT NULL,
  \`d\` datetime DEFAULT NULL
) ENGINE=InnoDB DEFAULT CHARSET=utf8 COLLATE=utf8_bin
8 insert into \`t\` values (1.50, '2019-03-28 10:00:00')
9 set foreign_key_checks = 1`,
	);
	const anew = await openMemoryKernel({ release: "2.1.0" });
	t.teardown(() => anew.close());
	const other = await connectRoot(anew);
	for (const { text } of statements) {
		t.regex(await answerOf(other, text), /^(ok|$)/, text);
	}
	const rows = "select id, name, hex(b) from shop.parents";
	t.is(await answerOf(other, rows), await answerOf(session, rows));
	await t.throwsAsync(readWorkload("mysql://127.0.0.1:1/shop", { role: "schema" }), {
		message: /^cannot connect to mysql:\/\/127\.0\.0\.1:1\/shop: /,
	});
	await t.throwsAsync(readWorkload("mysql://old/shop?rows=many", { role: "schema" }), { message: /is no address/ });
});

test("views stand behind those that they read, generated columns take no values, and programs come last", async (t) => {
	const kernel = await openMemoryKernel({ release: "2.1.7" });
	const server = await startServer({ kernel, log: silence, host: "127.0.0.1", port: 0 });
	t.teardown(async () => {
		await server.close(0);
		await kernel.close();
	});
	const session = await connectRoot(kernel);
	for (const sql of [
		"create database a_first",
		"create database shop",
		"use shop",
		"create table t (k int, g int as (k + 1), v varchar(9))",
		"insert into t (k, v) values (1, 'x')",
		"create view v1 as select k from t",
		"create view a_view as select * from v1",
		"create view a_first.of_another as select * from shop.a_view",
		"create trigger tr before insert on t for each row set new.v = upper(new.v)",
		"create procedure pr() insert into t (k) values (2)",
		"create function fu(a int) returns int deterministic return a + 1",
		"create event ev on schedule every 1 day do delete from t",
		"create user app identified by 'secret'",
		"grant select on shop.* to app",
		"create user none identified by 'secret'",
	]) {
		t.regex(await answerOf(session, sql), /^(ok|$)/, sql);
	}
	const { port } = server.address;
	const { statements } = await readWorkload(`mysql://root@127.0.0.1:${port}/?rows=5`, { role: "schema" });
	const anew = await openMemoryKernel({ release: "2.1.7" });
	t.teardown(() => anew.close());
	const other = await connectRoot(anew);
	for (const { text } of statements) {
		t.regex(await answerOf(other, text), /^(ok|$)/, text);
	}
	await answerOf(other, "use shop");
	await answerOf(other, "call pr()");
	t.is(await answerOf(other, "select k, fu(g), v from t"), "k\tfu(g)\tv\n1\t3\tx\n2\t4\tNULL");
	t.is(await answerOf(other, "select * from a_first.of_another"), "k\n1\n2");
	t.regex(await answerOf(other, "show create event ev"), /EVERY 1 DAY/);

	const { notes } = await readWorkload(`mysql://app:secret@127.0.0.1:${port}/shop`, { role: "schema" });
	t.regex(notes.join("\n"), /^view `shop`.`a_view` left out: SHOW VIEW command denied/m);
	const refused = [
		["/shop?row=1", /\/shop: there is no row; rows=100 and http=/],
		["/shop?http=old:10080", /http takes an address/],
		[`/shop?http=http://127.0.0.1:1`, /^cannot reach http:\/\/127\.0\.0\.1:1: /],
	] as const;
	for (const [rest, message] of refused) {
		await t.throwsAsync(readWorkload(`mysql://root@127.0.0.1:${port}${rest}`, { role: "schema" }), { message });
	}
});
