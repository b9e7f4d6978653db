/**
 * Compiled loops over pages answer as the general path: the scripts under `queries/`, and random queries on random
 * rows.
 *
 * The general path is the specification. Rows have NULLs, large and negative numbers, columns that were added later;
 * some are deleted, some not committed yet.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import test from "ava";
import fc from "fast-check";
import { pauses } from "../../../core/exec/codegen/fused-run.ts";
import { fusion } from "../../../core/exec/codegen/fusion.ts";
import type { Session } from "../../../core/session/api/session.ts";
import { openMemoryStore } from "../../../core/store/memory/memory.ts";
import { parseScript } from "../../golden/script.ts";
import { answerOf, connectRoot, openMemoryKernel } from "../../memory-kernel.ts";
import { fusedQueries } from "./fused-queries.ts";
import { playQueries, queryFolder, queryScripts } from "../query-script.ts";
import { slowStore } from "../slow-store.ts";

for (const file of queryScripts) {
	const text = readFileSync(join(queryFolder, file), "utf8");

	test.serial(`${file} with compiled loops for every plan`, async (t) => {
		fusion.least = 0;
		t.is(await playQueries(parseScript(text), await openMemoryKernel({ release: "2.1.7" })), text);
		t.is(
			await playQueries(parseScript(text), await openMemoryKernel({ release: "2.1.7" }, slowStore(openMemoryStore()))),
			text,
		);
	});
}

const word = fc.constantFrom(
	"",
	" ",
	"a",
	"A",
	"a ",
	"b",
	"ab",
	"abc",
	"ABC",
	"é",
	"e",
	"zz\t",
	"1",
	"12",
	"x%y",
	"a".repeat(300),
);
const smallInteger = fc.integer({ min: -5, max: 5 });
const anyInteger = fc.oneof(smallInteger, fc.integer(), fc.constantFrom(2147483647, -2147483648, 0, 128, -129, 65535));
const bigInteger = fc.oneof(
	smallInteger.map(BigInt),
	fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }),
	fc.constantFrom(2n ** 53n, -(2n ** 53n), 2n ** 62n),
);
const orNull = <T>(some: fc.Arbitrary<T>) => fc.option(some, { freq: 4, nil: null });
const decimal = fc
	.tuple(fc.integer({ min: -99999999, max: 99999999 }), fc.integer({ min: 0, max: 99 }))
	.map(([whole, part]) => `${whole}.${String(part).padStart(2, "0")}`);
const hugeDecimal = fc
	.tuple(fc.bigInt({ min: -(10n ** 30n), max: 10n ** 30n }), fc.integer({ min: 0, max: 9999 }))
	.map(([whole, part]) => `${whole}.${part}`);
const double = fc.oneof(fc.constantFrom(0, -0, 1.5, -2.25, 1e300, 1e-5), fc.integer({ min: -3, max: 3 }));

interface Cells {
	readonly [column: string]: unknown;
}

const cells: fc.Arbitrary<Cells> = fc.record({
	n: orNull(anyInteger),
	m: smallInteger,
	b: orNull(bigInteger),
	u: fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }),
	d: orNull(decimal),
	h: orNull(hugeDecimal),
	f: orNull(double),
	v: orNull(word),
	w: word,
	c: word,
	day: fc.constantFrom("2020-01-01", "2021-12-31", null),
	at: fc.constantFrom("2020-01-01 10:00:00", "2001-02-03 04:05:06"),
	e: fc.constantFrom("one", "two", null),
});

const columns =
	"n int, m smallint not null, b bigint, u bigint unsigned not null, d decimal(10,2), h decimal(40,4), " +
	"f double, v varchar(400) collate utf8mb4_bin, w varchar(400) not null, c varchar(400) collate " +
	"utf8mb4_general_ci not null, day date, at timestamp not null, e enum('one','two')";

function literal(value: unknown): string {
	return value === null
		? "null"
		: typeof value === "string"
			? `'${value.replaceAll("\\", "\\\\")}'`
			: Object.is(value, -0)
				? "-0.0"
				: String(value);
}

function insert(rows: readonly Cells[], first: number): string {
	return `insert into t (id, n, m, b, u, d, h, f, v, w, c, day, at, e) values ${rows
		.map(({ n, m, b, u, d, h, f, v, w, c, day, at: moment, e }, at) => {
			const cells = [first + at, n, m, b, u, d, h, f, v, w, c, day, moment, e];
			return `(${cells.map(literal).join(", ")})`;
		})
		.join(", ")}`;
}

/** Answers of both paths, with warnings, and of loops that pause after each match of a join. */
async function answersOf(session: Session, sql: string): Promise<[general: string, fused: string, paused: string]> {
	const answers: string[] = [];
	const { mostMatches } = pauses;
	for (const [least, most] of [
		[Number.POSITIVE_INFINITY, mostMatches],
		[0, mostMatches],
		[0, 1],
	] as const) {
		fusion.least = least;
		pauses.mostMatches = most;
		answers.push(`${await answerOf(session, sql)}\n${await answerOf(session, "show warnings")}`);
	}
	pauses.mostMatches = mostMatches;
	return answers as [string, string, string];
}

