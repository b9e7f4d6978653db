/**
 * How long point selects wait while another connection's long query runs: the 99th percentile, in wall time.
 *
 * In: stations. Out: a series with two points a kind of query, at 0 long queries and at 1. On a busy machine the
 * figure is the machine's; compare it with the one at 0, and peers with each other.
 */
import { quantilesOf } from "../quantile.ts";
import type { Station } from "../station.ts";
import { expectRows } from "../trial/script.ts";
import { Connection } from "../wire/connection.ts";
import { encodeQuery } from "../wire/request.ts";
import { type Series, addPoint, makeSeries } from "./series.ts";

const aloneMs = 500;
const part = 0.99;

/** Of the table, for each of `most`: in a full run each query takes verso some five seconds. */
const rowsPart = 9;

const longQueries: readonly (readonly [name: string, sql: (most: number) => string])[] = [
	["a join without an index", () => "SELECT count(*) FROM tail a, tail b WHERE a.number + b.number = 7"],
	[
		"a sort",
		(most) => `SELECT a.number FROM tail a, tail b WHERE b.id < ${5 * most} ORDER BY a.number * b.number, a.id LIMIT 3`,
	],
	["a big result", (most) => `SELECT a.id, a.number, b.number FROM tail a, tail b WHERE b.id < ${4 * most}`],
];

/** `most`: how big the growth's other parts are; the long queries grow with it. */
export async function growTail(stations: readonly Station[], most: number): Promise<readonly Series[]> {
	const rows = Math.max(20, most * rowsPart);
	const values = Array.from({ length: rows }, (_, id) => `(${id}, ${(id * 7919) % rows})`).join(",");
	for (const station of stations) {
		const connection = await station.connection();
		await connection.query("CREATE TABLE tail (id INT NOT NULL PRIMARY KEY, number INT)");
		await connection.query(`INSERT INTO tail VALUES ${values}`);
	}
	const all: Series[] = [];
	for (const [name, sql] of longQueries) {
		const series = makeSeries(`99th percentile of point selects beside ${name}`, "us", "long queries");
		for (const station of stations) {
			const connection = await station.connection();
			addPoint(
				series,
				station.peer.name,
				0,
				await percentile(connection, new Promise((resolve) => setTimeout(resolve, aloneMs))),
			);
			const other = await Connection.open(station.peer.address);
			addPoint(series, station.peer.name, 1, await percentile(connection, other.query(sql(most))));
			other.quit();
		}
		all.push(series);
	}
	return all;
}

async function percentile(connection: Connection, end: Promise<unknown>): Promise<number> {
	const request = encodeQuery("SELECT number FROM tail WHERE id=7");
	let isOver = false;
	const over = end.finally(() => {
		isOver = true;
	});
	const waits: number[] = [];
	do {
		const start = performance.now();
		expectRows(await connection.ask(request), 1);
		waits.push(performance.now() - start);
	} while (!isOver);
	await over;
	return quantilesOf(waits)(part) * 1000;
}
