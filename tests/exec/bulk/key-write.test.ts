/**
 * Point updates and deletes: the fast path agrees with the general path in answers, warnings and stored rows.
 */
import test from "ava";
import { Random } from "../../../bench/random.ts";
import { answerOf, connectRoot, openMemoryKernel } from "../../memory-kernel.ts";

const columns = `id int not null auto_increment primary key, u int, s varchar(6) character set utf8 default 'none', n
	tinyint not null default 3, at timestamp(6) null, twice int generated always as (u * 2), unique key (u), key (s, n)`;

/** The change of a row, which `KEY` selects. */
const changes = [
	"update T set n = n + 1 where KEY",
	"update T set s = 'äöü', n = n where KEY",
	"update T set u = V where KEY",
	"update T set id = W where KEY",
	"update T set s = 'far too long' where KEY",
	"update T set n = 1000 where KEY",
	"update T set n = null where KEY",
	"update T set n = default, s = concat(s, 'x') where KEY",
	"update ignore T set u = V where KEY",
	"delete from T where KEY",
	"update T set n = 5 where KEY and n > 3",
	"delete from T where KEY and s is null",
	"update T set at = '2020-02-30', u = null where KEY",
	"update T set n = 1, n = n + 1, s = n where KEY",
];
const inserts = [
	"insert into T (u, s) values (V, 'a')",
	"insert into T (id, u, n) values (W, V, 7)",
	"insert into T values (default, V, default, 9, null, default)",
	"insert into T (u, s) values (V, 'much too long')",
	"insert into T (u) values (V) on duplicate key update n = n + 1",
	"replace into T (u, n) values (V, 4)",
	"insert ignore into T (id, u) values (W, V)",
	"insert into T (n) values (null)",
	"insert into T () values ()",
];

/** The same row by a condition that the general path must scan for. */
const ways: Readonly<Record<string, (id: number) => string>> = {
	a: (id) => `id = ${id}`,
	b: (id) => `id + 0 = ${id}`,
};

test("a point change equals that of the general path", async (t) => {
	const kernel = await openMemoryKernel({});
	const session = await connectRoot(kernel);
	const random = new Random(5);
	const ask = (sql: string): Promise<string> => answerOf(session, sql);
	for (const table of ["a", "b"]) {
		t.is(await ask(`create table ${table} (${columns})`), "ok");
	}
	for (let turn = 0; turn < 700; turn++) {
		if (turn % 100 === 0) {
			await ask(`set sql_mode = '${turn % 200 === 0 ? "" : "STRICT_TRANS_TABLES"}'`);
		}
		const isInsert = random.between(0, 2) === 0;
		const from = isInsert ? inserts : changes;
		const change = from[random.between(0, from.length - 1)]!;
		const [key, v, w] = [random.between(0, 40), random.between(0, 60), random.between(1, 40)];
		const answers: string[] = [];
		for (const table of ["a", "b"]) {
			const written = change
				.replace("T", table)
				.replace("V", String(v))
				.replace("W", String(w))
				.replace("KEY", ways[table]!(key));
			answers.push(
				[await ask(written), await ask("select row_count(), last_insert_id()"), await ask("show warnings")]
					.join("\n")
					.replaceAll(` ${table}.`, " T."),
			);
		}
		t.is(answers[0], answers[1], `${change} ${key} ${v} ${w}`);
		if (turn % 10 === 0) {
			t.is(await ask("select * from a order by id"), await ask("select * from b order by id"));
			t.is(
				await ask("select s, n, id from a force index (s) where s >= '' order by s, n, id"),
				await ask("select s, n, id from a where s >= '' order by s, n, id"),
			);
		}
	}
	t.true(Number((await ask("select count(*) from a")).split("\n")[1]) > 3);
	await kernel.close();
});
