/**
 * Start to first answer on the data that the other cells left, and the memory of a server that has nothing to do.
 *
 * In: nothing. Out: a trial with two cells; peers that the bench did not start have neither.
 */
import { setTimeout as sleep } from "node:timers/promises";
import { readMemory, readTime } from "../peer/process-time.ts";
import { expectRows } from "./script.ts";
import type { Cell, Trial } from "./trial.ts";

const start: Cell = {
	name: "start to first answer",
	family: "start",
	goal: { least: 2, stretch: 3 },
	unit: "start",
	by: "wall",
};
const memory: Cell = {
	name: "idle memory",
	family: "start",
	goal: { least: 1.2, stretch: 1.5 },
	unit: "server",
	by: "memory",
};
const settlingMs = 500;

export function startTrial(): Trial {
	return {
		cells: [start, memory],
		tables: ["sbtest1"],
		timesRounds: 3,
		round: async (station, _windowMs, notes) => {
			const { peer } = station;
			if (peer.restart === undefined) {
				throw new Error("the bench did not start this server");
			}
			station.quit();
			await peer.stop();
			const begin = performance.now();
			await peer.restart();
			expectRows(await (await station.connection()).query("SELECT c FROM sbtest1 WHERE id=7"), 1);
			const wallMs = performance.now() - begin;
			// The process is new: all that it has used, it used for this.
			notes.add(start, { operations: 1, cpuMs: readTime(peer.processes()).coarseMs, wallMs, loadMs: 0 });
			station.quit();
			await sleep(settlingMs);
			notes.add(memory, { operations: 1, cpuMs: null, wallMs: 0, loadMs: 0, bytes: readMemory(peer.processes()) });
		},
	};
}
