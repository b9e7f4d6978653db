/**
 * How cost grows with tables, columns and connections.
 *
 * In: stations, how many at most. Out: series of what one of each costs.
 */
import { readMemory } from "../peer/process-time.ts";
import { takeSample } from "../sample.ts";
import type { Station } from "../station.ts";
import { expectRows } from "../trial/script.ts";
import type { Connection } from "../wire/connection.ts";
import { encodeQuery } from "../wire/request.ts";
import { costUs } from "./rows.ts";
import { type Series, addPoint, makeSeries } from "./series.ts";

const rowsPerWidth = 200;

/** Tables are made in ten parts; after each, one row is asked from every table that is there. */
export async function growTables(stations: readonly Station[], most: number): Promise<readonly Series[]> {
	const made = makeSeries("CREATE TABLE, one of many", "us a table", "tables");
	const asked = makeSeries("point select in turn from every table", "us a query", "tables");
	const part = Math.max(1, most / 10);
	for (const station of stations) {
		await warm(await station.connection());
	}
	for (let count = part; count <= most; count += part) {
		for (const station of stations) {
			const connection = await station.connection();
			const creation = await takeSample(station.peer, async () => {
				for (let at = count - part; at < count; at++) {
					await connection.query(`CREATE TABLE many${at} (id INT NOT NULL PRIMARY KEY, number INT)`);
				}
				return part;
			});
			addPoint(made, station.peer.name, count, costUs(creation));
			for (let at = count - part; at < count; at++) {
				await connection.query(`INSERT INTO many${at} VALUES (1, ${at})`);
			}
			const round = async (): Promise<number> => {
				for (let at = 0; at < count; at++) {
					expectRows(await connection.query(`SELECT number FROM many${at} WHERE id=1`), 1);
				}
				return count;
			};
			await round();
			addPoint(asked, station.peer.name, count, costUs(await takeSample(station.peer, round)));
		}
	}
	return [made, asked];
}

/** A server that has just started would pay for that in the first part. */
async function warm(connection: Connection): Promise<void> {
	for (let at = 0; at < 20; at++) {
		await connection.query(`CREATE TABLE warm${at} (id INT NOT NULL PRIMARY KEY, number INT)`);
		await connection.query(`INSERT INTO warm${at} VALUES (1, ${at})`);
		for (let times = 0; times < 20; times++) {
			await connection.query(`SELECT number FROM warm${at} WHERE id=1`);
		}
	}
}

export async function growColumns(stations: readonly Station[], most: number): Promise<readonly Series[]> {
	const written = makeSeries("INSERT of one row", "us a field", "columns");
	const read = makeSeries("SELECT * of all rows", "us a field", "columns");
	for (const count of [10, 30, 100, 300, 1000].filter((each) => each <= most)) {
		const columns = Array.from({ length: count - 1 }, (_, at) => `c${at} INT`);
		for (const station of stations) {
			const connection = await station.connection();
			await connection.query(`CREATE TABLE wide${count} (id INT NOT NULL PRIMARY KEY, ${columns.join(", ")})`);
			const requests = Array.from({ length: rowsPerWidth }, (_, id) =>
				encodeQuery(`INSERT INTO wide${count} VALUES (${id}, ${columns.map((_each, at) => id + at).join(",")})`),
			);
			const writing = await takeSample(station.peer, async () => {
				for (const request of requests) {
					await connection.ask(request);
				}
				return rowsPerWidth;
			});
			addPoint(written, station.peer.name, count, costUs(writing) / count);
			const query = async (): Promise<number> => {
				expectRows(await connection.query(`SELECT * FROM wide${count}`), rowsPerWidth);
				return rowsPerWidth;
			};
			await query();
			addPoint(read, station.peer.name, count, costUs(await takeSample(station.peer, query)) / count);
		}
	}
	return [written, read];
}

export async function growConnections(stations: readonly Station[], most: number): Promise<readonly Series[]> {
	const asked = makeSeries("SELECT 1 on all connections at once", "us a query", "connections");
	const memory = makeSeries("memory of the server with them", "MiB", "connections");
	const request = encodeQuery("SELECT 1");
	for (const station of stations) {
		// MySQL's default are 151.
		await (await station.connection()).query(`SET GLOBAL max_connections = ${most + 100}`);
	}
	for (const count of [1, 10, 100, 1000].filter((each) => each <= most)) {
		for (const station of stations) {
			const connections = await station.connections(count);
			const sample = await takeSample(station.peer, async () => {
				const end = performance.now() + station.plan.windowMs;
				const counts = await Promise.all(
					connections.map(async (connection) => {
						let asks = 0;
						do {
							await connection.ask(request);
							asks++;
						} while (performance.now() < end);
						return asks;
					}),
				);
				return counts.reduce((sum, each) => sum + each, 0);
			});
			addPoint(asked, station.peer.name, count, costUs(sample));
			addPoint(memory, station.peer.name, count, readMemory(station.peer.processes()) / 2 ** 20);
			station.quit();
		}
	}
	return [asked, memory];
}