test.serial("random rows on both paths", async (t) => {
	await fc.assert(
		fc.asyncProperty(
			fc.array(cells, { minLength: 0, maxLength: 40 }),
			fc.array(cells, { maxLength: 5 }),
			async (old, late) => {
				const kernel = await openMemoryKernel({ release: "2.1.7" });
				const session = await connectRoot(kernel);
				const run = async (sql: string): Promise<unknown> => t.is(await answerOf(session, sql), "ok", sql);
				await run(
					`create table t (id int primary key, ${columns}, key by_m (m), key by_v (v(10))) collate utf8mb4_bin`,
				);
				await run("create table p (id int primary key, k smallint, name varchar(20)) collate utf8mb4_bin");
				await run(
					"insert into p values (-3, 1, 'x'), (-1, 1, 'y'), (0, null, 'x '), (1, 2, 'y'), (2, 2, null), (4, 9, 'z')",
				);
				if (old.length > 0) {
					await run(insert(old, 1));
				}
				await run("alter table t add column late int default 7, add column note varchar(20) not null default 'none'");
				await run("delete from t where id % 7 = 3");
				await run("begin");
				if (late.length > 0) {
					await run(insert(late, 1000));
				}
				await run("update t set late = n where m = 1");
				for (const sql of fusedQueries) {
					const [general, fused, paused] = await answersOf(session, sql);
					t.is(fused, general, sql);
					t.is(paused, general, sql);
				}
				await kernel.close();
			},
		),
		{ numRuns: 25 },
	);
});

test.serial("a loop beyond its memory limit leaves the rows to the general path", async (t) => {
	const kernel = await openMemoryKernel({ release: "2.1.7" });
	const session = await connectRoot(kernel);
	await answerOf(session, "create table t (id int primary key, k int, s varchar(40)) collate utf8mb4_bin");
	for (let first = 0; first < 9000; first += 1000) {
		const rows = Array.from(
			{ length: 1000 },
			(_, at) => `(${first + at}, ${((first + at) * 7) % 8000}, 'some text ${(first + at) % 8500}')`,
		);
		await answerOf(session, `insert into t values ${rows.join(", ")}`);
	}
	await answerOf(session, "set tmp_table_size = 1024");
	for (const sql of [
		"select k, count(*), min(s) from t group by k order by k limit 20",
		"select s, sum(k) from t group by s order by 2 desc, 1 limit 20",
		"select count(distinct s), count(distinct k) from t",
		"select distinct k from t limit 8999",
		"select distinct s, k from t",
		"select count(*), sum(u.k) from t join t u on u.id = t.k",
		"select k, s from t order by s desc, id limit 4000",
	]) {
		const [general, fused, paused] = await answersOf(session, sql);
		t.is(fused, general, sql);
		t.is(paused, general, sql);
	}
	await kernel.close();
});
