/**
 * Piece pool: a returned piece is used again, never by two at once, and its former rows cannot be read.
 */
import test from "ava";
import fc from "fast-check";
import { ByteTable } from "../../../core/exec/spill/byte-table.ts";
import { givePiece, integerPiece, takePiece, widenedPiece } from "../../../core/store/page/piece-pool.ts";
import { RowHeap } from "../../../core/exec/spill/row-heap.ts";
import { openMemoryStore } from "../../../core/store/memory/memory.ts";
import { openKernel } from "../../../core/open.ts";
import { bookOf } from "../../../plugins/index.ts";
import { answerOf, connectRoot } from "../../memory-kernel.ts";

test("no piece has two owners, whatever is taken and returned", (t) => {
	const size = fc.oneof(
		fc.nat(100),
		fc.integer({ min: 1 << 14, max: 1 << 18 }),
		fc.integer({ min: 1 << 22, max: (1 << 22) + 9 }),
	);
	fc.assert(
		fc.property(fc.array(fc.record({ size, gives: fc.boolean() }), { maxLength: 60 }), (steps) => {
			const held: ArrayBuffer[] = [];
			for (const { size: bytes, gives } of steps) {
				const piece = takePiece(bytes);
				t.true(piece.byteLength >= bytes && piece.byteLength < bytes + (1 << 14));
				t.false(held.includes(piece));
				held.push(piece);
				if (gives) {
					givePiece(held.shift()!);
				}
			}
		}),
		{ numRuns: 60 },
	);
});

test("returned pieces are reused", (t) => {
	const piece = takePiece(100_000);
	givePiece(piece);
	t.is(takePiece(100_000), piece);
	t.not(takePiece(100_000), piece);
	const narrow = integerPiece(5000).fill(7);
	const { buffer } = narrow;
	const wide = widenedPiece(narrow);
	t.deepEqual([wide.length, wide[4999]], [10_000, 7]);
	t.is(takePiece(20_000), buffer);
});

test("rows and keys in returned pieces cannot be read", (t) => {
	const heap = new RowHeap();
	const places = Array.from({ length: 3000 }, (_, at) => heap.add([at, `row ${at} of many that fill a piece`]));
	const rows = heap.rows();
	t.deepEqual(rows.next().value, [0, "row 0 of many that fill a piece"]);
	heap.close();
	t.throws(() => heap.row(places[5]!), { name: "BrokenInvariant" });
	t.throws(() => rows.next(), { name: "BrokenInvariant" });
	const table = new ByteTable();
	table.number(Buffer.from("key"), 0, 3);
	table.close();
	table.close();
	t.throws(() => table.find(Buffer.from("key"), 0, 3), { instanceOf: TypeError });
});

test("statements that reuse each other's memory answer correctly", async (t) => {
	const kernel = await openKernel({ store: openMemoryStore(), release: "2.1.7", book: bookOf("2.1.7") });
	const first = await connectRoot(kernel);
	await answerOf(first, "create table t (id int primary key, name varchar(60), price decimal(9,2))");
	for (let from = 0; from < 20_000; from += 5000) {
		const ids = Array.from({ length: 5000 }, (_, at) => from + at);
		const rows = ids.map((id) => `(${id}, 'name ${id % 7001} with some more letters', ${id}.25)`);
		await answerOf(first, `insert into t values ${rows.join()}`);
	}
	const queries = [
		"select md5(group_concat(id order by name desc, id)) from t",
		"select id, name from t order by name, id limit 15000, 3",
		"select count(*) from (select distinct name, price from t) d",
		"select name, count(*), sum(price) from t group by name order by null limit 3",
		"select count(distinct name) from t",
		"select count(*) from t a join t b on b.name = a.name",
		"select count(*) from t where name in (select name from t where price < 4000)",
	];
	const alone: unknown[] = [];
	for (const sql of queries) {
		alone.push(await answerOf(first, sql));
	}
	const sessions = [first, await connectRoot(kernel), await connectRoot(kernel)];
	for (let round = 0; round < 3; round++) {
		const answers = await Promise.all(
			sessions.map(async (session, at) => {
				const own: unknown[] = [];
				for (let query = 0; query < queries.length; query++) {
					own[(query + 2 * at) % queries.length] = await answerOf(session, queries[(query + 2 * at) % queries.length]!);
				}
				return own;
			}),
		);
		for (const own of answers) {
			t.deepEqual(own, alone);
		}
	}
	await kernel.close();
});
