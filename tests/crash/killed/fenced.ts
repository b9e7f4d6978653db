/**
 * An ALTER killed between its write barrier and its end blocks no later statement.
 */
import { setTimeout as delay } from "node:timers/promises";
import type { Connection, RowDataPacket } from "mysql2/promise";
import { checkDirectory } from "../../../apps/compose/checked-directory.ts";
import { Child, connectTo } from "./child.ts";

/** A table still blocked after this time is taken to be blocked forever. */
const patienceMs = 10_000;

export async function fencedAlter(directory: string, endAt: string, fault = ""): Promise<string[]> {
	const first = new Child(directory, { endAt, fault });
	const connection = await connectTo((await first.ready) ?? 0);
	await connection.query("CREATE TABLE t (a INT PRIMARY KEY, b INT)");
	await connection.query(`INSERT INTO t VALUES ${Array.from({ length: 500 }, (_, at) => `(${at}, ${at % 7})`).join()}`);
	const altered = await connection.query("ALTER TABLE t ADD INDEX ib (b)").then(
		() => true,
		() => false,
	);
	await first.kill();
	const second = new Child(directory, { fault });
	const wrong: string[] = altered ? [`the server did not die at ${endAt}`] : [];
	try {
		wrong.push(...(await within(writeAndAlter(await connectTo((await second.ready) ?? 0)))));
	} finally {
		await second.stop();
	}
	const { findings } = await checkDirectory(directory);
	return [...wrong, ...findings.map(({ sentence }) => sentence)];
}

async function writeAndAlter(connection: Connection): Promise<string[]> {
	await connection.query("INSERT INTO t VALUES (1000, 3)");
	const [indexes] = await connection.query<RowDataPacket[][]>("SHOW INDEX FROM t");
	if (indexes.length === 1) {
		await connection.query("ALTER TABLE t ADD INDEX ib (b)");
	}
	const [rows] = await connection.query<RowDataPacket[][]>("SELECT COUNT(*) FROM t USE INDEX (ib) WHERE b = 3");
	const count = Number((rows as unknown as number[][])[0]?.[0]);
	connection.destroy();
	return count === 72 ? [] : [`${count} rows of 72 are found by the index`];
}

async function within(work: Promise<string[]>): Promise<string[]> {
	const late = delay(patienceMs, ["a table is held up by an ALTER that died"], { ref: false });
	return Promise.race([work.catch((failure: Error) => [failure.message]), late]);
}
