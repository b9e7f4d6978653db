/**
 * sysbench's writing scripts: update_index, update_non_index, insert, delete, read_write.
 *
 * In: a stage. Out: turns. DELETE takes rows that are there, each once, from a table written anew for each round:
 * sysbench soon asks for rows that it has deleted before.
 */
import { fillTable } from "../table/fill.ts";
import { sbtest } from "../table/sbtest.ts";
import { choose, openReads } from "./read-script.ts";
import { type Script, begin, commit, expectChange, isConflict, makeCall, makeCalls } from "./script.ts";

/** More than any server here deletes in a millisecond. */
const deletesPerMs = 50;
/** A prime that is no divisor of a number of rows: its multiples visit every row once, far from each other. */
const stride = 104_729;

export const updateIndex: Script = {
	name: "update_index",
	open: async (stage) => {
		const updates = await makeCalls(stage, "UPDATE sbtest SET k=k+1 WHERE id=?");
		return async () => {
			expectChange(await choose(stage, updates)(stage.random.between(1, stage.rows)), 1);
			return 1;
		};
	},
};

export const updateNonIndex: Script = {
	name: "update_non_index",
	open: async (stage) => {
		const updates = await makeCalls(stage, "UPDATE sbtest SET c=? WHERE id=?");
		return async () => {
			expectChange(await choose(stage, updates)(stage.random.digits(10), stage.random.between(1, stage.rows)), 1);
			return 1;
		};
	},
};

export const insert: Script = {
	name: "insert",
	open: async (stage) => {
		const inserts = await makeCalls(stage, "INSERT INTO sbtest (id, k, c, pad) VALUES (?, ?, ?, ?)");
		return async () => {
			const { random } = stage;
			expectChange(
				await choose(stage, inserts)(0, random.between(1, stage.rows), random.digits(10), random.digits(5)),
				1,
			);
			return 1;
		};
	},
};

export const remove: Script = {
	name: "delete",
	tables: async (station, windowMs) => {
		const rows = Math.max(1000, Math.ceil(windowMs * deletesPerMs));
		await fillTable(sbtest(rows), "doomed", rows, [await station.connection()]);
		return { names: ["doomed"], rows };
	},
	open: async (stage) => {
		const call = await makeCall(stage, `DELETE FROM ${stage.tables[0]} WHERE id=?`);
		return async () => {
			const at = stage.next();
			if (at >= stage.rows) {
				return -1;
			}
			expectChange(await call(((at * stride) % stage.rows) + 1), 1);
			return 1;
		};
	},
};

export const readWrite: Script = {
	name: "read_write",
	open: async (stage) => {
		const start = await makeCall(stage, begin);
		const reads = await openReads(stage);
		const changes = await openChanges(stage);
		const end = await makeCall(stage, commit);
		return async () => {
			try {
				await start();
				const count = await reads();
				const changed = await changes();
				await end();
				return count + changed + 2;
			} catch (failure) {
				if (!isConflict(failure)) {
					throw failure;
				}
				await stage.connection.query("ROLLBACK");
				return 0;
			}
		};
	},
};

/** A row is updated twice, another deleted and inserted again, as sysbench does it. */
async function openChanges(stage: Parameters<Script["open"]>[0]): Promise<() => Promise<number>> {
	const { random } = stage;
	const indexed = await makeCalls(stage, "UPDATE sbtest SET k=k+1 WHERE id=?");
	const others = await makeCalls(stage, "UPDATE sbtest SET c=? WHERE id=?");
	const deletes = await makeCalls(stage, "DELETE FROM sbtest WHERE id=?");
	const inserts = await makeCalls(stage, "INSERT INTO sbtest (id, k, c, pad) VALUES (?, ?, ?, ?)");
	return async () => {
		expectChange(await choose(stage, indexed)(random.between(1, stage.rows)), 1);
		expectChange(await choose(stage, others)(random.digits(10), random.between(1, stage.rows)), 1);
		const table = random.between(0, deletes.length - 1);
		const id = random.between(1, stage.rows);
		expectChange(await (deletes[table] as NonNullable<(typeof deletes)[0]>)(id), 1);
		expectChange(
			await (inserts[table] as NonNullable<(typeof inserts)[0]>)(
				id,
				random.between(1, stage.rows),
				random.digits(10),
				random.digits(5),
			),
			1,
		);
		return 4;
	};
}
