/**
 * Statements over every internal of docs/decisions/platform-internals.md, played in this process; prints the answers.
 *
 * After `trapped.ts` an internal that is used nevertheless throws.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createConnection } from "mysql2/promise";

const rows = 2400;

const statements = [
	"create table t (a int primary key, b varchar(40) collate utf8mb4_general_ci, c decimal(9,2), d datetime, key (b))",
	insert(0),
	insert(rows),
	"update t set c = c + 1 where a between 100 and 1900",
	"update t set b = 'Straße länger als vierundzwanzig Byte' where a = 8",
	"delete from t where a % 7 = 0",
	"delete from t where a = 11",
	"start transaction",
	"update t set c = 0 where a < 50",
	"rollback",
	"select count(*) from t where a between 5 and 500",
	"select count(*), sum(c), min(b), max(d) from t",
	"select b, count(*), avg(c) from t group by b order by b",
	"select * from t where a = 500",
	"select a + 1 from t where a = 500",
	"select a, c from t where b = 'text 5' order by a desc limit 20",
	"select x.a, y.b from t x join t y on y.a = x.a + 1 where x.a < 300 order by x.a",
	"select distinct b from t where b like '%1%' order by b",
	"select a, b, hex(b) from t where a < 10",
	"select md5(repeat('x', 100000))",
	"select hex(b), concat(b, 'é') from t order by b desc, a limit 10",
	"select a, b from t order by a desc limit 3",
	"select no_such_column from t",
];

function insert(from: number): string {
	const values = Array.from({ length: rows }, (_, at) => {
		const number = from + at;
		return `(${number}, 'Text ${number % 97}', ${number / 4}, '2020-01-01')`;
	});
	return `insert into t values ${values.join()}`;
}

async function play(directory: string): Promise<unknown[]> {
	const { startTestServer } = await import("../golden/server.ts");
	const { checkDirectory } = await import("../../apps/compose/checked-directory.ts");
	const answers: unknown[] = [];
	for (const played of [statements, statements.filter((sql) => sql.startsWith("select"))]) {
		const server = await startTestServer({ release: "2.1.7", directory, flags: { durability: "full" } });
		const connection = await createConnection({
			host: "127.0.0.1",
			port: server.mysqlPort,
			user: "root",
			database: "test",
			rowsAsArray: true,
			connectTimeout: 5000,
		});
		for (const sql of played) {
			try {
				const [found] = await connection.query(sql);
				answers.push(found);
			} catch (error) {
				answers.push(String(error));
			}
		}
		await connection.end();
		await server.stop();
	}
	const { findings, tables } = await checkDirectory(join(directory, "data"));
	return [...answers, findings, tables, await commitMany(join(directory, "many.mdb"))];
}

/** A commit of many keys by LMDB alone, which is written in slices. */
async function commitMany(path: string): Promise<unknown> {
	const { openLmdbStore } = await import("../../core/store/lmdb/lmdb.ts");
	const store = openLmdbStore({ path });
	const value = new Uint8Array(8);
	const writes = Array.from({ length: 3000 }, (_, at) => ({ key: `\x30${String(at).padStart(5, "0")}`, value }));
	const { done } = await store.commit({ writes, conditions: [] });
	const snapshot = store.snapshot();
	const found = await snapshot.getMany(writes.map(({ key }) => key));
	snapshot.release();
	await store.close();
	return [done, found.filter((each) => each?.length === value.length).length];
}

const directory = mkdtempSync(join(tmpdir(), "verso-probe-"));
try {
	process.stdout.write(JSON.stringify(await play(directory)));
} finally {
	rmSync(directory, { recursive: true, force: true });
}
