/**
 * Lock wait timeout: ends the statement, or with innodb_rollback_on_timeout the transaction.
 */
import test from "ava";
import { openTestKernel } from "../client.ts";
import { answerOf, connectRoot } from "../memory-kernel.ts";

for (const [ends, kept] of [
	[0, "7\n9"],
	[1, "9"],
] as const) {
	test(`innodb_rollback_on_timeout ${ends}`, async (t) => {
		const kernel = await openTestKernel("2.1.7", undefined, { innodb_rollback_on_timeout: ends });
		t.teardown(() => kernel.close(0));
		const [one, other] = [await connectRoot(kernel), await connectRoot(kernel)];
		for (const sql of [
			"create table t (id int primary key)",
			"insert into t values (9)",
			"begin",
			"select * from t where id = 9 for update",
		]) {
			await answerOf(one, sql);
		}
		for (const sql of ["set innodb_lock_wait_timeout = 1", "begin", "insert into t values (7)"]) {
			await answerOf(other, sql);
		}
		t.is(await answerOf(other, "select @@innodb_rollback_on_timeout"), `@@innodb_rollback_on_timeout\n${ends}`);
		t.regex(await answerOf(other, "delete from t where id = 9"), /^ERROR 1205 /);
		await answerOf(other, "commit");
		t.is(await answerOf(one, "rollback"), "ok");
		t.is(await answerOf(one, "select id from t order by id"), `id\n${kept}`);
	});
}
