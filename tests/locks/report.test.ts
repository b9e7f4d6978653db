/**
 * Reports of transactions and locks: information_schema, performance_schema, sys, SHOW ENGINE INNODB STATUS.
 */
import test from "ava";
import { actors, rows } from "./sessions.ts";

const table = [
	"create table t (id int primary key, v int, key v (v))",
	"insert into t values (1, 10), (2, 20), (5, 50)",
];

test("running and waiting transactions, and the transactions that block them", async (t) => {
	const as = await actors(t, ...table);
	const [a, b, looker] = [await as("a"), await as("b"), await as("looker")];
	t.deepEqual(rows(await looker.run("select * from information_schema.innodb_trx")), []);
	await a.run("begin");
	t.deepEqual(rows(await looker.run("select * from information_schema.innodb_trx")), []);
	await a.run("update t set v = v + 1 where id = 1");
	await b.run("set session transaction isolation level read committed");
	await b.run("start transaction");
	const waiting = await b.waits("update t set v = v * 2 where id = 1");
	const transactions =
		"select trx_mysql_thread_id, trx_state, trx_query, trx_isolation_level, trx_requested_lock_id is " +
		"null, trx_rows_modified > 0 from information_schema.innodb_trx order by 1";
	t.deepEqual(rows(await looker.run(transactions)), [
		`${a.session.id} RUNNING NULL REPEATABLE READ 1 1`,
		`${b.session.id} LOCK WAIT update t set v = v * 2 where id = 1 READ COMMITTED 0 0`,
	]);
	const locks =
		"select trx_mysql_thread_id, lock_mode, lock_type, lock_table, lock_index from " +
		"information_schema.innodb_locks join information_schema.innodb_trx on trx_id = lock_trx_id order by 1";
	t.deepEqual(rows(await looker.run(locks)), [
		`${a.session.id} X RECORD \`test\`.\`t\` PRIMARY`,
		`${b.session.id} X RECORD \`test\`.\`t\` PRIMARY`,
	]);
	const waits = `select r.trx_mysql_thread_id, b.trx_mysql_thread_id from information_schema.innodb_lock_waits w
		join information_schema.innodb_trx r on r.trx_id = w.requesting_trx_id join information_schema.innodb_trx b on b.trx_id = w.blocking_trx_id`;
	t.deepEqual(rows(await looker.run(waits)), [`${b.session.id} ${a.session.id}`]);
	t.deepEqual(
		rows(
			await looker.run(
				"select locked_table, locked_index, waiting_pid, blocking_pid, sql_kill_blocking_connection from " +
					"sys.innodb_lock_waits",
			),
		),
		[`\`test\`.\`t\` PRIMARY ${b.session.id} ${a.session.id} KILL ${a.session.id}`],
	);
	const status = await looker.run("show engine innodb status");
	t.regex(
		status,
		/LIST OF TRANSACTIONS FOR EACH SESSION:.*---TRANSACTION \d+, ACTIVE \d+ sec.*TRX HAS BEEN WAITING \d+ SEC.*index PRIMARY of table `test`\.`t` trx id \d+ lock_mode X/s,
	);
	t.notRegex(status, /DEADLOCK/);
	await a.run("commit");
	t.is(await waiting.answer, "ok");
	t.deepEqual(rows(await looker.run("select * from information_schema.innodb_locks")), []);
	await b.run("rollback");
	t.deepEqual(rows(await looker.run("select * from information_schema.innodb_trx")), []);
});

test("a wait for a gap", async (t) => {
	const as = await actors(t, ...table);
	const [a, b, looker] = [await as("a"), await as("b"), await as("looker")];
	await a.run("begin");
	await a.run("select * from t where id > 2 for update");
	const waiting = await b.waits("insert into t values (3, 3)");
	t.deepEqual(
		rows(await looker.run("select trx_state, trx_query from information_schema.innodb_trx order by trx_id")),
		["RUNNING NULL", "LOCK WAIT insert into t values (3, 3)"],
	);
	t.deepEqual(
		rows(await looker.run("select lock_mode, lock_index from information_schema.innodb_locks order by lock_mode")),
		["X PRIMARY", "X,GAP PRIMARY"],
	);
	await a.run("rollback");
	t.is(await waiting.answer, "ok");
});

test("the latest deadlock is reported with its statements and its victim", async (t) => {
	const as = await actors(t, ...table);
	const [a, b, looker] = [await as("a"), await as("b"), await as("looker")];
	await a.run("begin");
	await b.run("begin");
	await a.run("update t set v = 11 where id = 1");
	await b.run("update t set v = 21 where id = 2");
	const waiting = await a.waits("update t set v = 12 where id = 2");
	const other = await b.run("update t set v = 22 where id = 1");
	const answers = [other, await waiting.answer];
	t.is(answers.filter((answer) => answer.startsWith("ERROR 1213")).length, 1);
	const status = await looker.run("show engine innodb status");
	t.regex(
		status,
		/LATEST DETECTED DEADLOCK.*\(1\) TRANSACTION:.*update t set v = .*\(2\) TRANSACTION:.*update t set v = .*WE ROLL BACK TRANSACTION \([12]\)/s,
	);
});

test("table locks are reported as metadata locks, connections as threads", async (t) => {
	const as = await actors(t, ...table);
	const [a, b, looker] = [await as("a"), await as("b"), await as("looker")];
	await a.run("begin");
	await a.run("select * from t");
	const waiting = await b.waits("alter table t add w int");
	const locks = await looker.run(
		"select object_type, object_schema, object_name, lock_type, lock_status, owner_thread_id from " +
			"performance_schema.metadata_locks where object_type = 'table' order by lock_status",
	);
	t.deepEqual(rows(locks), [
		`TABLE test t SHARED_READ GRANTED ${a.session.id}`,
		`TABLE test t EXCLUSIVE PENDING ${b.session.id}`,
	]);
	t.deepEqual(
		rows(
			await looker.run(
				`select processlist_state, processlist_info from performance_schema.threads where processlist_id = ` +
					b.session.id,
			),
		),
		["Waiting for table metadata lock alter table t add w int"],
	);
	t.deepEqual(
		rows(
			await looker.run(
				`select event_name, sql_text from performance_schema.events_statements_current where thread_id = ` +
					b.session.id,
			),
		),
		["statement/sql/alter_table alter table t add w int"],
	);
	await a.run("commit");
	t.regex(await waiting.answer, /^ok/);
});
