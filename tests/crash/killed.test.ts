/**
 * A slice of the killed-process runs; `npm run crash` has the rest. Planted faults come first: they must be caught.
 */
import { join } from "node:path";
import test from "ava";
import type { ResultSetHeader } from "mysql2/promise";
import { temporaryFolder } from "../cli/program.ts";
import { Child, connectTo } from "./killed/child.ts";
import { killBirths } from "./killed/birth.ts";
import { killRound } from "./killed/round.ts";

for (const fault of ["early", "torn"]) {
	test.serial(`a planted fault is caught: ${fault}`, async (t) => {
		const { wrong } = await killRound({ directory: join(temporaryFolder(t), "data"), seed: 11, cycles: 15, fault });
		t.true(wrong.length > 0);
	});
}

test.serial("ten kills under load lose nothing, repeat no id and leave nothing half-done", async (t) => {
	const { wrong, acknowledged } = await killRound({ directory: join(temporaryFolder(t), "data"), seed: 5, cycles: 10 });
	t.deepEqual(wrong, []);
	t.true(acknowledged > 20);
});

test.serial("the id of a removed row does not come back after a kill", async (t) => {
	const directory = join(temporaryFolder(t), "data");
	const insertId = async (sql: readonly string[]): Promise<number> => {
		const child = new Child(directory, {});
		const connection = await connectTo((await child.ready) ?? 0);
		let last = 0;
		for (const each of sql) {
			const [{ insertId: id }] = await connection.query<ResultSetHeader>(each);
			last = id > 0 ? id : last;
		}
		await child.kill();
		return last;
	};
	const before = await insertId([
		"CREATE TABLE t (a INT AUTO_INCREMENT PRIMARY KEY, b INT)", "CREATE TABLE tiny (a TINYINT AUTO_INCREMENT PRIMARY KEY)",
		"INSERT INTO tiny VALUES (126)", "DELETE FROM tiny", "INSERT INTO t (b) VALUES (1), (2)", "INSERT INTO t (b) VALUES (3)", "DELETE FROM t WHERE b >= 2",
	]);
	t.is(before, 3);
	t.true((await insertId(["INSERT INTO t (b) VALUES (4)"])) > before);
	t.is(await insertId(["INSERT INTO tiny VALUES ()"]), 127);
});

test.serial("a first start that was killed is finished by the next", async (t) => {
	t.deepEqual(await killBirths({ folder: temporaryFolder(t), seed: 3, cycles: 3 }), []);
});
