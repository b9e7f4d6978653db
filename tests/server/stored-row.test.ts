/**
 * Rows sent as stored bytes equal the packets of decoded values on the general path, which SQL_CALC_FOUND_ROWS
 * chooses.
 *
 * `exec/passthrough/passthrough-plan.ts` and `apps/server/stored-row.ts`, over columns of all types, NULLs, columns
 * added after the rows, every access path, both protocols, several charsets, synchronous and asynchronous stores, own
 * writes.
 */
import { PassThrough } from "node:stream";
import test from "ava";
import fc from "fast-check";
import { PacketWriter } from "../../apps/server/encode.ts";
import { SocketWriter } from "../../apps/server/socket-writer.ts";
import { PacketSink } from "../../apps/server/packet-sink.ts";
import type { Session } from "../../core/session/api/session.ts";
import { openMemoryStore } from "../../core/store/memory/memory.ts";
import { encodeText } from "../../core/types/value/value.ts";
import { coveredRow, coveredTable, coveredUse, insertCovered } from "../exec/rows/covered-table.ts";
import { slowStore } from "../exec/slow-store.ts";
import { connectRoot, openMemoryKernel } from "../memory-kernel.ts";

const script = [
	`create table a (id int primary key, t tinyint, b bigint unsigned, z int(6) zerofill, d decimal(9,2), w decimal(30,10), n decimal(5,0),
		f float, g double, y year, day date, at datetime, fine datetime(3), clock time(2), stamp timestamp null,
		c char(20), v varchar(300) charset utf8mb4, l varchar(20) charset latin1, x varbinary(20), big text, e enum('one', 'zwei', 'três'), s set('p', 'q'), i bit(12),
		j json, key (t), unique (b), key (day, t), key (v))`,
	`insert into a values (1, 1, 18446744073709551615, 42, 1.50, 12345678901234567890.0123456789, -7, 1.5, 1e100, 1999, '2020-02-29', '2020-02-29 23:59:58',
		'2020-01-01 00:00:00.123', '-12:34:56.78', '2020-01-01 10:00:00', 'char', 'höher 🌀', 'é', x'00ff', 'text', 'zwei', 'p,q', b'101010101010', '{"a": [1, 2]}'),
		(2, -128, 0, 0, -0.01, -0.0000000001, 0, -0.5, 0, 0, '0001-01-01', '1000-01-01', '9999-12-31 23:59:59.999', '838:59:59', null, '', '', '', '', '', 'one', '', 0, json_array(1.50, date'2020-01-02', repeat('long', 20))),
		(3, null, null, null, null, null, null, null, null, null, null, null, null, null, null, null, null, null, null, null, null, null, null, null),
		(4, 127, 9223372036854775808, 1234567, -9999999.99, 0, 99999, 3.25e10, -1e-7, 2155, '2020-03-01', '2020-03-01 00:00:00', '2020-03-01', '00:00:00', '2020-01-01 10:00:00',
		'x', repeat('lang ', 50), '', '', repeat('long ', 20), null, 'q', 1, 'null')`,
	"alter table a add column k int not null default 7, add column m varchar(10) default 'später', add " +
		"column o decimal(6,3)",
	"insert into a (id, t, b, day, v, l, m, o) values (5, 1, 5, '2020-02-29', 'a', 'ÿ', null, 1.125), " +
		"(6, 1, 6, '2020-02-28', 'A', 'y', 'neu', -0.001)",
	"create table h (p int, q varchar(10))",
	"insert into h values (1, 'eins'), (null, null), (3, 'drei')",
	"set sql_mode = ''",
	coveredTable,
	insertCovered(fc.sample(coveredRow, { numRuns: 300, seed: 7 })),
];

const items = fc.oneof(
	fc.constant("*"),
	fc.constant("v, id"),
	fc.constant("d, w, n, o, k, m"),
	fc.constant("at, day, fine, clock"),
	fc.constant("c, v, l, x, big, e, s, i, j"),
	fc.constant("f, g, y, z, b, t"),
	fc.constant("stamp, id"),
	fc.constant("id, id as other, id"),
	fc.constant("a.l as `näme`, m"),
);
const where = fc.oneof(
	fc.constant(""),
	fc
		.constantFrom(
			"id = 1",
			"id = 3",
			"id = 9",
			"id in (5, 1, 3)",
			"id between 2 and 4",
			"id > 3",
			"id >= 2 and id < 5",
			"id <= 2.5",
			"id = 2.5",
			"id between 1 and '4'",
			"t = 1",
			"t > 0",
			"t is null",
			"t = 1 or t = 127",
			"b = 5",
			"b is null",
			"b = 18446744073709551615",
			"day = '2020-02-29'",
			"day = '2020-02-29' and t = 1",
			"day between '2020-02-28' and '2020-02-29'",
			"day = '2020-02-29' and t > 0",
			"day = '2020-02-29' and id > 2",
			"v = 'a'",
			"v like 'a%'",
			"v > 'b'",
			"id > 1 and m is null",
			"k = 7",
			"id > (select 3)",
			"id between 4 and 2",
			"id = null",
			"id between 1 and 3 or id between 2 and 5",
			"id < 3 or id > 5",
			"id < 2.5 or id = 4",
			"-1 < id and 3 > id",
			"id = 1 and id = 2",
			"not id = 3",
		)
		.map((condition) => ` where ${condition}`),
);
const order = fc.constantFrom(
	"",
	"",
	" order by id",
	" order by id desc",
	" order by t",
	" order by v",
	" order by b desc",
	" order by d, t desc",
	" order by at desc, id",
	" order by k",
	" order by big",
	" order by l desc",
	" order by x",
	" order by clock",
	" order by day, v desc",
);
const limit = fc.constantFrom(
	"",
	"",
	" limit 2",
	" limit 1, 2",
	" limit 0",
	" limit 100",
	" limit 18446744073709551615",
);
const query = fc.oneof(
	{
		weight: 9,
		arbitrary: fc
			.tuple(items, where, order, limit)
			.map(([what, condition, by, some]) => `${what} from a${condition}${by}${some}`),
	},
	{
		weight: 2,
		arbitrary: fc
			.tuple(fc.constantFrom("t", "v", "x", "day", "k", "e", "big", "l"), where, fc.constantFrom("", " desc"), limit)
			.map(([what, condition, by, some]) => `distinct ${what} from a${condition} order by ${what}${by}${some}`),
	},
	{
		weight: 4,
		arbitrary: fc
			.tuple(coveredUse, fc.constantFrom("", " order by 1", " order by 1 desc"), limit)
			.map(
				([{ index, columns, condition }, by, some]) =>
					`${columns.join(", ")} from covered force index (${index}) where ${condition}` +
					`${by && columns.map((_, at) => `${at === 0 ? by : `, ${at + 1}`}`).join("")}${some}`,
			),
	},
	{ weight: 1, arbitrary: fc.constantFrom("* from h", "q from h where p > 1", "q, p from h limit 1") },
);
const settings = fc.constantFrom(
	"set names utf8mb4",
	"set names latin1",
	"set character_set_results = null",
	"set character_set_results = binary",
	"set sql_select_limit = 2",
	"set time_zone = '+05:00'",
);

