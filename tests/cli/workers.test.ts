/**
 * `--workers`: several processes appear to clients as one server.
 */
import { join } from "node:path";
import test from "ava";
import type { Connection, RowDataPacket } from "mysql2/promise";
import { isOneSentence, runVerso, serveVerso, temporaryFolder } from "./program.ts";

async function one(connection: Connection, sql: string): Promise<unknown> {
	const [rows] = await connection.query<RowDataPacket[]>({ sql, rowsAsArray: true });
	return (rows[0] as unknown as unknown[] | undefined)?.[0];
}

for (const bundled of [false, true]) {
	test(`two workers behind one port${bundled ? ", bundled" : ""}`, async (t) => {
		const server = await serveVerso(t, ["--workers", "2", "--data-dir", join(temporaryFolder(t), "data")], { bundled });
		t.regex(server.readyLine, /ready: mysql:\/\/root@127\.0\.0\.1:[1-9]\d*\/test http:\/\/127\.0\.0\.1:[1-9]\d*$/);
		const connections = await Promise.all(Array.from({ length: 4 }, () => server.connect()));
		const [first, second] = connections as [Connection, Connection, Connection, Connection];
		const ids = (await Promise.all(
			connections.map((connection) => one(connection, "select connection_id()")),
		)) as number[];
		t.is(new Set(ids).size, 4, "ids are the whole server's");
		t.deepEqual([...new Set(ids.map((id) => id % 2))].sort(), [0, 1], "both workers have connections");

		await first.query("create table t (a int primary key auto_increment, b int)");
		for (const connection of connections) {
			await connection.query("insert into t (b) values (1), (2)");
		}
		t.deepEqual(
			await Promise.all(connections.map((connection) => one(connection, "select count(*) from t"))),
			[8, 8, 8, 8],
		);
		t.is(await one(first, "select count(distinct a) from t"), 8);

		const [list] = await second.query<RowDataPacket[]>("show processlist");
		t.deepEqual(
			list.map(({ Id }) => Id as number),
			[...ids].sort((a, b) => a - b),
		);
		t.is(await one(first, "select count(*) from information_schema.processlist"), 4);

		await first.query("set global max_connections = 77");
		t.deepEqual(
			await Promise.all(connections.map((connection) => one(connection, "select @@global.max_connections"))),
			[77, 77, 77, 77],
		);

		const others = connections.slice(1);
		const sleeping = others.map((connection) => connection.query("select sleep(30)").catch(() => undefined));
		for (const id of ids.slice(1)) {
			await first.query(`kill ${id}`);
		}
		await Promise.all(sleeping);
		for (const connection of others) {
			await t.throwsAsync(connection.query("select 1"));
		}
		await t.throwsAsync(first.query("kill 4000000"), { message: /Unknown thread id: 4000000/ });
		t.deepEqual(await server.stop(), { stdout: `${server.readyLine}\n`, stderr: "", exitCode: 0 });
	});
}

test("an error of the start is printed once", async (t) => {
	const wrong = await runVerso(["--workers", "3", "--data-dir", "/dev/null/x", "--port", "0", "--http-port", "0"], {
		directory: temporaryFolder(t),
	});
	t.is(wrong.exitCode, 1);
	t.true(isOneSentence(wrong.stderr), wrong.stderr);
	const count = await runVerso(["--workers", "0"], { directory: temporaryFolder(t) });
	t.deepEqual([count.stderr, count.exitCode], ["verso: --workers takes a number from 1 to 64, not 0\n", 2]);
});
