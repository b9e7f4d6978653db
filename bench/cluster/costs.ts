/**
 * Costs of a cluster on this machine: three servers over three nodes of etcd, beside one server alone.
 *
 * In: sizes, folders. Out: CPU time of a change at the server that is asked, at the others, in etcd; of a point select
 * on a member and on a server alone, in turn; the time of a change from question to answer.
 */
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { readTime, timeBetween } from "../peer/process-time.ts";
import type { Peer } from "../peer/peer.ts";
import { startVerso } from "../peer/verso.ts";
import type { Plan } from "../plan.ts";
import { Random } from "../random.ts";
import { median } from "../result.ts";
import { type Ask, askForRow, playUntil } from "../wire/ask.ts";
import { Connection } from "../wire/connection.ts";
import { Etcd } from "./etcd.ts";

export interface ClusterCosts {
	readonly aloneReadUs: number;
	readonly memberReadUs: number;
	/** Median of the rounds' ratios: a member's read by that of a server alone. */
	readonly readRatio: number;
	readonly aloneChangeUs: number;
	readonly askedUs: number;
	readonly followerUs: number;
	readonly etcdUs: number;
	/** Changes a second over all connections, all processes and the load on this machine. */
	readonly changesPerSecond: number;
	/** One connection's change, from question to answer. */
	readonly answerMs: number;
}

const servers = 3;
const connections = 16;
const rows = 10_000;
const program = fileURLToPath(new URL("../../bundle/verso.cjs", import.meta.url));

export async function measureCosts(plan: Plan, directory: string, say: (text: string) => void): Promise<ClusterCosts> {
	const etcd = await Etcd.start();
	const peers: Peer[] = [];
	try {
		const address = etcd.address("bench");
		const begun = spawnSync(process.execPath, [program, "cluster", "init", "--log", address], { encoding: "utf8" });
		if (begun.status !== 0) {
			throw new Error(`cluster init: ${begun.stderr}`);
		}
		const alone = await startVerso(join(directory, "alone"), [], "alone");
		peers.push(alone);
		const members: Peer[] = [];
		for (let at = 1; at <= servers; at++) {
			members.push(await startVerso(directory, ["--log", address], `member ${at}`));
			peers.push(members.at(-1)!);
		}
		say("filling tables");
		await fill(alone);
		await fill(members[0]!);
		return await measure(plan, alone, members, etcd.processes(), say);
	} finally {
		for (const peer of peers) {
			await peer.stop();
		}
		etcd.close();
	}
}

async function fill({ address }: Peer): Promise<void> {
	const connection = await Connection.open({ ...address, database: "" });
	await connection.query(`CREATE DATABASE ${address.database}`);
	await connection.query(`CREATE TABLE ${address.database}.t (id INT PRIMARY KEY, n INT NOT NULL, note VARCHAR(40))`);
	for (let from = 1; from <= rows; from += 1000) {
		const values = Array.from({ length: 1000 }, (_, at) => `(${from + at}, 0, 'note of ${from + at}')`);
		await connection.query(`INSERT INTO ${address.database}.t VALUES ${values.join(", ")}`);
	}
	connection.quit();
}

const read = "SELECT note FROM t WHERE id = ?";
const change = "UPDATE t SET n = n + 1 WHERE id = ?";

async function asksOf({ address }: Peer, sql: string, count: number): Promise<readonly Ask[]> {
	const random = new Random(count);
	return Promise.all(Array.from({ length: count }, () => askForRow(address, sql, rows, random)));
}

interface Window {
	readonly operations: number;
	readonly wallMs: number;
	/** CPU time of each group of processes an operation, us. */
	readonly costsUs: readonly number[];
}

async function play(asks: readonly Ask[], windowMs: number, groups: readonly (readonly number[])[]): Promise<Window> {
	const before = groups.map(readTime);
	const began = performance.now();
	const operations = await playUntil(asks, windowMs);
	const wallMs = performance.now() - began;
	const costsUs = groups.map((group, at) => (timeBetween(before[at]!, readTime(group)) * 1000) / operations);
	return { operations, wallMs, costsUs };
}

async function measure(
	plan: Plan,
	alone: Peer,
	members: readonly Peer[],
	etcd: readonly number[],
	say: (text: string) => void,
): Promise<ClusterCosts> {
	const [asked, ...others] = members as [Peer, ...Peer[]];
	const groups = {
		alone: [alone.processes()],
		asked: [asked.processes()],
		all: [asked.processes(), others.flatMap((peer) => peer.processes()), etcd],
	};
	const reads = [await asksOf(alone, read, connections), await asksOf(asked, read, connections)] as const;
	const changes = [await asksOf(alone, change, connections), await asksOf(asked, change, connections)] as const;
	for (const asks of [...reads, ...changes]) {
		await play(asks, plan.warmMs * 2, []);
	}
	const windows: { read: Window[]; memberRead: Window[]; change: Window[]; memberChange: Window[] } = {
		read: [],
		memberRead: [],
		change: [],
		memberChange: [],
	};
	for (let round = 1; round <= plan.rounds; round++) {
		windows.read.push(await play(reads[0], plan.windowMs, groups.alone));
		windows.memberRead.push(await play(reads[1], plan.windowMs, groups.asked));
		windows.change.push(await play(changes[0], plan.windowMs, groups.alone));
		windows.memberChange.push(await play(changes[1], plan.windowMs, groups.all));
		say(`round ${round} of ${plan.rounds}`);
	}
	const [one] = await asksOf(asked, change, 1);
	const single = await play([one!], plan.windowMs, []);
	const cost = (all: readonly Window[], at = 0): number => median(all.map(({ costsUs }) => costsUs[at]!));
	return {
		aloneReadUs: cost(windows.read),
		memberReadUs: cost(windows.memberRead),
		readRatio: median(windows.memberRead.map(({ costsUs }, at) => costsUs[0]! / windows.read[at]!.costsUs[0]!)),
		aloneChangeUs: cost(windows.change),
		askedUs: cost(windows.memberChange),
		followerUs: cost(windows.memberChange, 1) / others.length,
		etcdUs: cost(windows.memberChange, 2),
		changesPerSecond: median(windows.memberChange.map(({ operations, wallMs }) => (operations * 1000) / wallMs)),
		answerMs: single.wallMs / single.operations,
	};
}
