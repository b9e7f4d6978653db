/**
 * The kernel's interface for apps: logins, sessions, metadata records, and two kernels on one store.
 */
import { createHash } from "node:crypto";
import test from "ava";
import type { SqlError } from "../../core/errors/catalogue.ts";
import { openMemoryStore } from "../../core/store/memory/memory.ts";
import type { FastStore } from "../../core/store/fast-store.ts";
import { answerOf, connectTest, openTestKernel } from "../client.ts";

/** Returns a store that outlives the kernels opened on it. */
function lastingStore(): FastStore {
	const store = openMemoryStore();
	return {
		snapshot: () => store.snapshot(),
		commit: (batch) => store.commit(batch),
		check: () => store.check(),
		close: async () => undefined,
	};
}

function sha1(...parts: Uint8Array[]): Buffer {
	const hash = createHash("sha1");
	for (const part of parts) {
		hash.update(part);
	}
	return hash.digest();
}

const challenge = Buffer.from("abcdefghijklmnopqrst");

/** Returns a client's response to the challenge. */
function response(password: string): Uint8Array {
	if (password === "") {
		return new Uint8Array(0);
	}
	const once = sha1(Buffer.from(password));
	const mask = sha1(challenge, sha1(once));
	return once.map((byte, at) => byte ^ mask[at]!);
}

test("logins succeed with the right password", async (t) => {
	const kernel = await openTestKernel();
	const session = await connectTest(kernel);
	await answerOf(
		session,
		"create user 'joe'@'10.1.%' identified by 'secret', 'joe'@'%' identified by 'other', ''@'localhost'",
	);
	const login = async (user: string, host: string, password: string) => {
		const { account, proves } = await kernel.identify(user, host);
		return proves(challenge, response(password)) === true ? account : undefined;
	};
	t.deepEqual(await login("root", "127.0.0.1", ""), { user: "root", accountHost: "localhost" });
	t.deepEqual(await login("joe", "10.1.2.3", "secret"), { user: "joe", accountHost: "10.1.%" });
	t.deepEqual(await login("joe", "10.2.2.3", "other"), { user: "joe", accountHost: "%" });
	t.deepEqual(await login("anybody", "localhost", ""), { user: "", accountHost: "localhost" });
	for (const [user, host, password] of [
		["joe", "10.1.2.3", "other"],
		["root", "10.0.0.1", ""],
		["root", "::1", "x"],
	] as const) {
		t.is(await login(user, host, password), undefined);
	}
	await kernel.close();
});

test("unknown databases are refused, and connections are counted", async (t) => {
	const kernel = await openTestKernel();
	const error = await t.throwsAsync<SqlError>(
		kernel.connect({ user: "root", accountHost: "localhost", host: "localhost", database: "nosuch" }),
	);
	t.is(error?.code, 1049);
	const session = await connectTest(kernel);
	t.is(kernel.connectionCount, 1);
	await session.close();
	await session.close();
	t.is(kernel.connectionCount, 0);
	await kernel.close();
});

test("reset clears a session's state", async (t) => {
	const kernel = await openTestKernel();
	const session = await connectTest(kernel);
	for (const sql of ["create table t (a int)", "set @a = 1, sql_mode = ''", "begin", "insert into t values (1)"]) {
		await answerOf(session, sql);
	}
	t.true(session.status().inTransaction);
	await session.reset();
	t.false(session.status().inTransaction);
	t.deepEqual(await answerOf(session, "select @a, @@sql_mode = '', count(*) from t"), [
		"@a\t@@sql_mode = ''\tcount(*)",
		"NULL\t0\t0",
	]);
	await kernel.close();
});

test("the fields of a table are listed", async (t) => {
	const kernel = await openTestKernel();
	const session = await connectTest(kernel);
	await answerOf(session, "create table t (alpha int, beta int, alps int)");
	t.deepEqual(
		(await session.fields("t", "")).map(({ name }) => name),
		["alpha", "beta", "alps"],
	);
	t.deepEqual(
		(await session.fields("t", "al%")).map(({ name }) => name),
		["alpha", "alps"],
	);
	await kernel.close();
});

