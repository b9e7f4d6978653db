/**
 * How cost grows with the rows of a table: one table that grows on every peer, asked at each size.
 *
 * In: stations, the largest size. Out: series of load, scan, grouped sum, point select and memory. The table has its
 * primary key only: random entries of a second index cost more the more there are, in every B-tree.
 */
import { readMemory } from "../peer/process-time.ts";
import { Random } from "../random.ts";
import { type Sample, takeSample } from "../sample.ts";
import type { Station } from "../station.ts";
import { fillTable, makeRows } from "../table/fill.ts";
import { orders } from "../table/orders.ts";
import { printInsert, rowsPerStatement } from "../table/table.ts";
import type { Connection } from "../wire/connection.ts";
import { encodeQuery } from "../wire/request.ts";
import { expectRows } from "../trial/script.ts";
import { type Series, addPoint, makeSeries } from "./series.ts";

const sizes = [10_000, 30_000, 100_000, 300_000, 1_000_000, 3_000_000, 10_000_000];
const statementsPerBatch = 10;
const pointConnections = 8;
const table = orders(10_000);
const create = table.create("grown").replace(", KEY by_day (day)", "");
const scan = "SELECT sum(quantity * 2 + day) FROM grown WHERE quantity > 50";
const group = "SELECT shop, count(*), sum(quantity) FROM grown GROUP BY shop";

export async function growRows(
	stations: readonly Station[],
	largest: number,
	say: (text: string) => void,
): Promise<readonly Series[]> {
	const load = makeSeries("load, 1,000 rows a statement", "us a row", "rows");
	const scanned = makeSeries("sum with filter over all rows", "us a row", "rows");
	const grouped = makeSeries("sum by 1,000 groups", "us a row", "rows");
	const points = makeSeries("point select, 8 connections", "us a query", "rows");
	const memory = makeSeries("memory of the server after these", "MiB", "rows");
	for (const station of stations) {
		await (await station.connection()).query(create);
		await fillTable(table, "warming", 2 * rowsPerStatement * statementsPerBatch, [await station.connection()]);
	}
	const random = new Random(11);
	let rows = 0;
	for (const size of sizes.filter((each) => each <= largest)) {
		const costs = await loadUntil(stations, rows, size, random);
		for (const station of stations) {
			const { name } = station.peer;
			addPoint(load, name, size, (costs.get(station) ?? 0) / (size - rows));
			addPoint(scanned, name, size, per(size, await ask(station, scan)));
			addPoint(grouped, name, size, per(size, await ask(station, group)));
			addPoint(points, name, size, per(1, await selectPoints(station, size)));
			addPoint(memory, name, size, readMemory(station.peer.processes()) / 2 ** 20);
		}
		rows = size;
		const found = stations.map(({ peer }) => {
			const latest = [load, scanned, grouped, points].map((line) =>
				line.points.get(peer.name)?.at(-1)?.cost.toFixed(3),
			);
			return `${peer.name} ${latest.join(" / ")} us`;
		});
		say(`${size} rows: ${found.join(", ")}`);
	}
	return [load, scanned, grouped, points, memory];
}

/** Server CPU in us by station; wall time where there is none to be seen. */
async function loadUntil(
	stations: readonly Station[],
	rows: number,
	size: number,
	random: Random,
): Promise<Map<Station, number>> {
	const costs = new Map<Station, number>();
	for (let first = rows + 1; first <= size; first += statementsPerBatch * rowsPerStatement) {
		const requests = Array.from({ length: statementsPerBatch }, (_, at) => first + at * rowsPerStatement)
			.filter((from) => from <= size)
			.map((from) => encodeQuery(printInsert("grown", makeRows(table, from, from + rowsPerStatement - 1, random))));
		for (const station of stations) {
			const connection = await station.connection();
			const sample = await takeSample(station.peer, async () => {
				for (const request of requests) {
					await connection.ask(request);
				}
				return requests.length * rowsPerStatement;
			});
			costs.set(station, (costs.get(station) ?? 0) + costUs(sample) * sample.operations);
		}
	}
	return costs;
}

async function ask(station: Station, sql: string): Promise<Sample> {
	const connection = await station.connection();
	await connection.query(sql);
	return takeSample(station.peer, () => repeat(connection, sql, station.plan.windowMs));
}

async function repeat(connection: Connection, sql: string, windowMs: number): Promise<number> {
	const end = performance.now() + windowMs;
	let count = 0;
	do {
		await connection.query(sql);
		count++;
	} while (performance.now() < end);
	return count;
}

async function selectPoints(station: Station, size: number): Promise<Sample> {
	const connections = await station.connections(pointConnections);
	const random = new Random(size);
	const calls = await Promise.all(
		connections.map((connection) => connection.prepare("SELECT note FROM grown WHERE id=?")),
	);
	const play = async (windowMs: number): Promise<number> => {
		const end = performance.now() + windowMs;
		let count = 0;
		await Promise.all(
			calls.map(async (call) => {
				while (performance.now() < end) {
					expectRows(await call(random.between(1, size)), 1);
					count++;
				}
			}),
		);
		return count;
	};
	await play(station.plan.warmMs);
	return takeSample(station.peer, () => play(station.plan.windowMs));
}

function per(units: number, sample: Sample): number {
	return costUs(sample) / units;
}

/** Of one operation. */
export function costUs({ cpuMs, wallMs, operations }: Sample): number {
	return ((cpuMs ?? wallMs) * 1000) / Math.max(1, operations);
}
