/**
 * `npm run bench -- --fairness`: short statements beside long ones.
 *
 * In: options, peers. Out: for each kind of long statement how long point selects waited: the median, the 99th
 * percentile and the worst; on stdout, and in the file that `--output` names.
 */
import { fork } from "node:child_process";
import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import type { Options } from "../options.ts";
import type { Peer } from "../peer/peer.ts";
import { printTime } from "../report/figure.ts";
import { writeReport } from "../report/output.ts";
import { printFacts, printTable } from "../report/report.ts";
import { Station } from "../station.ts";
import { fillTable } from "../table/fill.ts";
import { customers, orders } from "../table/orders.ts";
import { Connection } from "../wire/connection.ts";
import { type Kind, listKinds } from "./kinds.ts";
import type { Begin, Waits } from "./short.ts";

const program = fileURLToPath(new URL("short.js", import.meta.url));
const windowMs = { full: 5000, quick: 2000, tiny: 50 };

export async function runFairness(
	options: Options,
	peers: readonly Peer[],
	machine: readonly (readonly [string, string])[],
	say: (text: string) => void,
): Promise<void> {
	const { plan, only } = options;
	const stations = peers.map((peer) => new Station(peer, plan));
	await fill(stations, plan.orderRows, plan.customerRows, say);
	const kinds = listKinds(plan.orderRows).filter(
		({ name }) => only.length === 0 || only.some((wanted) => name.startsWith(wanted)),
	);
	const lines: string[][] = [];
	for (const kind of kinds) {
		for (const { peer } of stations) {
			const { waits, runs } = await beside(kind, peer, plan.orderRows, windowMs[plan.title]);
			const line = [
				kind.name,
				peer.name,
				printTime(waits.median),
				printTime(waits.p99),
				printTime(waits.most),
				String(runs),
			];
			lines.push(line);
			say(line.join("  "));
		}
	}
	stations.forEach((station) => station.quit());
	const report = `# Short statements beside long ones

${plan.title} run, ${new Date().toISOString().slice(0, 10)}, ${plan.orderRows.toLocaleString("en")} orders. A point select is due every millisecond; how long it waits, in wall time.

${printTable(["beside", "server", "median", "99th percentile", "longest", "runs"], lines)}
${printFacts([...machine, ...peers.map(({ name, about }) => [name, about] as const)])}`;
	writeReport(report, options.output);
}

async function fill(
	stations: readonly Station[],
	rows: number,
	customerRows: number,
	say: (text: string) => void,
): Promise<void> {
	for (const station of stations) {
		await station.clear();
	}
	const connections = await Promise.all(stations.map((station) => station.connection()));
	say(`filling tables: ${rows.toLocaleString("en")} orders`);
	await fillTable(customers, "customers", customerRows, connections);
	await fillTable(orders(customerRows), "orders", rows, connections);
	await fillTable(orders(customerRows), "copied", rows, connections);
}

/** The kind's statements once unmeasured, then again and again, for so long and at least once. */
async function beside(
	{ statements }: Kind,
	peer: Peer,
	rows: number,
	leastMs: number,
): Promise<{ readonly waits: Waits; readonly runs: number }> {
	const connection = await Connection.open(peer.address);
	for (const statement of statements) {
		await connection.query(statement);
	}
	const short = fork(program);
	const begin: Begin = { address: peer.address, rows };
	short.send(begin);
	await once(short, "message");
	const end = performance.now() + leastMs;
	let runs = 0;
	do {
		for (const statement of statements) {
			await connection.query(statement);
		}
		runs++;
		if (statements.length === 0) {
			await sleep(leastMs);
		}
	} while (performance.now() < end);
	connection.quit();
	short.send("stop");
	const [waits] = (await once(short, "message")) as [Waits];
	return { waits, runs };
}