test("KILL ends a session", async (t) => {
	const kernel = await openTestKernel();
	const session = await connectTest(kernel);
	let ended = 0;
	const other = await kernel.connect({
		user: "root",
		accountHost: "localhost",
		host: "localhost",
		disconnect: () => ended++,
	});
	t.deepEqual(await answerOf(session, `kill ${other.id}`), ["ok"]);
	t.is(ended, 1);
	t.deepEqual(await answerOf(session, "kill 4711"), ["ERROR 1094 (HY000): Unknown thread id: 4711"]);
	await kernel.close();
});

test("two servers of different releases share one store", async (t) => {
	const store = lastingStore();
	const old = await openTestKernel("2.1.0", store);
	const young = await openTestKernel("2.1.7", store);
	const a = await connectTest(old);
	const b = await connectTest(young);
	await answerOf(a, "create table t (id int auto_increment primary key, a varchar(10))");
	t.deepEqual(await answerOf(b, "insert into t (a) values ('young')"), ["ok, 1 changed, id 1"]);
	t.deepEqual(await answerOf(a, "insert into t (a) values ('old')"), ["ok, 1 changed, id 2"]);
	t.deepEqual(await answerOf(b, "insert into t (a) values ('young')"), ["ok, 1 changed, id 3"]);
	await answerOf(b, "alter table t add column n int default 5");
	t.deepEqual(await answerOf(a, "select * from t"), ["id\ta\tn", "1\tyoung\t5", "2\told\t5", "3\tyoung\t5"]);
	// Rows without a primary key do not conflict.
	await answerOf(a, "create table h (a int)");
	await Promise.all([1, 2, 3].map((n) => answerOf(a, `insert into h values (${n})`)));
	await Promise.all([4, 5, 6].map((n) => answerOf(b, `insert into h values (${n})`)));
	t.deepEqual(await answerOf(a, "select count(*), sum(a) from h"), ["count(*)\tsum(a)", "6\t21"]);
	// A global value of a rule's variable applies to new sessions of the other server.
	await answerOf(a, "set global db_skip_utf8_check = 1");
	t.deepEqual(await answerOf(await connectTest(young), "select @@db_skip_utf8_check"), ["@@db_skip_utf8_check", "1"]);
	await old.close();
	await young.close();
	const again = await openTestKernel("2.1.3", store);
	t.deepEqual(await answerOf(await connectTest(again), "select @@global.db_skip_utf8_check"), [
		"@@global.db_skip_utf8_check",
		"1",
	]);
	await again.close();
});

test("concurrent updates of one row are all applied", async (t) => {
	const kernel = await openTestKernel();
	const sessions = await Promise.all(Array.from({ length: 8 }, () => connectTest(kernel)));
	await answerOf(sessions[0]!, "create table t (id int primary key, n int)");
	await answerOf(sessions[0]!, "insert into t values (1, 0)");
	await Promise.all(
		sessions.map(async (session) => {
			for (let turn = 0; turn < 25; turn++) {
				await answerOf(session, "update t set n = n + 1 where id = 1");
			}
		}),
	);
	t.deepEqual(await answerOf(sessions[0]!, "select n from t"), ["n", "200"]);
	await kernel.close();
});

test("metadata records for the HTTP interface", async (t) => {
	const kernel = await openTestKernel("2.1.5");
	const session = await connectTest(kernel);
	await answerOf(session, "create table T (a int)");
	t.deepEqual((await kernel.metadata.tables("TEST")).length, 1);
	const record = (await kernel.metadata.table("test", "t")) as { readonly id: number };
	t.deepEqual(await kernel.metadata.tableById(record.id), record);
	t.is((await t.throwsAsync<SqlError>(kernel.metadata.table("nosuch", "t")))?.code, 1146);
	t.is((await t.throwsAsync<SqlError>(kernel.metadata.tables("nosuch")))?.code, 1049);
	t.is((await t.throwsAsync<SqlError>(kernel.metadata.tableById(4711)))?.code, 1146);
	await kernel.close();
});
