/**
 * `npm run bench -- --cluster`: what several servers over etcd cost on this machine, and a model of N of them.
 *
 * In: options. Out: bench/cluster.md: measured costs beside their goals, the model, the simulation.
 */
import { join } from "node:path";
import type { Options } from "../options.ts";
import { digits, printTime } from "../report/figure.ts";
import { writeReport } from "../report/output.ts";
import { printTable } from "../report/report.ts";
import { findRoot } from "../root.ts";
import { type ClusterCosts, measureCosts } from "./costs.ts";
import { hasEtcd } from "./etcd.ts";
import { type Costs, modelledRate } from "./model.ts";
import { simulate } from "./simulation.ts";

const goals = { askedUs: 60, followerUs: 8, readRatio: 1.05 };
const servers = [1, 2, 3, 5, 8, 16, 32];
const simulatedServers = [1, 3, 5];
const simulatedClients = [4, 32, 128];
const simulatedRows = [1_000_000, 1000, 10];
const simulatedSeconds = 2;
const tenth = 0.1;

export async function runCluster(
	options: Options,
	directory: string,
	machine: readonly (readonly [string, string])[],
	say: (text: string) => void,
): Promise<void> {
	if (!hasEtcd()) {
		say("bench: etcd is not installed (Debian: apt-get install etcd-server)");
		process.exitCode = 2;
		return;
	}
	const plan = { ...options.plan, rounds: options.rounds };
	const costs = await measureCosts(plan, directory, say);
	const report = printPage(costs, machine, new Date().toISOString().slice(0, 10), plan.rounds);
	const isWhole = options.plan.title !== "tiny";
	writeReport(report, options.output ?? (isWhole ? join(findRoot(), "bench", "cluster.md") : undefined));
}

function printPage(
	costs: ClusterCosts,
	machine: readonly (readonly [string, string])[],
	day: string,
	rounds: number,
): string {
	const known: Costs = {
		readUs: costs.memberReadUs,
		askedUs: costs.askedUs,
		appliedUs: costs.followerUs,
		logMs: Math.max(costs.answerMs - costs.askedUs / 1000, 0),
	};
	return `# Several servers over etcd

Written by \`npm run bench -- --cluster\` on ${day}. Three servers and three nodes of etcd share this machine with the
load: CPU time counts, not rates. Sixteen connections; medians of ${rounds} rounds, alone and in the cluster in turn.

${machine.map(([name, value]) => `- ${name}: ${value}`).join("\n")}

## Measured

${printTable(["cost, CPU time", "measured", "goal", "reached"], measuredLines(costs))}
Beside the load and each other, over all connections: ${costs.changesPerSecond.toFixed(0)} changes a second.

## Model

A model, not a measurement: operations a second of N servers with a core each, all asked alike, by the costs above
(\`bench/cluster/model.ts\`). The log is taken as fast enough, and no two servers as changing the same rows. Every server
applies every change: changes end at ${thousands(1e6 / costs.followerUs)} a second, however many servers there are.

${printTable(["servers", "changes of a row", "a tenth of them changes", "point selects"], servers.map(modelLine(known)))}
## Simulation

In virtual time, ${simulatedSeconds} s each, one seed (\`bench/cluster/simulation.ts\`): clients that change a row of those of all servers
and go on when they are answered; the log takes ${digits(known.logMs)} ms, as one connection's change does here. A conflict runs again.

${printTable(["servers", "clients of each", "rows", "changes a second", "p50", "p99", "run again"], simulatedLines(known))}`;
}

function measuredLines(costs: ClusterCosts): string[][] {
	const within = (isReached: boolean): string => (isReached ? "yes" : "no");
	return [
		["a change, a server alone", printTime(costs.aloneChangeUs), "", ""],
		[
			"a change, the server asked",
			printTime(costs.askedUs),
			`${goals.askedUs} us`,
			within(costs.askedUs <= goals.askedUs),
		],
		[
			"a change, each other server",
			printTime(costs.followerUs),
			`${goals.followerUs} us`,
			within(costs.followerUs <= goals.followerUs),
		],
		["a change, the three nodes of etcd together", printTime(costs.etcdUs), "", ""],
		["a point select, a server alone", printTime(costs.aloneReadUs), "", ""],
		[
			"the same on a member",
			`${printTime(costs.memberReadUs)}, ${costs.readRatio.toFixed(2)}x`,
			`${goals.readRatio}x`,
			within(costs.readRatio <= goals.readRatio),
		],
		["one connection's change, from question to answer", `${digits(costs.answerMs)} ms`, "", ""],
	];
}

function thousands(rate: number): string {
	return Math.round(rate).toLocaleString("en");
}

function modelLine(costs: Costs): (count: number) => string[] {
	return (count) => [String(count), ...[1, tenth, 0].map((changes) => thousands(modelledRate(count, changes, costs)))];
}

function simulatedLines(costs: Costs): string[][] {
	return simulatedServers.flatMap((count) =>
		simulatedRows.flatMap((rows) =>
			simulatedClients.map((clients) => {
				const outcome = simulate({ servers: count, clients, rows, costs, seed: 1, seconds: simulatedSeconds });
				return [
					String(count),
					String(clients),
					thousands(rows),
					thousands(outcome.changesPerSecond),
					`${digits(outcome.medianMs)} ms`,
					`${digits(outcome.p99Ms)} ms`,
					`${(outcome.conflicts * 100).toFixed(1)} %`,
				];
			}),
		),
	);
}
