/**
 * `npm run bench -- --workers`: one process beside several on one data directory.
 *
 * In: options, verso as one process and verso as several. Out: what an answer costs and how many come a second, on
 * stdout and in the file that `--output` names.
 */
import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import type { Options } from "../options.ts";
import type { Peer } from "../peer/peer.ts";
import { printTime } from "../report/figure.ts";
import { writeReport } from "../report/output.ts";
import { printFacts, printTable } from "../report/report.ts";
import { median } from "../result.ts";
import { type Sample, takeTurns } from "../sample.ts";
import { Station } from "../station.ts";
import { fillTable } from "../table/fill.ts";
import { customers, orders } from "../table/orders.ts";
import type { Begin } from "./load.ts";

interface Cell {
	readonly name: string;
	readonly sql: string;
	/** Has a parameter: the id of an order. */
	readonly hasId: boolean;
	/** Of each of the two processes that ask. */
	readonly connections: number;
}

const cells: readonly Cell[] = [
	{ name: "point select, 2 connections", sql: "SELECT note FROM orders WHERE id = ?", hasId: true, connections: 1 },
	{ name: "point select, 16 connections", sql: "SELECT note FROM orders WHERE id = ?", hasId: true, connections: 8 },
	{
		name: "sum over all rows, 2 connections",
		sql: "SELECT sum(quantity * 2 + day) FROM orders WHERE quantity > 50",
		hasId: false,
		connections: 1,
	},
	{
		name: "groups of all rows, 2 connections",
		sql: "SELECT shop, count(*), avg(price) FROM orders GROUP BY shop",
		hasId: false,
		connections: 1,
	},
	{
		name: "update of a row, 16 connections",
		sql: "UPDATE orders SET quantity = quantity + 1 WHERE id = ?",
		hasId: true,
		connections: 8,
	},
];

const program = fileURLToPath(new URL("load.js", import.meta.url));
const loads = 2;
/** Each process of a server warms up by itself: V8 needs some ten thousand statements. */
const warmTimes = 2;

export async function runWorkers(
	options: Options,
	peers: readonly Peer[],
	machine: readonly (readonly [string, string])[],
	say: (text: string) => void,
): Promise<void> {
	const { plan } = options;
	for (const peer of peers) {
		await fill(peer, options, say);
	}
	const lines: string[][] = [];
	for (const cell of cells) {
		const samples = await measure(cell, peers, options);
		peers.forEach(({ name }, at) => lines.push([cell.name, name, ...printSamples(samples[at]!, samples[0]!)]));
		lines.slice(-peers.length).forEach((line) => say(line.join("  ")));
	}
	const report = `# One process and several

${plan.title} run, ${new Date().toISOString().slice(0, 10)}, ${plan.orderRows.toLocaleString("en")} orders. Two processes ask at the same time; medians of ${options.rounds} interleaved rounds. "More" is
how many more answers came in the same time than from one process: what asks and what answers share the cores.

${printTable(["work", "server", "server CPU an answer", "answers a second", "more"], lines)}
${printFacts([...machine, ...peers.map(({ name, about }) => [name, about] as const)])}`;
	writeReport(report, options.output);
}

async function fill(peer: Peer, { plan }: Options, say: (text: string) => void): Promise<void> {
	const station = new Station(peer, plan);
	await station.clear();
	say(`${peer.name}: filling tables, ${plan.orderRows.toLocaleString("en")} orders`);
	const connection = await station.connection();
	await fillTable(customers, "customers", plan.customerRows, [connection]);
	await fillTable(orders(plan.customerRows), "orders", plan.orderRows, [connection]);
	station.quit();
}

/** Of each peer the samples of all rounds; those of one round follow each other. */
async function measure(
	cell: Cell,
	peers: readonly Peer[],
	{ plan, rounds }: Options,
): Promise<readonly (readonly Sample[])[]> {
	const teams = await Promise.all(peers.map((peer) => openTeam(cell, peer, plan.orderRows)));
	for (const team of teams) {
		await play(team, Math.max(plan.warmMs * warmTimes, plan.windowMs));
	}
	const samples = await takeTurns(peers, rounds, (at) => play(teams[at]!, plan.windowMs));
	for (const load of teams.flat()) {
		load.send("quit");
	}
	return samples;
}

/** One after the other, so that connections come in turn to all processes of a server. */
async function openTeam(cell: Cell, peer: Peer, rows: number): Promise<readonly ChildProcess[]> {
	const team: ChildProcess[] = [];
	for (let seed = 1; seed <= loads; seed++) {
		const load = fork(program);
		const begin: Begin = {
			address: peer.address,
			connections: cell.connections,
			sql: cell.sql,
			rows: cell.hasId ? rows : 0,
			seed,
		};
		load.send(begin);
		await once(load, "message");
		team.push(load);
	}
	return team;
}

async function play(team: readonly ChildProcess[], windowMs: number): Promise<number> {
	const counts = await Promise.all(
		team.map(async (load) => {
			const answer = once(load, "message");
			load.send({ windowMs });
			return (await answer)[0] as number;
		}),
	);
	return counts.reduce((sum, count) => sum + count, 0);
}

function printSamples(samples: readonly Sample[], alone: readonly Sample[]): string[] {
	const rate = median(samples.map(({ operations, wallMs }) => (operations * 1000) / wallMs));
	const cpuUs = median(samples.map(({ operations, cpuMs, wallMs }) => ((cpuMs ?? wallMs) * 1000) / operations));
	const more = median(
		samples.map(
			({ operations, wallMs }, round) => operations / wallMs / (alone[round]!.operations / alone[round]!.wallMs),
		),
	);
	return [printTime(cpuUs), rate.toFixed(rate < 100 ? 1 : 0), samples === alone ? "" : `${more.toFixed(2)}x`];
}
