/**
 * Trials that load many rows: INSERT of 1,000 rows a statement, LOAD DATA LOCAL.
 *
 * In: nothing. Out: two trials; one operation is one row. Statements and file are made once, for all peers.
 */
import { Random } from "../random.ts";
import type { Station } from "../station.ts";
import { makeRows } from "../table/fill.ts";
import { orders } from "../table/orders.ts";
import { printInsert, rowsPerStatement } from "../table/table.ts";
import { encodeQuery } from "../wire/request.ts";
import { type Cell, type Goal, type Trial, recordAnswers } from "./trial.ts";
import { expectChange } from "./script.ts";

const goal: Goal = { least: 1, stretch: 2 };
const table = orders(1000);
/** More than any server here takes in a second. */
const statementsPerSecond = 300;

export function insertManyTrial(): Trial {
	const cell: Cell = { name: "INSERT of 1,000 rows a statement", family: "insert_many", goal, unit: "row", by: "cpu" };
	let statements: readonly Buffer[] = [];
	return {
		cells: [cell],
		tables: [],
		warms: true,
		answer: async (station) => {
			await makeEmpty(station);
			const request = encodeQuery(printInsert("loaded", makeRows(table, 1, rowsPerStatement, new Random(3))));
			await (await station.connection()).ask(request);
			return checkLoaded(station);
		},
		round: async (station, windowMs, notes) => {
			statements =
				statements.length > 0 && windowMs <= station.plan.windowMs
					? statements
					: makeStatements(Math.max(windowMs, station.plan.windowMs));
			await makeEmpty(station);
			const connection = await station.connection();
			await notes.measure(cell, async () => {
				const end = performance.now() + windowMs;
				let rows = 0;
				for (let at = 0; at < statements.length && performance.now() < end; at++) {
					const answer = await connection.ask(statements[at] as Buffer);
					expectChange(answer, rowsPerStatement);
					rows += answer.affected;
				}
				return rows;
			});
		},
		finish: dropLoaded,
	};
}

export function loadDataTrial(): Trial {
	const cell: Cell = { name: "LOAD DATA LOCAL", family: "load_data", goal, unit: "row", by: "cpu" };
	const files = new Map<number, readonly Buffer[]>();
	const load = async (station: Station, rows: number): Promise<number> => {
		const file = files.get(rows) ?? makeFile(rows);
		files.set(rows, file);
		const connection = await station.connection();
		connection.file = file;
		const answer = await connection.query("LOAD DATA LOCAL INFILE 'orders.txt' INTO TABLE loaded");
		expectChange(answer, rows);
		return answer.affected;
	};
	return {
		cells: [cell],
		tables: [],
		answer: async (station) => {
			await makeEmpty(station);
			await load(station, rowsPerStatement);
			return checkLoaded(station);
		},
		round: async (station, _windowMs, notes) => {
			await makeEmpty(station);
			await notes.measure(cell, () => load(station, station.plan.loadRows));
		},
		finish: async (station) => {
			files.clear();
			await dropLoaded(station);
		},
	};
}

async function makeEmpty(station: Station): Promise<void> {
	const connection = await station.connection();
	await connection.query("DROP TABLE IF EXISTS loaded");
	await connection.query(table.create("loaded"));
}

async function dropLoaded(station: Station): Promise<void> {
	await (await station.connection()).query("DROP TABLE IF EXISTS loaded");
}

async function checkLoaded(station: Station): Promise<string[]> {
	const connection = await station.connection();
	return recordAnswers(station, async () => {
		await connection.query("SELECT * FROM loaded");
		await connection.query("SELECT count(*), sum(price) FROM loaded WHERE day < 500");
	});
}

function makeStatements(windowMs: number): readonly Buffer[] {
	const random = new Random(4);
	const count = Math.ceil((windowMs / 1000) * statementsPerSecond);
	return Array.from({ length: count }, (_, at) => {
		const first = at * rowsPerStatement + 1;
		return encodeQuery(printInsert("loaded", makeRows(table, first, first + rowsPerStatement - 1, random)));
	});
}

/** Fields with tabs between them, in parts of some megabytes. */
function makeFile(rows: number): readonly Buffer[] {
	const random = new Random(5);
	const parts: Buffer[] = [];
	for (let first = 1; first <= rows; first += 20_000) {
		const lines = makeRows(table, first, Math.min(rows, first + 19_999), random).map((row) => `${row.join("\t")}\n`);
		parts.push(Buffer.from(lines.join(""), "latin1"));
	}
	return parts;
}
