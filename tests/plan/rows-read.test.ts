/**
 * EXPLAIN against the store: the index it names is the one read, with about as many entries as it says.
 *
 * Reads are counted below the kernel, in a store that forwards everything. Reads of statistics are not counted: they
 * ask for pages with a limit, and were done before.
 */
import test from "ava";
import { openMemoryStore } from "../../core/store/memory/memory.ts";
import { keyPartDecoder } from "../../core/store/encoding/key-part.ts";
import type { Key, Range } from "../../core/store/contract.ts";
import type { FastSnapshot, FastStore } from "../../core/store/fast-store.ts";
import { answerOf, connectRoot, openMemoryKernel } from "../memory-kernel.ts";

const decode = keyPartDecoder("integer");

/** `table.index` by number, 0 for rows; undefined for keys outside of tables. */
function placeOf(key: Key): string | undefined {
	if (key.charCodeAt(0) !== 0x40) {
		return undefined;
	}
	const cursor = { key, at: 1 };
	return `${decode(cursor)}.${decode(cursor)}`;
}

class Counted {
	readonly reads = new Map<string, number>();

	add(key: Key, count: number): void {
		const place = placeOf(key);
		if (place !== undefined) {
			this.reads.set(place, (this.reads.get(place) ?? 0) + count);
		}
	}

	snapshot(snapshot: FastSnapshot): FastSnapshot {
		return {
			transactionId: snapshot.transactionId,
			get: (key) => {
				this.add(key, 1);
				return snapshot.get(key);
			},
			getMany: (keys) => {
				keys.forEach((key) => this.add(key, 1));
				return snapshot.getMany(keys);
			},
			getPage: (keys, page) => {
				keys.forEach((key) => this.add(key, 1));
				return snapshot.getPage(keys, page);
			},
			scan: (range) => this.#counting(range, snapshot.scan(range), (entries) => entries.length),
			pages: (range) =>
				range.limit === undefined
					? this.#counting(range, snapshot.pages(range), ({ count }) => count)
					: snapshot.pages(range),
			release: () => snapshot.release(),
		};
	}

	#counting<T>(
		{ from }: Range,
		scan: { next(): T | null | Promise<T | null>; close(): void },
		countOf: (batch: T) => number,
	): typeof scan {
		return {
			next: () => {
				const batch = scan.next() as T | null;
				this.add(from, batch === null ? 0 : countOf(batch));
				return batch;
			},
			close: () => scan.close(),
		};
	}
}

const setUp = [
	"create table n (i int primary key)",
	"insert into n values (0), (1), (2), (3), (4), (5), (6), (7)",
	...[8, 16, 32].map((step) => `insert into n select i + ${step} from n`),
	"create table p (id int primary key, kind int, name varchar(20), at datetime, key kind (kind), key " +
		"at (at), unique key name (name))",
	"insert into p select l.i * 64 + r.i, r.i, concat('p', l.i * 64 + r.i), '2020-01-01' + interval (l.i " +
		"* 64 + r.i) hour from n l, n r",
	"create table c (id int primary key, pid int, kind int, note varchar(20), key pid (pid), key both_of (kind, pid))",
	"insert into c select l.i * 64 + r.i, l.i * 60 + r.i, l.i, 'note' from n l, n r",
	"create view some as select id, kind, name from p where kind < 40",
];

const queries = [
	"select * from p",
	"select * from p where id = 17",
	"select * from p where id between 100 and 900",
	"select * from p where kind = 5",
	"select * from p where kind in (5, 6, 7)",
	"select kind from p where kind > 10",
	"select * from p where kind > 10",
	"select * from p where kind >= 62 and id < 2000",
	"select * from p where name = 'p70' or name = 'p71'",
	"select name, at from p where at > '2020-06-15'",
	"select id from p where at between '2020-02-01' and '2020-02-03' and kind = 3",
	"select * from p join c on c.pid = p.id where p.kind = 1 and p.id < 200",
	"select count(*), sum(p.kind) from p join c on c.pid = p.id",
	"select * from p join c on c.kind = 3 and c.pid = p.id where p.at < '2020-01-09'",
	"select p.id, c.note from p left join c on c.pid = p.id and c.kind = p.kind where p.name like 'p10%'",
	"select * from p where id in (select pid from c where kind = 2)",
	"select * from some where id = 100",
	"select * from some where kind = 3 and name > 'p2'",
	"select x.kind, x.name from (select kind, name from p where id < 300) x where x.kind = 9",
	"select * from n, p where p.kind = n.i and n.i < 3",
];

