/**
 * The shortest things: SELECT 1, and a connection for one SELECT 1.
 *
 * In: nothing. Out: two trials with a cell each.
 */
import { Connection } from "../wire/connection.ts";
import { encodeQuery } from "../wire/request.ts";
import { expectRows } from "./script.ts";
import { type Cell, type Goal, type Trial, recordAnswers } from "./trial.ts";

const goal: Goal = { least: 1, stretch: 2 };
const request = encodeQuery("SELECT 1");

export function selectOneTrial(): Trial {
	const cell: Cell = { name: "SELECT 1 in a loop", family: "select_1", goal, unit: "query", by: "cpu" };
	return {
		cells: [cell],
		tables: [],
		warms: true,
		answer: async (station) => {
			const connection = await station.connection();
			return recordAnswers(station, () => connection.ask(request));
		},
		round: async (station, windowMs, notes) => {
			const connection = await station.connection();
			await notes.measure(cell, () => repeat(windowMs, async () => expectRows(await connection.ask(request), 1)));
		},
	};
}

export function connectTrial(): Trial {
	const cell: Cell = { name: "connect, SELECT 1, quit", family: "connect", goal, unit: "connection", by: "cpu" };
	return {
		cells: [cell],
		tables: [],
		warms: true,
		round: async (station, windowMs, notes) => {
			await notes.measure(cell, () =>
				repeat(windowMs, async () => {
					const connection = await Connection.open(station.peer.address);
					expectRows(await connection.ask(request), 1);
					connection.quit();
				}),
			);
		},
	};
}

async function repeat(windowMs: number, act: () => Promise<void>): Promise<number> {
	const end = performance.now() + windowMs;
	let count = 0;
	while (performance.now() < end) {
		await act();
		count++;
	}
	return count;
}
