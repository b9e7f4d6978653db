/**
 * COM_FIELD_LIST asks for what `SELECT *` asks: it tells nothing of tables and columns that an account may not read.
 */
import test from "ava";
import { answerOf, connectRoot, openMemoryKernel } from "../memory-kernel.ts";

test("columns are listed to accounts that may select them all", async (t) => {
	const kernel = await openMemoryKernel({ release: "2.1.7" });
	t.teardown(() => kernel.close());
	const root = await connectRoot(kernel);
	for (const sql of [
		"create table t (id int primary key, secret int default 42)",
		"create table s (a int)",
		"create view v as select secret from t",
		"create user joe@localhost, ann@localhost",
		"grant select (id) on test.t to joe@localhost",
		"grant insert on test.s to joe@localhost",
		"grant select on test.t to ann@localhost",
	]) {
		t.is(await answerOf(root, sql), "ok");
	}
	const connect = (user: string) =>
		kernel.connect({ user, accountHost: "localhost", host: "localhost", database: "test" });
	const [joe, ann] = [await connect("joe"), await connect("ann")];
	for (const table of ["t", "s", "v", "nosuch"]) {
		await t.throwsAsync(async () => joe.fields(table, ""), { code: 1142 } as object, table);
	}
	t.deepEqual(
		(await ann.fields("t", "%")).map(({ name }) => name),
		["id", "secret"],
	);
	await t.throwsAsync(async () => ann.fields("v", ""), { code: 1142 } as object);
	await answerOf(root, "revoke select on test.t from ann@localhost");
	await t.throwsAsync(async () => ann.fields("t", ""), { code: 1142 } as object, "at once");
});
