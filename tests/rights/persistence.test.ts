/**
 * Accounts and grants after a restart, after a crash, and as seen by a second server on the same store.
 */
import test, { type ExecutionContext } from "ava";
import type { Kernel } from "../../core/kernel.ts";
import type { Session } from "../../core/session/api/session.ts";
import { openLmdbStore } from "../../core/store/lmdb/lmdb.ts";
import { openMemoryStore } from "../../core/store/memory/memory.ts";
import { answerOf, connectRoot, openMemoryKernel } from "../memory-kernel.ts";
import { storePath } from "../store/directory.ts";

const release = "2.1.7";

async function play(session: Session, ...statements: readonly string[]): Promise<void> {
	for (const sql of statements) {
		const answer = await answerOf(session, sql);
		if (answer.startsWith("ERROR")) {
			throw new Error(`${sql}: ${answer}`);
		}
	}
}

function connectJoe(kernel: Kernel): Promise<Session> {
	return kernel.connect({ user: "joe", accountHost: "localhost", host: "localhost", database: "test" });
}

async function allows(t: ExecutionContext, kernel: Kernel): Promise<void> {
	const joe = await connectJoe(kernel);
	t.is(await answerOf(joe, "select a from t"), "a\n1");
	t.regex(await answerOf(joe, "select b from t"), /^ERROR 1143/);
	t.regex(await answerOf(joe, "insert into t values (1, 2)"), /^ERROR 1142/);
	t.regex(
		await answerOf(joe, "show grants"),
		/GRANT CREATE VIEW ON `test`\.\*[\s\S]*GRANT SELECT \(a\) ON `test`\.`t`/,
	);
	await joe.close();
}

const setUp = [
	"create table t (a int, b int)",
	"insert into t values (1, 2)",
	"create user joe@localhost",
	"grant select (a) on t to joe@localhost",
	"grant create view on test.* to joe@localhost",
];

test("grants survive a restart and a crash", async (t) => {
	const path = storePath(t);
	const first = await openMemoryKernel({ release }, openLmdbStore({ path }));
	await play(await connectRoot(first), ...setUp);
	await allows(t, first);
	await first.close(0);
	const second = await openMemoryKernel({ release }, openLmdbStore({ path }));
	await allows(t, second);
	// Privileges are not held by this process alone: another process reads the same.
	await play(await connectRoot(second), "create user ann@localhost");
	const third = await openMemoryKernel({ release }, openLmdbStore({ path, readOnly: true }));
	t.regex(await answerOf(await connectRoot(third), "show grants for ann@localhost"), /GRANT USAGE/);
	await allows(t, third);
	await third.close(0);
	await second.close(0);
});

test("another server on the store sees grants at its next statement", async (t) => {
	const store = openMemoryStore();
	const one = await openMemoryKernel({ release }, store);
	const other = await openMemoryKernel({ release }, store);
	const root = await connectRoot(one);
	await play(root, ...setUp);
	const joe = await connectJoe(other);
	t.regex(await answerOf(joe, "insert into t (a) values (2)"), /^ERROR 1142/);
	await play(root, "grant insert on t to joe@localhost");
	t.is(await answerOf(joe, "insert into t (a) values (2)"), "ok");
	await play(root, "revoke select (a) on t from joe@localhost");
	t.regex(await answerOf(joe, "select a from t"), /^ERROR 1142/);
	// Also in a transaction, whose snapshot is older.
	await play(joe, "begin");
	await play(joe, "insert into t (a) values (3)");
	await play(await connectRoot(other), "revoke insert on t from joe@localhost");
	t.regex(await answerOf(joe, "insert into t (a) values (4)"), /^ERROR 1142/);
	await play(root, "drop user joe@localhost");
	t.false((await other.identify("joe", "localhost")).proves(Buffer.alloc(20), Buffer.alloc(0)));
	await joe.close();
	await one.close(0);
});

test("a cached plan is checked again for every account after privileges changed", async (t) => {
	const kernel = await openMemoryKernel({ release });
	t.teardown(() => kernel.close(0));
	const root = await connectRoot(kernel);
	await play(root, ...setUp);
	const joe = await connectJoe(kernel);
	const texts = ["select a from t where a = 1", "select a from t where a = 1"];
	t.deepEqual(await Promise.all(texts.map((sql) => answerOf(joe, sql))), ["a\n1", "a\n1"]);
	await play(root, "revoke select (a) on t from joe@localhost");
	t.regex(await answerOf(joe, texts[0]!), /^ERROR 1142/);
	t.is(await answerOf(root, texts[0]!), "a\n1");
	// Also for statements whose queries are planned at execution.
	for (const sql of [
		"do (select max(a) from t)",
		"set @x = (select max(a) from t)",
		"explain select a from t",
		"show tables where (select max(a) from t) = 1",
	]) {
		t.notRegex(await answerOf(root, sql), /^ERROR/, sql);
		t.regex(await answerOf(joe, sql), /^ERROR 1142/, sql);
	}
	await play(root, "grant select on test.* to joe@localhost");
	t.is(await answerOf(joe, texts[0]!), "a\n1");
	await play(root, "revoke select on test.* from joe@localhost");
	t.regex(await answerOf(joe, texts[0]!), /^ERROR 1142/);
});
