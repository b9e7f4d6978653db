/**
 * sysbench's reading scripts: point_select, select_random_ranges, read_only.
 *
 * In: a stage. Out: turns. Rows are chosen evenly (sysbench prefers some), which is the harder case for a cache.
 */
import type { Call } from "../wire/connection.ts";
import { type Script, type Stage, type Turn, begin, commit, expectRows, makeCall, makeCalls } from "./script.ts";

const rangeSize = 100;
const rangeCount = 10;
const rangeWidth = 5;
const pointsPerTransaction = 10;

export const pointSelect: Script = {
	name: "point_select",
	open: async (stage) => {
		const points = await makeCalls(stage, "SELECT c FROM sbtest WHERE id=?");
		return async () => {
			await readPoint(stage, points);
			return 1;
		};
	},
};

export const selectRandomRanges: Script = {
	name: "select_random_ranges",
	open: async (stage) => {
		const ranges = Array.from({ length: rangeCount }, () => "k BETWEEN ? AND ?").join(" OR ");
		const call = await makeCall(stage, `SELECT count(k) FROM ${stage.tables[0]} WHERE ${ranges}`);
		return async () => {
			const bounds: number[] = [];
			for (let range = 0; range < rangeCount; range++) {
				const first = stage.random.between(1, stage.rows);
				bounds.push(first, first + rangeWidth);
			}
			expectRows(await call(...bounds), 1);
			return 1;
		};
	},
};

export const readOnly: Script = {
	name: "read_only",
	open: async (stage) => {
		const start = await makeCall(stage, begin);
		const reads = await openReads(stage);
		const end = await makeCall(stage, commit);
		return async () => {
			await start();
			const count = await reads();
			await end();
			return count + 2;
		};
	},
};

/** The reads of read_only and read_write in a transaction: ten points and a range in four ways. */
export async function openReads(stage: Stage): Promise<Turn> {
	const points = await makeCalls(stage, "SELECT c FROM sbtest WHERE id=?");
	const ranges = [
		await makeCalls(stage, "SELECT c FROM sbtest WHERE id BETWEEN ? AND ?"),
		await makeCalls(stage, "SELECT SUM(k) FROM sbtest WHERE id BETWEEN ? AND ?"),
		await makeCalls(stage, "SELECT c FROM sbtest WHERE id BETWEEN ? AND ? ORDER BY c"),
		await makeCalls(stage, "SELECT DISTINCT c FROM sbtest WHERE id BETWEEN ? AND ? ORDER BY c"),
	];
	return async () => {
		for (let point = 0; point < pointsPerTransaction; point++) {
			await readPoint(stage, points);
		}
		for (const range of ranges) {
			const first = stage.random.between(1, stage.rows);
			await choose(stage, range)(first, first + rangeSize - 1);
		}
		return pointsPerTransaction + ranges.length;
	};
}

async function readPoint(stage: Stage, points: readonly Call[]): Promise<void> {
	expectRows(await choose(stage, points)(stage.random.between(1, stage.rows)), 1);
}

export function choose(stage: Stage, calls: readonly Call[]): Call {
	return calls[stage.random.between(0, calls.length - 1)] as Call;
}
