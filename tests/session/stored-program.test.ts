/**
 * Stored programs beside other sessions: an endless loop yields to them, and KILL QUERY ends it.
 */
import test from "ava";
import { answerOf, connectRoot, openMemoryKernel } from "../memory-kernel.ts";

const count = "declare i int default 0;";
const handler = "declare continue handler for sqlexception begin end;";
const loop = "while 1 do set i = i + 1; end while;";

test("an endless loop keeps no other session waiting, and can be killed", async (t) => {
	const kernel = await openMemoryKernel({ release: "2.1.7" });
	t.teardown(() => kernel.close());
	const session = await connectRoot(kernel);
	const other = await connectRoot(kernel);
	for (const sql of [
		"create table t (a int)",
		`create procedure spin() begin ${count} ${loop} end`,
		`create function spun() returns int begin ${count} ${loop} return i; end`,
		`create procedure handled() begin ${count} ${handler} ${loop} end`,
		`create trigger spinning before insert on t for each row begin ${count} ${loop} end`,
	]) {
		t.is(await answerOf(session, sql), "ok");
	}
	const id = (await answerOf(session, "select connection_id()")).split("\n")[1];
	for (const sql of ["call spin()", "select spun()", "set @a = spun()", "call handled()", "insert into t values (1)"]) {
		const spinning = answerOf(session, sql);
		t.is(await answerOf(other, "select 1"), "1\n1");
		t.is(await answerOf(other, `kill query ${id}`), "ok");
		t.regex(await spinning, /ERROR 1317 \(70100\).*: Query execution was interrupted/, sql);
	}
	t.is(await answerOf(session, "select count(*) from t"), "count(*)\n0");
});
