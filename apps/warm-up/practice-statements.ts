/**
 * Statements of the warm-up: those that most applications send most often, on two tables with fixed rows.
 *
 * The generator runs one statement at a time, so that its caller decides when to pause.
 */
import { type Parameter, PracticeClient } from "./practice-client.ts";
import type { PracticeDatabase } from "./practice-database.ts";

const rowCount = 2000;
const rowsOfOneInsert = 500;
const rangeRows = 100;
const shops = 40;
/** Statements as expensive as a whole round run in every fourth round only. */
const roundsPerExpensive = 4;

const tables = ["item", "visit"];
const database = "test";

const usualShop = (id: number): number => id % shops;

type Step = () => Promise<unknown>;

/** Yields after each statement. */
export async function* runPracticeStatements(practice: PracticeDatabase, rounds: number): AsyncGenerator<void> {
	const client = await PracticeClient.open(practice.connect(), "");
	for (const sql of [`CREATE DATABASE IF NOT EXISTS ${database}`, `USE ${database}`, ...tables.map(create)]) {
		yield void (await client.query(sql));
	}
	for (let first = 1; first < rowCount; first += rowsOfOneInsert) {
		for (const table of tables) {
			yield void (await client.query(insertOf(table, first, usualShop)));
		}
	}
	const steps: ((round: number) => readonly Step[])[] = [];
	for (const table of tables) {
		steps.push(await prepareSteps(client, table));
	}
	for (let round = 1; round <= rounds; round++) {
		for (const step of steps.flatMap((stepsOf) => stepsOf(round))) {
			yield void (await step());
		}
		yield void (await connectAndQuit(practice));
	}
	client.quit();
}

function create(table: string): string {
	return (
		`CREATE TABLE ${table} (id INT NOT NULL AUTO_INCREMENT PRIMARY KEY, shop INT NOT NULL DEFAULT 0, ` +
		`amount INT NOT NULL DEFAULT 0, name CHAR(120) NOT NULL DEFAULT '', note VARCHAR(60) NOT NULL ` +
		`DEFAULT '', KEY by_shop (shop))`
	);
}

function insertOf(table: string, first: number, shopOf: (id: number) => number): string {
	const rows = Array.from({ length: rowsOfOneInsert }, (_, at) => first + at).map(
		(id) => `(${id}, ${shopOf(id)}, ${id % 7}, 'the name of ${id}', 'n ${id}')`,
	);
	return `INSERT INTO ${table} (id, shop, amount, name, note) VALUES ${rows.join(", ")}`;
}

async function prepareSteps(client: PracticeClient, table: string): Promise<(round: number) => readonly Step[]> {
	const point = `SELECT name FROM ${table} WHERE id=?`;
	const range = "WHERE id BETWEEN ? AND ?";
	const readPoint = await client.prepare(point);
	const readRange = await client.prepare(`SELECT name FROM ${table} ${range}`);
	const sum = await client.prepare(`SELECT SUM(shop) FROM ${table} ${range}`);
	const sorted = await client.prepare(`SELECT name FROM ${table} ${range} ORDER BY name`);
	const distinct = await client.prepare(`SELECT DISTINCT name FROM ${table} ${range} ORDER BY name`);
	const update = await client.prepare(`UPDATE ${table} SET shop=shop+1 WHERE id=?`);
	const rename = await client.prepare(`UPDATE ${table} SET name=? WHERE id=?`);
	const remove = await client.prepare(`DELETE FROM ${table} WHERE id=?`);
	const insert = await client.prepare(`INSERT INTO ${table} (id, shop, name, note) VALUES (?, ?, ?, ?)`);
	const say =
		(sql: string, ...parameters: readonly Parameter[]): Step =>
		() =>
			client.query(written(sql, parameters));
	return (round) => {
		const id = ((round * 7919) % (rowCount - rangeRows)) + 1;
		const bounds = [id, id + rangeRows - 1] as const;
		const writes: readonly Step[] = [
			() => update(id),
			() => rename(`n ${round}`, id + 1),
			() => remove(id + 2),
			() => insert(id + 2, round, `i ${round}`, "n"),
		];
		return [
			() => readPoint(id),
			() => readPoint(id + 3),
			say(point, id + 4),
			say(point, id + 5),
			say("SELECT 1"),
			say("BEGIN"),
			() => readRange(...bounds),
			() => sum(...bounds),
			() => sorted(...bounds),
			() => distinct(...bounds),
			...writes,
			say("COMMIT"),
			...writes,
			say(`SELECT * FROM ${table} WHERE shop=? LIMIT 5`, round % shops),
			say(`INSERT INTO ${table} (shop, name) VALUES (?, ?)`, round, `t ${round}`),
			say(`UPDATE ${table} SET note=? WHERE id=?`, `t ${round}`, id),
			...(round % roundsPerExpensive > 0
				? []
				: [
						say(insertOf(table, rowCount * round, () => shops + round)),
						say(
							`SELECT name, count(*), sum(amount) FROM ${table} WHERE shop BETWEEN ? AND ? GROUP BY name`,
							round % shops,
							(round % shops) + 1,
						),
						say(`UPDATE ${table} SET amount=amount+1 WHERE shop=?`, shops + round),
						say(`DELETE FROM ${table} WHERE shop=?`, shops + round),
					]),
		];
	};
}

/** The statement as a client without prepared statements sends it. */
function written(sql: string, parameters: readonly Parameter[]): string {
	let at = 0;
	return sql.replaceAll("?", () => {
		const parameter = parameters[at++]!;
		return typeof parameter === "number" ? String(parameter) : `'${parameter}'`;
	});
}

async function connectAndQuit(practice: PracticeDatabase): Promise<void> {
	const client = await PracticeClient.open(practice.connect(), database);
	await client.query("SELECT 1");
	client.quit();
}
