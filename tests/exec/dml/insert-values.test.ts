/**
 * Fast path and general path of INSERT ... VALUES agree: answers, warnings, errors, ids and stored rows.
 *
 * The fast path reads literals out of the text and appends rows in order; a comment in the text and locks of the
 * transaction force the general path.
 */
import { settingsOn } from "../../rules/settings.ts";
import test, { type ExecutionContext } from "ava";
import { Random } from "../../../bench/random.ts";
import { loadSchema } from "../../../core/catalog/schema/load.ts";
import { schemaQuestions } from "../../../core/exec/ddl/schema-questions.ts";
import type { Kernel } from "../../../core/kernel.ts";
import { openLmdbStore } from "../../../core/store/lmdb/lmdb.ts";
import { openMemoryStore } from "../../../core/store/memory/memory.ts";
import type { FastStore } from "../../../core/store/fast-store.ts";
import { bookOf } from "../../../plugins/index.ts";
import { answerOf, connectRoot, openMemoryKernel } from "../../memory-kernel.ts";
import { storePath } from "../../store/directory.ts";
import { slowStore } from "../slow-store.ts";
import { walkIndexes } from "../walk-indexes.ts";

const modes = ["", "STRICT_TRANS_TABLES", "STRICT_TRANS_TABLES", "NO_AUTO_VALUE_ON_ZERO,STRICT_ALL_TABLES"];

const common = `n tinyint, u smallint unsigned not null default 7, d decimal(8,2), f double, s varchar(12) character set
	utf8mb4 not null, l varchar(9) character set latin1, c char(4), b varbinary(5), e enum('x','yy','7'), m set('p','q'),
	t datetime, y year`;
const shapes: Readonly<Record<string, string>> = {
	keyed: `create table T (id int not null primary key, ${common}, key (n), key (s(3), d))`,
	text: `create table T (id varchar(20) not null primary key, ${common}, key (u))`,
	pair: `create table T (id bigint not null, ${common}, primary key (id, u), key (f, e))`,
	counted: `create table T (id int not null auto_increment primary key, ${common}, key (d))`,
	unique: `create table T (id int not null auto_increment primary key, ${common}, unique key (s, n))`,
	hidden: `create table T (id int, ${common}, key (id))`,
	derived:
		`create table T (id int not null primary key, ${common}, twice int generated always as (n * 2), key ` +
		`(twice), check (d < 100000))`,
	clocked:
		`create table T (id int not null primary key, ${common}, at timestamp not null default ` +
		`'2020-01-01', key (at))`,
	wide:
		`create table T (id int not null primary key, ${common}, ` +
		`${Array.from({ length: 260 }, (_, at) => `c${at} int default ${at % 3}`).join(", ")})`,
};
const columns = ["n", "u", "d", "f", "s", "l", "c", "b", "e", "m", "t", "y"];
const literals = [
	"1",
	"-1",
	"0",
	"127",
	"128",
	"300",
	"99999",
	"-40000",
	"123456789012345",
	"1.5",
	"-2.25",
	"0.005",
	"99999.999",
	"1234567.1",
	"5.",
	"'7'",
	"' 8'",
	"'9x'",
	"'x'",
	"'yy'",
	"'p,q'",
	"'q,z'",
	"''",
	"'abc'",
	"'abcdef ghijk'",
	"'0123456789abcdef'",
	"'it''s'",
	"'a\\nb\\\\'",
	'"say ""so"""',
	"'é'",
	"'日本'",
	"'🌀'",
	"'\\0z'",
	"'trailing  '",
	"null",
	"NULL",
	"default",
	"Default",
	"'2020-02-03'",
	"'2020-02-30'",
	"20200203040506",
	"1999",
	"99",
	"'1e3'",
	"1 ",
	" 2",
];
const expressions = [
	"1 + 1",
	"concat('a', 'b')",
	"n",
	"u + 1",
	"if(1, null, 2)",
	"1 / 0",
	"-(-3)",
	"x'41'",
	"now() > 0",
	"1e2",
	"true",
];
const heads = ["insert into T", "insert into T", "insert into T", "insert ignore into T", "replace into T"];
const tails = [
	"",
	"",
	"",
	" on duplicate key update n = 5",
	" on duplicate key update d = values(d), u = u + 1",
	" on duplicate key update id = id + 100",
];

function pick<E>(random: Random, list: readonly E[]): E {
	return list[random.between(0, list.length - 1)]!;
}

