/**
 * Bulk path and general path of UPDATE and DELETE agree: answers, warnings, errors and stored rows.
 *
 * Tables of many shapes: with and without a primary key, with unique keys, added and dropped columns, foreign keys,
 * generated columns, timestamps, AUTO_INCREMENT; on a store that answers at once, on one that answers with promises,
 * and on one with blocks.
 */
import test from "ava";
import { Random } from "../../../bench/random.ts";
import { bulk } from "../../../core/exec/bulk/expected-rows.ts";
import type { Kernel } from "../../../core/kernel.ts";
import type { Session } from "../../../core/session/api/session.ts";
import { openLmdbStore } from "../../../core/store/lmdb/lmdb.ts";
import { openMemoryStore } from "../../../core/store/memory/memory.ts";
import { answerOf, connectRoot, openMemoryKernel } from "../../memory-kernel.ts";
import { storePath } from "../../store/directory.ts";
import { slowStore } from "../slow-store.ts";

const common =
	"k int not null default 3, s varchar(300) character set utf8mb4, n tinyint null, d decimal(8,2) not " +
	"null default 1.5, f double null";
/** Each with the statements that complete it. */
const shapes: Readonly<Record<string, readonly string[]>> = {
	keyed: [`create table T (id int not null primary key, ${common}, key (k), key (s(4)), key (n, d))`],
	counted: [`create table T (id int not null auto_increment primary key, ${common}, key (k, s), key (f))`],
	hidden: [`create table T (id int not null, ${common}, key (k), key (id))`],
	unique: [
		`create table T (id int not null primary key, ${common}, key (k), unique key (s, id), unique key (n, k, id))`,
	],
	altered: [
		`create table T (id int not null primary key, gone int default 5, ${common}, key (k))`,
		"alter table T drop column gone, add column late int default 8, add key (late)",
	],
	grown: [
		`create table T (id int not null primary key, ${common}, key (k))`,
		"alter table T add column late int default 8, add column last varchar(9) not null default 'x'",
	],
	checked: [
		`create table T (id int not null primary key, ${common}, twice int generated always as (k * 2), key ` +
			`(k), key (twice), check (k < 100))`,
	],
	clocked: [
		`create table T (id int not null primary key, ${common}, at timestamp not null default ` +
			`'2020-01-01', until timestamp not null default '2021-02-03', key (k), key (until))`,
	],
	touched: [
		`create table T (id int not null primary key, ${common}, at datetime not null default '2020-01-01' ` +
			`on update current_timestamp, key (k))`,
	],
	stamped: [
		`create table T (id int not null primary key, ${common}, at timestamp(3) not null default '2020-01-01' ` +
			"on update current_timestamp(3), late datetime on update now(), key (k), key (late))",
	],
	restamped: [
		`create table T (id int not null primary key, ${common}, m int null default 5, at datetime ` +
			"on update current_timestamp, key (k))",
		"update T set m = n",
	],
	parent: [
		`create table T (id int not null primary key, ${common}, key (k))`,
		"create table TC (id int primary key, p int, foreign key (p) references T (id) on delete cascade)",
		"insert into TC select id, id from T where id < 40",
	],
	child: [
		`create table T (id int not null primary key, ${common}, key (k))`,
		"create table TC (id int primary key, m int not null, key (m))",
		`insert into TC values ${Array.from({ length: 11 }, (_, at) => `(${at}, ${at})`).join(", ")}`,
		"alter table T add foreign key (k) references TC (m) on update cascade",
	],
	partitioned: [
		`create table T (id int not null primary key, ${common}, key (k)) partition by range (id) (partition p0 values ` +
			"less than (30), partition p1 values less than (90), partition p2 values less than maxvalue)",
	],
	fired: [
		`create table T (id int not null primary key, ${common}, key (k))`,
		"create table TC (id int)",
		"create trigger TC after delete on T for each row insert into TC values (old.id)",
	],
	wide: [
		`create table T (id int not null primary key, ${common}, ` +
			`${Array.from({ length: 300 }, (_, at) => `c${at} int`).join(", ")}, key (k))`,
	],
};
const changes = [
	"update T set n = n + 1 where W",
	"update T set s = concat(s, 'ä') where W",
	"update T set k = k + 1 where W",
	"update T set n = null where W",
	"update T set d = d * 1.7, f = d where W",
	"update T set s = repeat('y', 260) where W",
	"update T set s = 'short' where W",
	"update T set k = n, n = k where W",
	"update T set n = 100 + k where W",
	"update T set n = n * 30 where W",
	"update T set f = f + 0.1, k = 3 where W",
	"update T set s = null, n = 5 where W",
	"update T set k = default, d = default where W",
	"update T set id = id + 1000 where W",
	"update T set k = null where W",
	"update T set n = (select 4) where W",
	"update T set k = 5 where W limit 3",
	"update T set n = 1 where W order by id desc",
	"update ignore T set n = 1000 where W",
	"update T set s = s where W",
	"update T set s = unhex('ff') where W",
	"update T set n = @count := @count + 1 where W",
	"update T x set x.n = 3 where W",
	"update T set m = null, n = n where W",
	"update T set s = upper(s), k = length(s) where W",
	"delete from T where W",
	"delete from T where W and n > 3",
	"delete from T where W limit 2",
	"delete ignore from T where W",
];
const wheres = [
	"k = V",
	"k = V",
	"k between V and V + 1",
	"id between V * 7 and V * 11",
	"id > V * 9",
	"s like 'a%'",
	"k in (V, V + 1, V + 2)",
	"n = V",
	"n is null",
	"n > V and k = 3",
	"k = V and s <> 'b'",
	"id + 0 < V * 4",
	"s = 'a1'",
	"n + s > V",
	"true",
	"k > V and 1 / (id - 5) > 0",
	"k = (select V)",
	"k = V and @count < 100",
];
const { leastRows } = bulk;
const words = ["a", "a1", "abc", "b", "", "é", "12", "x".repeat(200)];

