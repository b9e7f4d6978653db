/**
 * Trials that play a script on some connections until time is up.
 *
 * In: a script, a style, a number of connections. Out: a trial with one cell. Each connection asks its next question
 * when the last one is answered.
 */
import { Random, seedOf } from "../random.ts";
import type { Station } from "../station.ts";
import { fillTable } from "../table/fill.ts";
import { sbtest } from "../table/sbtest.ts";
import { type Script, type Style, type Turn, isConflict } from "./script.ts";
import { type Cell, type Goal, type Trial, recordAnswers } from "./trial.ts";

const checkedRows = 500;
const checkedTurns = 30;

export function loopTrial(script: Script, style: Style, count: number, goal: Goal): Trial {
	const cell: Cell = { name: `${script.name} ${style} ${count}`, family: script.name, goal, unit: "query", by: "cpu" };
	const opened = new Map<Station, readonly Turn[]>();
	/** Every opening asks for other rows and writes other texts; peers get the same in the same order. */
	const openings = new Map<Station, number>();

	const open = async (station: Station, windowMs: number): Promise<readonly Turn[]> => {
		const tables = (await script.tables?.(station, windowMs)) ?? {
			names: ["sbtest1", "sbtest2"],
			rows: station.plan.sbtestRows,
		};
		let position = 0;
		const connections = await station.connections(count);
		const opening = (openings.get(station) ?? 0) + 1;
		openings.set(station, opening);
		return Promise.all(
			connections.map((connection, at) =>
				script.open({
					connection,
					style,
					tables: tables.names,
					rows: tables.rows,
					random: new Random(seedOf(`${cell.name} ${opening} ${at}`)),
					next: () => position++,
				}),
			),
		);
	};

	return {
		cells: [cell],
		tables: ["sbtest1", "sbtest2"],
		warms: true,
		// Fewer connections answer the same questions; once is enough.
		...(count === 1 ? { answer: (station: Station) => answerFixed(script, style, station) } : {}),
		round: async (station, windowMs, notes) => {
			// A script with tables of its own gets new ones in each round.
			const turns =
				script.tables === undefined
					? (opened.get(station) ?? (await open(station, windowMs)))
					: await open(station, windowMs);
			opened.set(station, turns);
			await notes.measure(cell, () => playTurns(turns, windowMs));
		},
	};
}

/** All turns side by side; how many statements that was. */
async function playTurns(turns: readonly Turn[], windowMs: number): Promise<number> {
	const end = performance.now() + windowMs;
	const counts = await Promise.all(
		turns.map(async (turn) => {
			let count = 0;
			while (performance.now() < end) {
				const played = await playTurn(turn);
				if (played < 0) {
					break;
				}
				count += played;
			}
			return count;
		}),
	);
	return counts.reduce((sum, count) => sum + count, 0);
}

/** A statement that lost a conflict is no operation; the next turn tries another. */
async function playTurn(turn: Turn): Promise<number> {
	try {
		return await turn();
	} catch (failure) {
		if (isConflict(failure)) {
			return 0;
		}
		throw failure;
	}
}

/** Some turns with fixed random numbers on small tables, and what the tables hold then. */
async function answerFixed(script: Script, style: Style, station: Station): Promise<readonly string[]> {
	const connection = await station.connection();
	const names = ["checked1", "checked2"];
	for (const name of names) {
		await fillTable(sbtest(checkedRows), name, checkedRows, [connection]);
	}
	let position = 0;
	const turn = await script.open({
		connection,
		style,
		tables: names,
		rows: checkedRows,
		random: new Random(7),
		next: () => position++,
	});
	return recordAnswers(station, async () => {
		for (let at = 0; at < checkedTurns; at++) {
			await turn();
		}
		for (const name of names) {
			await connection.query(`SELECT * FROM ${name}`);
			await connection.query(`SELECT count(*), sum(k) FROM ${name}`);
			await connection.query(`DROP TABLE ${name}`);
		}
	});
}