/** Returns the packets of one answer, as hexadecimal digits. */
async function packets(
	session: Session,
	run: (sink: PacketSink) => void | Promise<void>,
	format: "text" | "binary",
): Promise<string> {
	const writer = new PacketWriter();
	const sink = new PacketSink(session, writer, new SocketWriter(new PassThrough(), writer), 0);
	sink.start(format);
	writer.sequence = 1;
	await run(sink);
	return writer.view().toString("hex");
}

async function play(session: Session, sql: string, format: "text" | "binary"): Promise<string> {
	if (format === "text") {
		return packets(session, (sink) => session.execute(encodeText(sql), sink), format);
	}
	const { id } = await session.prepare(encodeText(sql));
	return packets(session, (sink) => session.executePrepared(id, [], sink), format);
}

for (const [name, isSlow] of [
	["at once", false],
	["later", true],
] as const) {
	test(`stored rows equal the packets of their values, store answers ${name}`, async (t) => {
		const store = openMemoryStore();
		const kernel = await openMemoryKernel({ release: "2.1.7" }, isSlow ? slowStore(store) : store);
		t.teardown(() => kernel.close());
		const writing = await connectRoot(kernel);
		for (const sql of script) {
			t.notRegex(await play(writing, sql, "text"), /^......01ff/, sql);
		}
		await fc.assert(
			fc.asyncProperty(
				settings,
				fc.array(query, { minLength: 5, maxLength: 20 }),
				fc.boolean(),
				async (setting, queries, inTransaction) => {
					const session = await connectRoot(kernel);
					await play(session, setting, "text");
					if (inTransaction) {
						await play(session, "begin", "text");
						await play(session, "update a set v = concat(v, '!'), d = null where id in (1, 5)", "text");
						await play(session, "delete from a where id = 4", "text");
					}
					for (const sql of queries) {
						for (const format of ["text", "binary"] as const) {
							const direct = await play(session, `select ${sql}`, format);
							t.is(
								direct,
								await play(session, `select sql_calc_found_rows ${sql}`, format),
								`${setting}; ${format}: ${sql}`,
							);
						}
					}
					await session.close();
				},
			),
			{ numRuns: isSlow ? 15 : 40 },
		);
	});
}

test("FOUND_ROWS() and ROW_COUNT() count rows sent as stored", async (t) => {
	const kernel = await openMemoryKernel({ release: "2.1.7" });
	t.teardown(() => kernel.close());
	const session = await connectRoot(kernel);
	for (const sql of script) {
		await play(session, sql, "text");
	}
	await play(session, "select id from a where id > 2", "text");
	const found = await play(session, "select found_rows(), row_count()", "text");
	await play(session, "select sql_calc_found_rows id from a where id > 2", "text");
	t.is(found, await play(session, "select found_rows(), row_count()", "text"));
});

test("rows above the limit for sorting stored bytes are sorted as values", async (t) => {
	const kernel = await openMemoryKernel({ release: "2.1.7" });
	t.teardown(() => kernel.close());
	const session = await connectRoot(kernel);
	const rows = Array.from(
		{ length: 5000 },
		(_, at) => `(${at}, ${(at * 7919) % 5003}, '${"text".repeat((at * 31) % 9)}${at % 100}')`,
	);
	for (const sql of [
		"create table a (id int primary key, n int, v varchar(60))",
		`insert into a values ${rows.join(", ")}`,
	]) {
		t.notRegex(await play(session, sql, "text"), /^......01ff/, sql.slice(0, 100));
	}
	for (const sql of [
		"n from a order by n",
		"* from a order by v, n desc limit 10",
		"distinct v from a order by v",
		"* from a where id < 4096 order by v",
		"* from a where id < 300 order by v desc",
	]) {
		t.is(
			await play(session, `select ${sql}`, "binary"),
			await play(session, `select sql_calc_found_rows ${sql}`, "binary"),
			sql,
		);
	}
});