async function fill(session: Session, table: string, random: Random): Promise<void> {
	const rows = Array.from({ length: 130 }, (_, at) => {
		const word = words[random.between(0, words.length - 1)]!;
		const [n, f] = [
			random.between(0, 9) === 0 ? "null" : random.between(-3, 9),
			random.between(0, 5) === 0 ? "null" : random.between(0, 9) / 4,
		];
		return (
			`(${at + 1}, ${random.between(0, 9)}, ${at % 11 === 0 ? "null" : `'${word}'`}, ${n}, ` +
			`${random.between(0, 999) / 100}, ${f})`
		);
	});
	await answerOf(session, `insert into ${table} (id, k, s, n, d, f) values ${rows.join(", ")}`);
}

async function make(session: Session, table: string, shape: readonly string[]): Promise<void> {
	// Either may refer to the other.
	for (const name of [`${table}C`, table, `${table}C`]) {
		await answerOf(session, `drop table if exists ${name}`);
	}
	for (const [at, sql] of shape.entries()) {
		await answerOf(session, sql.replaceAll(/\bT(C?)\b/g, `${table}$1`));
		if (at === 0) {
			await fill(session, table, new Random(table.length));
		}
	}
}

/** Some changes of a transaction that holds locks, with reads of its own writes and rollbacks to savepoints. */
function inTransaction(random: Random, drawn: () => string): readonly string[] {
	const looks = [
		"select count(*), sum(k), sum(n) from T",
		"select count(*) from T force index (k) where k >= 0",
		"select id, k, s from T where id between 20 and 40 order by id, k, s for update",
	];
	const steps = ["begin"];
	for (let left = random.between(1, 4); left > 0; left--) {
		steps.push(drawn());
		if (random.between(0, 1) === 0) {
			steps.push(looks[random.between(0, looks.length - 1)]!);
		}
		if (random.between(0, 3) === 0) {
			steps.push("savepoint here", drawn(), "rollback to here");
		}
	}
	return [...steps, random.between(0, 2) === 0 ? "rollback" : "commit"];
}

async function play(
	t: { is(one: unknown, other: unknown, message?: string): void },
	kernel: Kernel,
	turns: number,
): Promise<void> {
	const session = await connectRoot(kernel);
	const random = new Random(77);
	const ask = (sql: string): Promise<string> => answerOf(session, sql);
	await ask("set timestamp = 1600000000");
	for (const [name, shape] of Object.entries(shapes)) {
		const pair = [`${name}_1`, `${name}_2`];
		for (let turn = 0; turn < turns; turn++) {
			if (turn % 25 === 0) {
				await Promise.all([make(session, pair[0]!, shape)]);
				await make(session, pair[1]!, shape);
				await ask(`set sql_mode = '${turn % 50 === 0 ? "" : "STRICT_TRANS_TABLES"}'`);
			}
			const drawn = (): string => {
				const where = wheres[random.between(0, wheres.length - 1)]!.replaceAll("V", String(random.between(0, 9)));
				return changes[random.between(0, changes.length - 1)]!.replace("W", where);
			};
			bulk.manyRows = turn % 2 === 0 ? 1 : 512;
			const steps = turn % 3 === 0 ? inTransaction(random, drawn) : [drawn()];
			const answers: string[] = [];
			for (const [at, table] of pair.entries()) {
				bulk.leastRows = at === 0 ? 0 : Number.POSITIVE_INFINITY;
				await ask("set @count = 0");
				for (const step of steps) {
					const sql = step.replaceAll(/\bT\b/g, table);
					answers[at] = [
						answers[at],
						await ask(sql),
						await ask("show warnings"),
						await ask("select row_count(), @count"),
					]
						.join("\n")
						.replaceAll(table, "T");
				}
			}
			bulk.leastRows = leastRows;
			t.is(answers[0], answers[1], `${name}: ${steps.join("; ")}`);
			if (turn % 5 === 0) {
				t.is(
					await ask(`select * from ${pair[0]} order by id, k, n, s`),
					await ask(`select * from ${pair[1]} order by id, k, n, s`),
					name,
				);
			}
		}
		t.is(
			await ask(`check table ${pair[0]}`).then((text) => text.includes("status\tOK")),
			true,
			await ask(`check table ${pair[0]}`),
		);
		t.is(
			await ask(`select count(*) from ${pair[0]} force index (k) where k >= -99999`),
			await ask(`select count(*) from ${pair[1]} where k + 0 >= -99999`),
		);
	}
}

