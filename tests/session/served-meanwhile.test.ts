/**
 * Others are served while a statement defines or names thousands of things.
 */
import test from "ava";
import { answerOf, connectRoot, openMemoryKernel } from "../memory-kernel.ts";
import { turnsDuring } from "../turn-count.ts";

function listOf(length: number, item: (at: number) => string): string {
	return Array.from({ length }, (_, at) => item(at)).join();
}

const accounts = listOf(300, (at) => `u${at}@localhost`);

const statements: readonly (readonly [title: string, text: string])[] = [
	[
		"joins of equal keys",
		`do (select min(concat(a.s, b.s)) from test.equals a join test.equals b on b.k = a.k),
		(select count(*) from (select a.s from test.equals a join test.equals b on b.k = a.k order by b.s, a.s limit 3) t),
		(select count(*) from test.equals a join test.equals b on b.k = a.k join test.equals c on c.k = b.k where a.id < 2)`,
	],
	["GET_LOCK", `do ${listOf(500, (at) => `get_lock('n${at}', 0)`)}`],
	["CREATE USER", `create user ${accounts}`],
	["GRANT", `grant select on *.* to ${accounts}`],
	["GRANT on columns", `grant ${listOf(200, (at) => `select (c${at})`)} on test.wide to u1@localhost`],
	["RENAME USER", `rename user ${listOf(200, (at) => `u${at}@localhost to v${at}@localhost`)}`],
	["DROP USER", `drop user ${listOf(200, (at) => `v${at}@localhost`)}`],
	[
		"PARTITION BY LIST",
		`create table parts (a int) partition by list (a) (partition p values in (${listOf(20_000, String)}))`,
	],
	[
		"PARTITION BY LIST COLUMNS",
		`create table tuples (a int, b int) partition by list columns (a, b) (partition p values in (${listOf(10_000, (at) => `(${at}, 1)`)}))`,
	],
];

test("a statement of thousands of names or values lets others in", async (t) => {
	const kernel = await openMemoryKernel({});
	t.teardown(() => kernel.close());
	const session = await connectRoot(kernel);
	await answerOf(session, `create table test.wide (${listOf(200, (at) => `c${at} int`)})`);
	await answerOf(session, "create table test.equals (id int primary key, k int, s varchar(20))");
	await answerOf(session, `insert into test.equals values ${listOf(1500, (at) => `(${at}, 1, 'x${at}')`)}`);
	for (const [title, text] of statements) {
		const turns = await turnsDuring(async () => t.regex(await answerOf(session, text), /^ok/, title));
		t.true(turns > 4, `${title}: ${turns}`);
	}
});

test("others are answered while the grants of thousands of accounts are read again, and see them afterwards", async (t) => {
	const kernel = await openMemoryKernel({});
	t.teardown(() => kernel.close());
	const [session, other] = [await connectRoot(kernel), await connectRoot(kernel)];
	const rows = listOf(5000, (at) => `('h', 'u${at}', '', '', '')`);
	await answerOf(session, `insert into mysql.user (host, user, ssl_cipher, x509_issuer, x509_subject) values ${rows}`);
	let isRead = false;
	const flushed = answerOf(session, "flush privileges").then(() => {
		isRead = true;
	});
	let answers = 0;
	while (!isRead) {
		t.regex(await answerOf(other, "select 1"), /1$/);
		answers++;
		await new Promise((resolve) => setImmediate(resolve));
	}
	await flushed;
	t.true(answers > 4, `${answers} answers`);
	t.regex(await answerOf(other, "show grants for u4999@h"), /GRANT USAGE/);
});
