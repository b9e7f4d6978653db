/**
 * TRUNCATE of a table without rows leaves it as it is; with rows, or ids that were taken, it begins anew.
 */
import test from "ava";
import { answerOf, connectRoot, openMemoryKernel } from "../memory-kernel.ts";

test("an empty table keeps its id; rows, taken ids and partitions make a new one", async (t) => {
	const kernel = await openMemoryKernel({ release: "2.1.7" });
	t.teardown(() => kernel.close());
	const session = await connectRoot(kernel);
	const idOf = async (table: string): Promise<unknown> =>
		((await kernel.metadata.table("test", table)) as { id: unknown }).id;
	const ask = (sql: string): Promise<string> => answerOf(session, sql);
	await ask("create table t (id int primary key auto_increment, a int)");
	await ask("create table p (id int primary key) partition by hash (id) partitions 2");
	await ask("create temporary table own (a int)");
	const first = await idOf("t");
	t.is(await ask("truncate t"), "ok");
	t.is(await idOf("t"), first);
	await ask("insert into t (a) values (1)");
	await ask("truncate t");
	const second = await idOf("t");
	t.not(second, first);
	t.is(await ask("select count(*) from t"), "count(*)\n0");
	// A row that was rolled back has taken its id.
	await ask("begin");
	await ask("insert into t (a) values (1)");
	await ask("rollback");
	await ask("truncate t");
	t.not(await idOf("t"), second);
	await ask("insert into t (a) values (1)");
	t.is(await ask("select id from t"), "id\n1");
	await ask("insert into p values (1), (2)");
	await ask("truncate p");
	t.is(await ask("select count(*) from p"), "count(*)\n0");
	await ask("insert into own values (1)");
	await ask("truncate own");
	t.is(await ask("select count(*) from own"), "count(*)\n0");
	// An open transaction is committed, as by any definition.
	await ask("begin");
	await ask("insert into p values (5)");
	await ask("truncate own");
	await ask("rollback");
	t.is(await ask("select count(*) from p"), "count(*)\n1");
});
