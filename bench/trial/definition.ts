/**
 * Trials of data definition: empty tables made, changed and dropped; an index on a full one.
 *
 * In: nothing. Out: a trial with a cell a statement, since each needs what the one before made, and one for the big
 * index.
 */
import { type Cell, type Goal, type Trial, recordAnswers } from "./trial.ts";

const goal: Goal = { least: 1, stretch: 5 };
const create = "CREATE TABLE made (id INT NOT NULL PRIMARY KEY, number INT NOT NULL, text VARCHAR(100) DEFAULT NULL)";

/** `made` stands for the table's name. */
const steps: readonly { readonly cell: Cell; readonly sql: string }[] = [
	step("CREATE TABLE", create),
	step("ADD COLUMN", "ALTER TABLE made ADD COLUMN more INT NOT NULL DEFAULT '7'"),
	step("DROP COLUMN", "ALTER TABLE made DROP COLUMN more"),
	step("ADD INDEX, empty table", "ALTER TABLE made ADD INDEX by_number (number)"),
	step("TRUNCATE", "TRUNCATE TABLE made"),
	step("DROP TABLE", "DROP TABLE made"),
];

export function definitionTrial(): Trial {
	return {
		cells: steps.map(({ cell }) => cell),
		tables: [],
		warms: true,
		answer: async (station) => {
			const connection = await station.connection();
			await connection.query("DROP TABLE IF EXISTS made");
			return recordAnswers(station, async () => {
				for (const { sql } of steps) {
					await connection.query(sql);
					if (!sql.startsWith("DROP")) {
						await connection.query(
							sql.startsWith("TRUNCATE")
								? "SELECT count(*) FROM made"
								: "INSERT INTO made (id, number, text) SELECT 1 + count(*), 2, 'three' FROM made",
						);
						await connection.query("SELECT * FROM made");
					}
				}
			});
		},
		round: async (station, _windowMs, notes) => {
			const connection = await station.connection();
			const names = Array.from({ length: station.plan.emptyTables }, (_, at) => `made${at}`);
			for (const name of names) {
				await connection.query(`DROP TABLE IF EXISTS ${name}`);
			}
			for (const { cell, sql } of steps) {
				await notes.measure(cell, async () => {
					for (const name of names) {
						await connection.query(sql.replace("made", name));
					}
					return names.length;
				});
			}
		},
	};
}

export function bigIndexTrial(): Trial {
	const cell: Cell = { name: "ADD INDEX, orders", family: "add_index", goal, unit: "statement", by: "cpu" };
	const drop = "ALTER TABLE orders DROP INDEX by_customer";
	const add = "ALTER TABLE orders ADD INDEX by_customer (customer)";
	return {
		cells: [cell],
		tables: ["orders"],
		answer: async (station) => {
			const connection = await station.connection();
			await connection.query(add);
			const answers = await recordAnswers(station, () =>
				connection.query("SELECT count(*), sum(quantity) FROM orders WHERE customer BETWEEN 10 AND 20"),
			);
			await connection.query(drop);
			return answers;
		},
		round: async (station, _windowMs, notes) => {
			const connection = await station.connection();
			await notes.measure(cell, async () => {
				await connection.query(add);
				return 1;
			});
			await connection.query(drop);
		},
	};
}

function step(name: string, sql: string): { cell: Cell; sql: string } {
	return { cell: { name, family: "definition", goal, unit: "statement", by: "cpu" }, sql };
}