/** Mostly rows in order without duplicates, which keep the fast path; and every kind of row that ends it. */
function statement(random: Random, first: number, width: number): string {
	const count = pick(random, [2, 15, 17, 40, 80]);
	const rows = Array.from({ length: count }, (_, at) => {
		const isOdd = random.between(0, 29) === 0;
		const id = isOdd
			? pick(random, ["null", "0", "'5'", "default", String(random.between(1, first + 20)), "-3", "2.4", "'x'"])
			: String(first + at);
		const cells = columns.slice(0, width).map((column, place) => {
			const usual = [
				"5",
				"7",
				"1.25",
				"0.5",
				`'row ${first + at}'`,
				"'plain'",
				"'ab'",
				"'bin'",
				"'x'",
				"'p'",
				"'2020-01-02 03:04:05'",
				"2001",
			][place]!;
			const chance = random.between(0, 199);
			return chance < 6
				? pick(random, literals)
				: chance === 6
					? pick(random, expressions).replace(/^[nu]\b/, column === "t" ? "1" : "$&")
					: usual;
		});
		return `(${[id, ...cells].join(random.between(0, 1) === 0 ? "," : " , ")})`;
	});
	const head = pick(random, heads);
	const tail = head === "insert into T" ? pick(random, tails) : "";
	return (
		`${head} (${["id", ...columns.slice(0, width)].join(", ")}) values ` +
		`${rows.join(random.between(0, 1) === 0 ? "," : ",\n ")}${tail}`
	);
}

async function play(t: ExecutionContext, kernel: Kernel, store: FastStore, turns: number): Promise<void> {
	const session = await connectRoot(kernel);
	const ask = (sql: string): Promise<string> => answerOf(session, sql);
	const random = new Random(4);
	await ask("set timestamp = 1600000000");
	await ask("create table held (id int primary key)");
	for (const [name, shape] of Object.entries(shapes)) {
		const pair = [`${name}_1`, `${name}_2`];
		for (const table of pair) {
			await ask(shape.replace(/\bT\b/, table));
		}
		for (let turn = 0; turn < turns; turn++) {
			await ask(`set sql_mode = '${pick(random, modes)}'`);
			const sql = statement(random, 1 + turn * 50, random.between(5, columns.length));
			const answers: string[] = [];
			for (const [at, table] of pair.entries()) {
				const isGeneral = at === 1;
				if (isGeneral) {
					await ask("begin");
					await ask("select * from held where id = 1 for update");
				}
				const answer = await ask(sql.replace(/\bT\b/, isGeneral ? `/**/ ${table}` : table));
				answers.push(
					[answer, await ask("show warnings"), await ask("select row_count(), last_insert_id()")]
						.join("\n")
						.replaceAll(table, "T"),
				);
				if (isGeneral) {
					await ask("commit");
				}
			}
			t.is(answers[0], answers[1], `${name}: ${sql}`);
			t.is(
				await ask(`select * from ${pair[0]} order by id, s, n, d`),
				await ask(`select * from ${pair[1]} order by id, s, n, d`),
				`${name}: ${sql}`,
			);
		}
		const schema = await loadSchema(
			store.snapshot(),
			schemaQuestions(
				bookOf("2.1.7"),
				settingsOn(() => true),
			),
		);
		t.deepEqual(await walkIndexes(schema.databases.get("test")!.tables.get(pair[0]!)!, store), [], name);
	}
}

test.serial("INSERT ... VALUES on the fast path equals the general path", async (t) => {
	const store = openMemoryStore();
	const kernel = await openMemoryKernel({}, store);
	await play(t, kernel, store, 25);
	await kernel.close();
});

test.serial("the same on a store that returns promises", async (t) => {
	const store = slowStore(openMemoryStore());
	const kernel = await openMemoryKernel({}, store);
	await play(t, kernel, store, 4);
	await kernel.close();
});

test.serial("the same on a store with blocks, under a release that checks characters", async (t) => {
	const store = openLmdbStore({ path: storePath(t) });
	const kernel = await openMemoryKernel({ release: "2.1.0" }, store);
	await play(t, kernel, store, 12);
	await kernel.close();
});

test.serial(
	"an earlier row's duplicate key precedes a later row's invalid value; unused ids go to the next row",
	async (t) => {
		const kernel = await openMemoryKernel({});
		const session = await connectRoot(kernel);
		const ask = (sql: string): Promise<string> => answerOf(session, sql);
		await ask("create table k (a int primary key, b tinyint)");
		await ask("insert into k values (1, 1)");
		t.true((await ask("insert into k values (2, 2), (1, 3), (4, 1000)")).includes("1062"));
		t.true((await ask("insert into k values (2, 1000), (1, 3)")).includes("1264"));
		t.is(await ask("select a from k"), "a\n1");
		await ask("create table g (id int auto_increment primary key, u int unique, n int)");
		await ask("insert ignore into g (u) values (1), (1), (2), (2), (3)");
		t.is(await ask("select id, u from g"), "id\tu\n1\t1\n2\t2\n3\t3");
		await ask("insert into g (u) values (1), (20), (2), (21) on duplicate key update n = 5");
		// As many ids were reserved as there were rows.
		t.is(await ask("select id, u from g where u > 3"), "id\tu\n6\t20\n7\t21");
		await ask("insert into g (u) values (100)");
		t.is(await ask("select max(id) from g"), "max(id)\n10");
		await kernel.close();
	},
);
