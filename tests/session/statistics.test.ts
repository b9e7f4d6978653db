/**
 * Persistent statistics of tables and indexes: as MySQL's tables show them, after ANALYZE, and after a restart.
 */
import test from "ava";
import { openMemoryStore } from "../../core/store/memory/memory.ts";
import { answerOf, connectRoot, openMemoryKernel } from "../memory-kernel.ts";

const cardinality =
	"select index_name, cardinality from information_schema.statistics where table_schema = 'test' order " +
	"by 1, seq_in_index";
const told =
	"select index_name, stat_name, stat_value, stat_description from mysql.innodb_index_stats where " +
	"database_name = 'test' and stat_name like 'n_diff%' order by 1, 2";

test("mysql.innodb_table_stats and innodb_index_stats are as in MySQL", async (t) => {
	const kernel = await openMemoryKernel({ release: "2.1.7" });
	t.teardown(() => kernel.close());
	const session = await connectRoot(kernel);
	await answerOf(session, "create table t (id int primary key, a int, b int, key ab (a, b))");
	await answerOf(session, "insert into t values (1, 1, 1), (2, 1, 2), (3, 1, 3), (4, 2, 1), (5, 2, 1), (6, 3, 9)");
	await answerOf(session, "analyze table t");
	t.is(
		await answerOf(session, told),
		`index_name\tstat_name\tstat_value\tstat_description
ab\tn_diff_pfx01\t3\ta
ab\tn_diff_pfx02\t5\ta,b
ab\tn_diff_pfx03\t6\ta,b,id
PRIMARY\tn_diff_pfx01\t6\tid`,
	);
	t.is(
		await answerOf(
			session,
			"select table_name, n_rows, last_update > '2020-01-01' from mysql.innodb_table_stats where " +
				"database_name = 'test'",
		),
		"table_name\tn_rows\tlast_update > '2020-01-01'\nt\t6\t1",
	);
	await answerOf(session, "insert into t select id + 10, id, b from t");
	await answerOf(session, "analyze table t");
	t.regex(await answerOf(session, told), /ab\tn_diff_pfx01\t6\ta\n/);
	t.regex(
		await answerOf(session, "show columns from mysql.innodb_index_stats"),
		/stat_value\tbigint\(21\) unsigned\tNO/,
	);
	t.regex(await answerOf(session, "delete from mysql.innodb_table_stats"), /^ERROR /);
});

test(
	"statistics of ANALYZE are used by the next server on the same data, until the table is dropped or its " +
		"index changed",
	async (t) => {
		const store = openMemoryStore();
		const first = await openMemoryKernel({ release: "2.1.7" }, store);
		const session = await connectRoot(first);
		const many = Array.from({ length: 200 }, (_, at) => `(${at}, ${at % 7})`).join();
		for (const sql of [
			"create table t (id int primary key, a int, key a (a))",
			`insert into t values ${many}`,
			"analyze table t",
		]) {
			await answerOf(session, sql);
		}
		const second = await openMemoryKernel({ release: "2.1.7" }, store);
		t.teardown(() => second.close());
		const other = await connectRoot(second);
		// So many tables that missing statistics are not collected.
		for (let at = 0; at < 5; at++) {
			await answerOf(other, `create table u${at} (id int primary key, a int, key a (a))`);
		}
		t.is(
			await answerOf(
				other,
				`${cardinality.replace("'test'", "'test' and table_name in ('t', 'u1', 'u2', 'u3', 'u4')").replace("order by", "and table_name = 't' order " + "by")}`,
			),
			"index_name\tcardinality\na\t7\nPRIMARY\t200",
		);
		await answerOf(other, "alter table t drop index a, add index a (a, id)");
		await answerOf(other, "drop table t");
		t.false([...(await keysUnder(store, "\x22"))].length > 0);
	},
);

async function keysUnder(store: ReturnType<typeof openMemoryStore>, prefix: string): Promise<readonly string[]> {
	const snapshot = store.snapshot();
	const keys: string[] = [];
	const pages = snapshot.pages({ from: prefix, to: `${prefix}\xff` });
	for (let page = await pages.next(); page !== null; page = await pages.next()) {
		for (let at = 0; at < page.count; at++) {
			keys.push(page.key(at));
		}
	}
	snapshot.release();
	return keys;
}
