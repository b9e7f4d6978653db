/**
 * UPDATE and DELETE of thousands of rows that an index finds.
 *
 * In: nothing. Out: a trial with two cells. Each round writes the table anew: what is deleted is gone.
 */
import type { Random } from "../random.ts";
import { fillTable } from "../table/fill.ts";
import type { Table } from "../table/table.ts";
import { expectChange } from "./script.ts";
import { type Cell, type Goal, type Trial, recordAnswers } from "./trial.ts";

const goal: Goal = { least: 1, stretch: 2 };
const update: Cell = { name: "UPDATE of many rows by index", family: "mark", goal, unit: "row", by: "cpu" };
const remove: Cell = { name: "DELETE of many rows by index", family: "mark", goal, unit: "row", by: "cpu" };

export function markTrial(): Trial {
	return {
		cells: [update, remove],
		tables: [],
		warms: true,
		// Some rounds have the log's fold in them.
		timesRounds: 3,
		answer: async (station) => {
			const connection = await station.connection();
			await fillTable(marked(4), "marked", 200, [connection]);
			return recordAnswers(station, async () => {
				await connection.query("UPDATE marked SET amount = amount + 1 WHERE mark = 1");
				await connection.query("DELETE FROM marked WHERE mark = 2");
				await connection.query("SELECT * FROM marked");
			});
		},
		round: async (station, _windowMs, notes) => {
			const { marks, markRows } = station.plan;
			const connection = await station.connection();
			await fillTable(marked(marks), "marked", marks * markRows, [connection]);
			const run = async (sql: string): Promise<number> => {
				for (let mark = 0; mark < marks; mark++) {
					expectChange(await connection.query(`${sql} WHERE mark = ${mark}`), markRows);
				}
				return marks * markRows;
			};
			await notes.measure(update, () => run("UPDATE marked SET amount = amount + 1"));
			await notes.measure(remove, () => run("DELETE FROM marked"));
		},
		finish: async (station) => {
			await (await station.connection()).query("DROP TABLE IF EXISTS marked");
		},
	};
}

/** Every mark has the same number of rows, spread over the table. */
function marked(marks: number): Table {
	return {
		name: "marked",
		create: (name) =>
			`CREATE TABLE ${name} (id INT NOT NULL PRIMARY KEY, mark INT NOT NULL, amount INT NOT NULL, text ` +
			`VARCHAR(60) NOT NULL, KEY by_mark (mark))`,
		row: (id, random: Random) => [id, id % marks, random.between(1, 1000), random.digits(4)],
		finish: () => [],
	};
}
