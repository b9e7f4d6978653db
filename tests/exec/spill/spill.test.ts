/**
 * Spilling: statements beyond their memory limit give the same answers from temporary files, which are removed.
 */
import { mkdtempSync, readdirSync, readFileSync, readlinkSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import test, { type ExecutionContext } from "ava";
import fc from "fast-check";
import { openKernel } from "../../../core/open.ts";
import type { Kernel } from "../../../core/kernel.ts";
import type { Session } from "../../../core/session/api/session.ts";
import { openMemoryStore } from "../../../core/store/memory/memory.ts";
import { bookOf } from "../../../plugins/index.ts";
import { Random } from "../../../bench/random.ts";
import { parseScript } from "../../golden/script.ts";
import { answerOf, connectRoot } from "../../memory-kernel.ts";
import { root } from "../../root.ts";
import { slowStore } from "../slow-store.ts";

const scripts = join(root, "tests", "exec", "queries");
const rowCount = 1500;

function openWith(folder: string, isSlow = false): Promise<Kernel> {
	const store = openMemoryStore();
	return openKernel({
		store: isSlow ? slowStore(store) : store,
		release: "2.1.7",
		book: bookOf("2.1.7"),
		variables: { tmpdir: folder },
	});
}

function folderOf(t: ExecutionContext): string {
	const folder = mkdtempSync(join(tmpdir(), "verso-spill-"));
	t.teardown(() => rmSync(folder, { recursive: true, force: true }));
	return folder;
}

/** A session with almost no memory, and one without a limit. */
async function connectBoth(kernel: Kernel): Promise<{ readonly small: Session; readonly large: Session }> {
	const [small, large] = [await connectRoot(kernel), await connectRoot(kernel)];
	await answerOf(small, "set tmp_table_size = 2048");
	return { small, large };
}

async function fill(session: Session, seed: number): Promise<void> {
	const random = new Random(seed);
	const row = (at: number): string => {
		const text =
			random.between(0, 9) === 0
				? "null"
				: `'${["a", "B", "b ", "Ä", "zz"][random.between(0, 4)]}${random.between(0, 60)}'`;
		return (
			`(${at}, ${random.between(0, 9) === 0 ? "null" : random.between(-40, 40)}, ${text}, ` +
			`${random.between(0, 500)}.25, 1e${random.between(-3, 3)}, ${random.between(0, 3)}9223372036854775` +
			`${random.between(100, 120)})`
		);
	};
	for (const sql of [
		"create table t (id int primary key, a int, s varchar(20) collate utf8mb4_general_ci, d " +
			"decimal(10,2), f double, big decimal(30))",
		"create table u (x int, y varchar(20) collate utf8mb4_general_ci)",
		`insert into t values ${Array.from({ length: rowCount }, (_, at) => row(at)).join()}`,
		"insert into u select a, s from t where id % 3 = 0",
	]) {
		await answerOf(session, sql);
	}
}

const queries = [
	"select * from t order by s, a desc, big",
	"select a, s from t order by f desc, s",
	"select id from t order by a limit 10, 9000",
	"select id, s from t order by s limit 700",
	"select distinct a, s from t",
	"select distinct s from t order by s desc",
	"select distinct big, f from t limit 40",
	"select a, count(*), sum(d), min(s), max(big) from t group by a, s",
	"select s, avg(d), group_concat(id) from t group by s order by null",
	"select a, s, count(*), sum(f) from t group by a, s with rollup",
	"select count(distinct s), count(distinct a, s), sum(distinct d) from t",
	"select a % 7, count(distinct s), count(distinct id), group_concat(distinct s order by s desc, id " +
		"separator '|') from t group by 1",
	"select id % 300, group_concat(s order by big, id), group_concat(distinct a) from t group by id % 300",
	"select count(*), sum(id) from t where id in (select id * 3 from t where a > 0)",
	"select id from t where concat(s, id) not in (select concat(s, id) from t where id % 2 = 0 and s is " +
		"not null) and s is not null",
	"select id, (a, s) in (select x, y from u) from t where id < 400",
	"select id from t where big in (select big from t x where x.a = t.a and x.id <> t.id) and id < 60",
	"select s from t union select y from u",
	"select a, s from t union select x, y from u union all select 1, 'x' union all select id, s from t where id < 5",
	"select t.id, u.y from t join u on t.a = u.x and t.s = u.y order by t.id, u.y",
	"select t.id, u.x from t left join u on t.s = u.y and u.x > 3 where t.id < 300",
	"select count(*), sum(t.id + u.x) from t join u on t.id % 50 < u.x where t.id < 60",
	"select count(*) from (select distinct a, s, id % 11 from t) v join u on u.x = v.a",
	"select id from t where s in (select y from u where x < 0) order by id",
	"select id, (select max(x) from u where u.y = t.s) from t where id < 40",
	"select max(c), min(c) from (select a, count(*) c from t group by a, s having c > 1) w",
];

for (const [name, isSlow] of [
	["a store that answers at once", false],
	["a store that answers with promises", true],
] as const) {
	test.serial(`with 2 KB of memory answers are the same: ${name}`, async (t) => {
		const folder = folderOf(t);
		await fc.assert(
			fc.asyncProperty(fc.integer({ min: 1, max: 1e6 }), async (seed) => {
				const kernel = await openWith(folder, isSlow);
				const { small, large } = await connectBoth(kernel);
				await fill(large, seed);
				for (const sql of queries) {
					t.is(await answerOf(small, sql), await answerOf(large, sql), sql);
				}
				await kernel.close();
			}),
			{ numRuns: 2 },
		);
		t.deepEqual(readdirSync(folder), []);
		t.deepEqual(openSpills(folder), []);
	});
}

/** More than are held as objects. */
const manyRows = 5000;

/** `BY`: the lookup of the right side's text, by a hash or by an index. */
const lookups = [
	"select count(*), sum(w.k * 3 + v.k), min(v.id), max(v.id) from w left join BY v on w.s = v.s and w.k <> v.k",
	"select w.id, v.id from w join BY v on w.s = v.s where w.id < 200 and v.k < 3 order by w.id, v.id",
	"select count(*), sum(id) from w where s in (select v.s from BY v where v.k > 2)",
	"select count(*), sum(id) from w where s not in (select v.s from BY v where v.k > 5 and v.s is not null)",
	"select count(*), sum(id) from w where not exists (select 1 from BY v where v.s = w.s and v.k > w.k)",
];

for (const [name, isSlow] of [
	["a store that answers at once", false],
	["a store that answers with promises", true],
] as const) {
	test.serial(`many rows are found by their key as bytes, in a file and by an index alike: ${name}`, async (t) => {
		const kernel = await openWith(folderOf(t), isSlow);
		const { small, large } = await connectBoth(kernel);
		const random = new Random(11);
		const row = (at: number): string => {
			const k = random.between(0, 7);
			const isNull = random.between(0, 30) === 0;
			const text = isNull ? "null" : `'${["a", "B", "Ä", ""][random.between(0, 3)]}${random.between(0, 3000)}'`;
			return `(${at}, ${k}, ${text})`;
		};
		const values = Array.from({ length: manyRows }, (_, at) => row(at)).join();
		for (const table of ["w", "plain", "keyed"]) {
			await answerOf(
				large,
				`create table ${table} (id int primary key, k int, s varchar(20) collate utf8mb4_general_ci` +
					`${table === "keyed" ? ", key (s)" : ""})`,
			);
			await answerOf(large, `insert into ${table} values ${values}`);
		}
		for (const sql of lookups) {
			const expected = await answerOf(large, sql.replace("BY", "keyed"));
			t.notRegex(expected, /ERROR/, sql);
			t.is(await answerOf(large, sql.replace("BY", "plain")), expected, sql);
			t.is(await answerOf(small, sql.replace("BY", "plain")), expected, `${sql}, in a file`);
		}
		await kernel.close();
	});
}

test.serial("without a temporary folder nearly all of these queries fail with an error", async (t) => {
	const folder = folderOf(t);
	writeFileSync(join(folder, "file"), "");
	const kernel = await openWith(join(folder, "file", "below"));
	const { small, large } = await connectBoth(kernel);
	await fill(large, 7);
	const refused: string[] = [];
	for (const sql of queries) {
		if (/Can't create\/write to file .*Errcode: 20/.test(await answerOf(small, sql))) {
			refused.push(sql);
		}
	}
	// Memory of `in` is an expression's; compiled loops check their memory once a page.
	t.true(refused.length >= queries.length - 6, queries.filter((sql) => !refused.includes(sql)).join("\n"));
	await kernel.close();
});

test.serial("the query scripts have the same answers with 1 KB of memory", async (t) => {
	const folder = folderOf(t);
	for (const file of readdirSync(scripts).filter((each) => each.endsWith(".txt"))) {
		const [kernel, other] = [await openWith(folder), await openWith(folder)];
		const [small, large] = [await connectRoot(kernel), await connectRoot(other)];
		await answerOf(small, "set tmp_table_size = 1024");
		for (const line of parseScript(readFileSync(join(scripts, file), "utf8"))) {
			if (line.kind === "command" && line.action.type === "sql") {
				const { sql } = line.action;
				t.is(await answerOf(small, sql), await answerOf(large, sql), `${file}: ${sql}`);
			}
		}
		await kernel.close();
		await other.close();
	}
});

test.serial("files are removed after an error, after KILL, and when the client does not read the rest", async (t) => {
	const folder = folderOf(t);
	const kernel = await openWith(folder);
	const { small, large } = await connectBoth(kernel);
	await fill(large, 3);
	t.regex(
		await answerOf(small, "select s, (select id from t where id < 2) from t order by s"),
		/1242|more than 1 row/i,
	);
	await answerOf(small, "select distinct s, a, d from t limit 1");
	await answerOf(small, "select * from t order by s limit 1");
	t.deepEqual(openSpills(folder), []);
	const id = /\d+$/.exec(await answerOf(small, "select connection_id()"))?.[0];
	const running = answerOf(small, "select count(*) from (select a.id from t a, t b, t c order by a.s, b.s, c.s) x");
	await delay(300);
	t.true(openSpills(folder).length > 0);
	await answerOf(large, `kill query ${id}`);
	t.regex(await running, /interrupted/);
	t.deepEqual(openSpills(folder), []);
	t.deepEqual(readdirSync(folder), []);
	await kernel.close();
});

test.serial("files of dead processes are removed at the next start, those of running ones are not", async (t) => {
	const folder = folderOf(t);
	writeFileSync(join(folder, "verso-4194304123-1.spill"), "");
	writeFileSync(join(folder, `verso-${process.ppid}-1.spill`), "");
	writeFileSync(join(folder, "verso-1.txt"), "");
	await (await openWith(folder)).close();
	t.deepEqual(readdirSync(folder).sort(), ["verso-1.txt", `verso-${process.ppid}-1.spill`]);
});

/** Open temporary files of this process; none where the system does not tell. */
function openSpills(folder: string): string[] {
	try {
		return readdirSync("/proc/self/fd")
			.map((handle) => linkOf(handle))
			.filter((path) => path.startsWith(`${folder}/`));
	} catch {
		return [];
	}
}

function linkOf(handle: string): string {
	try {
		return readlinkSync(`/proc/self/fd/${handle}`);
	} catch {
		return "";
	}
}

test.serial("statements that change rows that they read give the same rows with files", async (t) => {
	const folder = folderOf(t);
	const kernel = await openWith(folder);
	const { small, large } = await connectBoth(kernel);
	await fill(large, 11);
	for (const [session, table] of [
		[small, "v"],
		[large, "w"],
	] as const) {
		for (const sql of [
			`create table ${table} (n int auto_increment primary key, a int, s varchar(20), unique (s, n), key (a))`,
			`insert into ${table} (a, s) select a, s from t order by id`,
			`update ${table} set a = a + 1, s = concat(s, a) where n % 3 <> 0`,
			`update ${table} x join u on x.a = u.x set x.s = u.y where x.n < 200`,
			`delete from ${table} where a % 5 = 0`,
		]) {
			t.regex(await answerOf(session, sql), /^ok/, sql);
		}
	}
	const [small1, large1] = [
		await answerOf(large, "select * from v order by n"),
		await answerOf(large, "select * from w order by n"),
	];
	t.is(small1, large1);
	t.true(small1.split("\n").length > 500);
	t.deepEqual(openSpills(folder), []);
	await kernel.close();
});

test.serial("a transaction beyond its size limit gets an error, and stays open", async (t) => {
	const kernel = await openWith(folderOf(t));
	const session = await connectRoot(kernel);
	await fill(session, 12);
	await answerOf(session, "create table v (n int primary key, s varchar(100))");
	await answerOf(session, "set global max_binlog_cache_size = 60000");
	t.regex(
		await answerOf(session, "insert into v select x.id * 1500 + y.id, 'x' from t x, t y where x.id < 5"),
		/1197|max_binlog_cache_size/,
	);
	t.is(await answerOf(session, "select count(*) from v"), "count(*)\n0");
	await answerOf(session, "begin");
	let refused = "";
	for (let row = 0; row < 10000 && refused === ""; row++) {
		const answer = await answerOf(session, `insert into v values (${row}, 'abc')`);
		refused = /max_binlog_cache_size/.test(answer) ? answer : "";
	}
	t.not(refused, "");
	t.true(Number((await answerOf(session, "select count(*) from v")).split("\n")[1]) > 100);
	t.is(await answerOf(session, "commit"), "ok");
	t.regex(await answerOf(session, "update v set s = 'y' where n < 10"), /^ok/);
	await kernel.close();
});
