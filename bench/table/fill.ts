/**
 * Fills tables, outside of everything that is measured.
 *
 * In: a table, a name, how many rows, connections of every peer. Out: the same rows on each.
 */
import { Random } from "../random.ts";
import { encodeQuery } from "../wire/request.ts";
import type { Connection } from "../wire/connection.ts";
import { type Table, printInsert, rowsPerStatement } from "./table.ts";

const seed = 2017;

export async function fillTable(
	table: Table,
	name: string,
	rows: number,
	connections: readonly Connection[],
): Promise<void> {
	await Promise.all(
		connections.map(async (connection) => {
			await connection.query(`DROP TABLE IF EXISTS ${name}`);
			await connection.query(table.create(name));
		}),
	);
	const random = new Random(seed);
	for (let first = 1; first <= rows; first += rowsPerStatement) {
		const last = Math.min(rows, first + rowsPerStatement - 1);
		const request = encodeQuery(printInsert(name, makeRows(table, first, last, random)));
		await Promise.all(connections.map((connection) => connection.ask(request)));
	}
	for (const statement of table.finish(name)) {
		await Promise.all(connections.map((connection) => connection.query(statement)));
	}
}

export function makeRows(table: Table, first: number, last: number, random: Random): (readonly (number | string)[])[] {
	return Array.from({ length: last - first + 1 }, (_, at) => table.row(first + at, random));
}