const indexes: Record<string, readonly string[]> = {
	n: ["PRIMARY"],
	p: ["PRIMARY", "name", "kind", "at"],
	c: ["PRIMARY", "pid", "both_of"],
};

test("EXPLAIN names the index that is read", async (t) => {
	const counted = new Counted();
	const store = openMemoryStore();
	const counting: FastStore = {
		snapshot: () => counted.snapshot(store.snapshot()),
		commit: (batch) => store.commit(batch),
		check: () => store.check(),
		close: () => store.close(),
	};
	const kernel = await openMemoryKernel({ release: "2.1.7" }, counting);
	const session = await connectRoot(kernel);
	for (const sql of setUp) {
		t.false((await answerOf(session, sql)).startsWith("ERROR"), sql);
	}
	for (const table of Object.keys(indexes)) {
		await answerOf(session, `analyze table ${table}`);
	}
	const numbers = await placeNumbers(session, counted);
	for (const sql of queries) {
		const rows = (await answerOf(session, `explain ${sql}`))
			.split("\n")
			.slice(1)
			.map((line) => line.split("\t"));
		await answerOf(session, sql);
		counted.reads.clear();
		await answerOf(session, sql);
		const named = new Map<string, number>();
		/** Looked up row by row; some lookups find nothing. */
		const looked = new Set<string>();
		let driven = 0;
		for (const [, , alias, , , , key, , ref, count, filtered] of rows) {
			const table = alias === "x" || alias === "some" ? "p" : alias!;
			if (indexes[table] === undefined) {
				continue;
			}
			const place = numbers.get(`${table}.${key === "NULL" ? "PRIMARY" : key}`)!;
			const times = ref !== undefined && /\./.test(ref) ? Math.max(driven, 1) : 1;
			driven = Math.max(driven, (Number(count) * Number(filtered)) / 100);
			named.set(place, (named.get(place) ?? 0) + Number(count) * times);
			if (times > 1) {
				looked.add(place);
			}
			if (key !== "NULL" && key !== "PRIMARY") {
				// Entries refer to rows.
				named.set(numbers.get(`${table}.PRIMARY`)!, named.get(numbers.get(`${table}.PRIMARY`)!) ?? Number.NaN);
			}
		}
		for (const [place, count] of counted.reads) {
			t.true(named.has(place), `${sql}: ${place} is read ${count} times`);
		}
		for (const [place, expected] of named) {
			const count = counted.reads.get(place) ?? 0;
			// A store batch may hold 256 entries more than are read.
			t.true(
				Number.isNaN(expected) || (count <= expected * 3 + 300 && (looked.has(place) || count >= expected / 4 - 8)),
				`${sql}: ${place} says ${expected}, reads ${count}`,
			);
		}
	}
	await kernel.close();
});

/** Maps store prefixes to indexes, by scanning each index. */
async function placeNumbers(
	session: Awaited<ReturnType<typeof connectRoot>>,
	counted: Counted,
): Promise<ReadonlyMap<string, string>> {
	const numbers = new Map<string, string>();
	for (const [table, names] of Object.entries(indexes)) {
		counted.reads.clear();
		await answerOf(session, `select * from ${table} ignore index (${names.join(", ")})`);
		const [rows] = [...counted.reads.keys()];
		numbers.set(`${table}.PRIMARY`, rows!);
		for (const name of names.slice(1)) {
			counted.reads.clear();
			const column = name === "both_of" ? "kind" : name;
			await answerOf(
				session,
				`select * from ${table} force index (${name}) where ${column} is not null and ${column} > '1'`,
			);
			numbers.set(`${table}.${name}`, [...counted.reads.keys()].find((place) => place !== rows)!);
		}
	}
	return numbers;
}
