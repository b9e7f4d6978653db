/**
 * Eight connections that update two rows among them, or each a row of its own: CPU time a statement.
 */
import type { Peer } from "../peer/peer.ts";
import { printTime } from "../report/figure.ts";
import { makeDatabases } from "../replay/play-log.ts";
import { cpuUs, median } from "../result.ts";
import { takeTurns } from "../sample.ts";
import { Connection } from "../wire/connection.ts";
import type { RealRow } from "./row.ts";
import { each, shopDatabase } from "./work.ts";

const connectionCount = 8;
const rounds = 5;

export async function measureHotRows(peers: readonly Peer[], updates: number): Promise<RealRow[]> {
	const all: Connection[][] = [];
	for (const peer of peers) {
		await makeDatabases([shopDatabase], peer);
		const address = { ...peer.address, database: shopDatabase };
		const open = await Promise.all(Array.from({ length: connectionCount }, () => Connection.open(address)));
		await open[0]!.query("CREATE TABLE counter (id INT NOT NULL PRIMARY KEY, hits INT NOT NULL)");
		await open[0]!.query("INSERT INTO counter VALUES (0,0),(1,0),(2,0),(3,0),(4,0),(5,0),(6,0),(7,0)");
		all.push(open);
	}
	const measure = async (name: string, rows: number, goal: RealRow["goal"]): Promise<RealRow> => {
		const samples = await takeTurns(peers, rounds + 1, (at) => update(all[at]!, rows, updates));
		const costs = samples.map((found) => median(found.slice(1).map((sample) => cpuUs(sample) ?? Number.NaN)));
		return {
			name,
			own: printTime(costs[0]!),
			peer: printTime(costs[1] ?? null),
			figure: goal === null ? costs[0]! / (costs[1] ?? Number.NaN) : costs[0]!,
			goal,
			first: null,
		};
	};
	const found = [
		await measure("8 connections updating two rows, a statement", 2, each("us", 40, "88 to 115 us")),
		await measure("8 connections updating rows of their own, a statement", connectionCount, null),
	];
	all.flat().forEach((connection) => connection.quit());
	return found;
}

/** Each connection sends its next update when the last was answered. */
async function update(connections: readonly Connection[], rows: number, updates: number): Promise<number> {
	const share = Math.ceil(updates / connections.length);
	await Promise.all(
		connections.map(async (connection, at) => {
			for (let done = 0; done < share; done++) {
				await connection.query(`UPDATE counter SET hits = hits + 1 WHERE id = ${at % rows}`);
			}
		}),
	);
	return share * connections.length;
}
