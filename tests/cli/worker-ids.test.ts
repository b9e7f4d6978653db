/**
 * AUTO_INCREMENT under `--workers`: each process knows which ids the others have taken, before their rows are
 * committed.
 */
import { join } from "node:path";
import test from "ava";
import type { Connection, ResultSetHeader, RowDataPacket } from "mysql2/promise";
import { serveVerso, temporaryFolder } from "./program.ts";

const each = 8;
const inserts = 150;

async function idOf(connection: Connection, sql: string): Promise<number> {
	const [{ insertId }] = await connection.query<ResultSetHeader>(sql);
	return insertId;
}

test("workers that insert into one table at once take ids of their own", async (t) => {
	const server = await serveVerso(t, ["--workers", "2", "--data-dir", join(temporaryFolder(t), "data")]);
	const connections = await Promise.all(Array.from({ length: 2 * each }, () => server.connect()));
	const places = await Promise.all(
		connections.map(async (connection) => {
			const [rows] = await connection.query<RowDataPacket[]>("select connection_id() id");
			return (rows[0] as { id: number }).id % 2;
		}),
	);
	const [one, other] = [0, 1].map((place) => connections[places.indexOf(place)]) as [Connection, Connection];
	await one.query("create table t (a int auto_increment primary key, b int)");

	// Not committed: the second would take the same ids, and its COMMIT fail.
	await one.query("begin");
	await other.query("begin");
	const insert = "insert into t (b) values (1)";
	t.deepEqual([await idOf(one, insert), await idOf(other, insert), await idOf(one, insert)], [1, 2, 3]);
	await one.query("commit");
	await other.query("commit");
	await one.query("begin");
	await one.query("insert into t values (50, 1)");
	t.is(await idOf(other, insert), 51);
	await one.query("commit");
	await other.query("truncate table t");
	t.deepEqual([await idOf(one, insert), await idOf(other, insert)], [1, 2]);

	const taken: number[] = [];
	await Promise.all(
		connections.map(async (connection) => {
			let last = 0;
			for (let number = 0; number < inserts; number++) {
				const id = await idOf(connection, insert);
				t.true(id > last);
				last = id;
				taken.push(id);
			}
		}),
	);
	t.is(new Set(taken).size, taken.length);
	// None was taken twice and given up but a few, in the same microsecond.
	t.true(Math.max(...taken) < 1.2 * taken.length, `${Math.max(...taken)}`);
	t.is((await server.stop()).exitCode, 0);
});
