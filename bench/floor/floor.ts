/**
 * `npm run bench -- --floor`: verso, its rivals and a server that does nothing, in the same rounds.
 *
 * In: options, peers, a folder. Out: what each request costs each of them, and how cheap it could be, on stdout and
 * in the file that `--output` names.
 */
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Options } from "../options.ts";
import { ServerChild, findPort } from "../peer/child.ts";
import type { Peer } from "../peer/peer.ts";
import { Random } from "../random.ts";
import { printTime } from "../report/figure.ts";
import { writeReport } from "../report/output.ts";
import { printFacts, printTable } from "../report/report.ts";
import { cpuUs, median } from "../result.ts";
import { type Sample, takeTurns } from "../sample.ts";
import { Station } from "../station.ts";
import { fillTable } from "../table/fill.ts";
import { sbtest } from "../table/sbtest.ts";
import { type Ask, playUntil } from "../wire/ask.ts";
import { Connection } from "../wire/connection.ts";

interface Cell {
	readonly name: string;
	readonly count: number;
	open(connection: Connection, peer: Peer, random: Random, rows: number): Promise<Ask>;
}

const selectOne: Cell["open"] = (connection) => Promise.resolve(() => connection.query("SELECT 1"));
const pointSelect: Cell["open"] = async (connection, _peer, random, rows) => {
	const call = await connection.prepare("SELECT c FROM sbtest1 WHERE id = ?");
	return () => call(random.between(1, rows));
};
const insert: Cell["open"] = async (connection, _peer, random, rows) => {
	const call = await connection.prepare("INSERT INTO sbtest1 (k, c, pad) VALUES (?, ?, ?)");
	return () => call(random.between(1, rows), random.digits(10), random.digits(5));
};
const connect: Cell["open"] = (_connection, peer) =>
	Promise.resolve(async () => {
		const connection = await Connection.open(peer.address);
		await connection.query("SELECT 1");
		connection.quit();
	});

const cells: readonly Cell[] = [
	{ name: "SELECT 1, 1 connection", count: 1, open: selectOne },
	{ name: "SELECT 1, 8 connections", count: 8, open: selectOne },
	{ name: "point select, 1 connection", count: 1, open: pointSelect },
	{ name: "point select, 8 connections", count: 8, open: pointSelect },
	{ name: "insert, 1 connection", count: 1, open: insert },
	{ name: "insert, 8 connections", count: 8, open: insert },
	{ name: "connect, SELECT 1, quit", count: 1, open: connect },
];
const program = fileURLToPath(new URL("server.js", import.meta.url));
/** V8 needs some ten thousand requests, which a quick run has no less. */
const leastWarmMs = 2000;

export async function runFloor(
	options: Options,
	servers: readonly Peer[],
	directory: string,
	machine: readonly (readonly [string, string])[],
	say: (text: string) => void,
): Promise<void> {
	const { plan } = options;
	for (const server of servers) {
		say(`${server.name}: filling sbtest1`);
		const station = new Station(server, plan);
		await station.clear();
		await fillTable(sbtest(plan.sbtestRows), "sbtest1", plan.sbtestRows, [await station.connection()]);
		station.quit();
	}
	const floor = await startFloor(directory);
	try {
		const peers = [floor, ...servers];
		const lines: string[][] = [];
		for (const cell of cells) {
			const costs = (await measure(cell, peers, options)).map((samples) =>
				median(samples.map((sample) => cpuUs(sample) ?? Number.NaN)),
			);
			const rivals = costs.slice(2);
			lines.push([
				cell.name,
				...costs.map(printTime),
				...rivals.flatMap((cost) => [ratio(cost, costs[0]!), ratio(cost, costs[1]!)]),
			]);
			say(lines.at(-1)!.join("  "));
		}
		const rivals = servers.slice(1).flatMap(({ name }) => [`${name} / floor`, `${name} / verso`]);
		writeReport(
			`# The floor

${plan.title} run, ${new Date().toISOString().slice(0, 10)}. CPU time a request, medians of ${options.rounds} interleaved rounds. The floor is a server of Node's sockets that answers with fixed bytes:
no server on this runtime reaches a higher ratio than the one beside it.

${printTable(["request", ...peers.map(({ name }) => name), ...rivals], lines)}
${printFacts([...machine, ...peers.map(({ name, about }) => [name, about] as const)])}`,
			options.output,
		);
	} finally {
		await floor.stop();
	}
}

async function startFloor(directory: string): Promise<Peer> {
	const address = { host: "127.0.0.1", port: await findPort(), user: "root", password: "", database: "verso_bench" };
	const child = new ServerChild(process.execPath, [program, String(address.port), join(directory, "floor")], address);
	await child.start();
	return {
		name: "floor",
		address,
		about: "node:net, fixed answers",
		processes: () => child.processes(),
		stop: () => child.stop(),
	};
}

/** Of each peer the samples of all rounds. */
async function measure(
	cell: Cell,
	peers: readonly Peer[],
	{ plan, rounds }: Options,
): Promise<readonly (readonly Sample[])[]> {
	const stations = peers.map((peer) => new Station(peer, plan));
	const asks = await Promise.all(
		stations.map(async (station) => {
			const connections = await station.connections(cell.count);
			return Promise.all(
				connections.map((connection, at) => cell.open(connection, station.peer, new Random(at + 1), plan.sbtestRows)),
			);
		}),
	);
	for (const team of asks) {
		await playUntil(team, Math.max(plan.warmMs, leastWarmMs));
	}
	const samples = await takeTurns(peers, rounds, (at) => playUntil(asks[at]!, plan.windowMs));
	stations.forEach((station) => station.quit());
	return samples;
}

function ratio(cost: number, other: number): string {
	return `${(cost / other).toFixed(2)}x`;
}