test.serial("bulk changes equal those of the general path", async (t) => {
	const kernel = await openMemoryKernel({});
	await play(t, kernel, 150);
	await kernel.close();
});

test.serial("the same on a store that returns promises", async (t) => {
	const kernel = await openMemoryKernel({}, slowStore(openMemoryStore()));
	await play(t, kernel, 25);
	await kernel.close();
});

test.serial("the same on a store with blocks", async (t) => {
	const kernel = await openMemoryKernel({}, openLmdbStore({ path: storePath(t) }));
	await play(t, kernel, 50);
	await kernel.close();
});

test.serial("concurrent bulk changes are all applied, each once", async (t) => {
	const kernel = await openMemoryKernel({}, openLmdbStore({ path: storePath(t) }));
	const sessions = await Promise.all([0, 1, 2].map(() => connectRoot(kernel)));
	const ask = (at: number, sql: string): Promise<string> => answerOf(sessions[at]!, sql);
	await ask(0, "create table t (id int primary key, k int not null, n int not null, m int not null, key (k))");
	await ask(
		0,
		`insert into t values ${Array.from({ length: 3000 }, (_, at) => `(${at}, ${at % 5}, 0, 0)`).join(", ")}`,
	);
	// All lock rows in key order, or a range at once, so that there is no deadlock.
	const done = async (at: number, sql: string): Promise<void> => {
		t.is(await ask(at, sql), "ok", sql);
	};
	const run = async (at: number): Promise<void> => {
		for (let turn = 0; turn < 12; turn++) {
			await done(at, `update t set n = n + 1 where k = ${turn % 3}`);
			await done(at, `update t set m = m + 1 where id between ${at * 500} and ${at * 500 + 999}`);
			if (at === 2) {
				await done(at, "begin");
				await done(at, "update t set n = n + 1 where k = 4");
				await done(at, turn % 2 === 0 ? "rollback" : "commit");
			}
		}
	};
	await Promise.all([0, 1, 2].map(run));
	t.is(await ask(0, "select k, sum(n) from t where k < 3 group by k"), "k\tsum(n)\n0\t7200\n1\t7200\n2\t7200");
	t.is(await ask(0, "select sum(m), count(*) from t"), `sum(m)\tcount(*)\n${3 * 12 * 1000}\t3000`);
	await kernel.close();
});

test.serial("a bulk change of a range holds an exclusive range lock until the transaction ends", async (t) => {
	const kernel = await openMemoryKernel({}, openLmdbStore({ path: storePath(t) }));
	const sessions = await Promise.all([0, 1].map(() => connectRoot(kernel)));
	const ask = (at: number, sql: string): Promise<string> => answerOf(sessions[at]!, sql);
	await ask(0, "create table t (id int primary key, k int not null, key (k))");
	await ask(0, `insert into t values ${Array.from({ length: 2000 }, (_, at) => `(${at * 2}, ${at % 5})`).join(", ")}`);
	await ask(1, "set innodb_lock_wait_timeout = 1");
	await ask(0, "begin");
	t.is(await ask(0, "delete from t where id between 100 and 3000"), "ok");
	for (const sql of [
		"update t set k = 9 where id = 200",
		"insert into t values (201, 1)",
		"delete from t where id = 3000",
		"select * from t where id = 100 lock in share mode",
	]) {
		t.regex(await ask(1, sql), /1205/, sql);
	}
	t.is(await ask(1, "update t set k = 9 where id in (50, 3500)"), "ok");
	t.is(await ask(1, "select count(*) from t"), "count(*)\n2000");
	// Deleted rows are gone for every kind of read in the transaction.
	t.is(await ask(0, "select count(*), sum(id) from t where id < 5000"), "count(*)\tsum(id)\n549\t1748950");
	t.is(await ask(0, "select count(*) from t force index (k) where k between 0 and 4"), "count(*)\n547");
	const waiting = ask(1, "insert into t values (200, 7)");
	t.is(await ask(0, "commit"), "ok");
	t.is(await waiting, "ok");
	t.is(await ask(1, "select count(*), max(k) from t"), "count(*)\tmax(k)\n550\t9");
	t.regex(await ask(1, "check table t"), /status\tOK/);
	await kernel.close();
});
