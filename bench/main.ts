/**
 * `npm run bench`: starts the servers, plays the trials, writes the report.
 *
 * In: the command line. Out: a section of bench/results.md and the same on stdout; progress on stderr. Exit code 1
 * where a cell failed or answers differ, 2 where the command line is wrong. Whether a goal is reached does not change
 * it.
 */
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { runCluster } from "./cluster/cluster.ts";
import { runEmbed } from "./embed/embed.ts";
import { runFairness } from "./fairness/fairness.ts";
import { runFloor } from "./floor/floor.ts";
import { runGrowth } from "./growth/growth.ts";
import { runMemory } from "./memory/memory.ts";
import { type Options, readOptions, usage } from "./options.ts";
import { startMariadb } from "./peer/mariadb.ts";
import type { Peer } from "./peer/peer.ts";
import { findStranger } from "./peer/stranger.ts";
import { startVerso } from "./peer/verso.ts";
import { describeMachine } from "./report/machine.ts";
import { writeSection } from "./report/page.ts";
import { printProfile } from "./report/profile.ts";
import { printReport } from "./report/report.ts";
import { runReal } from "./real/real.ts";
import { runReplay } from "./replay/replay.ts";
import { findRoot } from "./root.ts";
import { fillTables, runTrials } from "./run.ts";
import { Station } from "./station.ts";
import { listTrials } from "./trial/list.ts";
import { runWorkers } from "./workers/workers.ts";

const say = (text: string): void => {
	process.stderr.write(`${text}\n`);
};

await main();

async function main(): Promise<void> {
	let options: Options | null;
	try {
		options = readOptions(process.argv.slice(2));
		listTrials(options?.fairness === true || options?.real === true ? [] : (options?.only ?? []));
		options?.against.forEach(findStranger);
	} catch (failure) {
		say(`bench: ${(failure as Error).message}`);
		process.exitCode = 2;
		return;
	}
	if (options === null) {
		process.stdout.write(usage);
		return;
	}
	const place = options.directory ?? tmpdir();
	mkdirSync(place, { recursive: true });
	const directory = mkdtempSync(join(place, "verso-bench-"));
	const stop = (): void => process.exit(130);
	process.once("SIGINT", stop).once("SIGTERM", stop);
	process.once("exit", () => rmSync(directory, { recursive: true, force: true }));
	// Its contestants each have servers of their own.
	const peers = options.embed || options.cluster ? [] : await startPeers(options, directory);
	try {
		await play(options, peers, directory);
	} finally {
		for (const peer of peers) {
			await peer.stop();
		}
	}
	if (options.profile !== undefined) {
		process.stdout.write(printProfile(options.profile));
	}
}

function play(options: Options, peers: readonly Peer[], directory: string): Promise<void> {
	if (options.cluster) {
		return runCluster(options, directory, describeMachine(directory), say);
	}
	if (options.embed) {
		return runEmbed(options, directory, describeMachine(directory), say);
	}
	if (options.memory) {
		return runMemory(options, peers[0]!, describeMachine(directory), options.plan.orderRows, say);
	}
	if (options.real) {
		return runReal(options, peers, directory, describeMachine(directory), say);
	}
	if (options.replay.length > 0) {
		return runReplay(options, peers, describeMachine(directory), say);
	}
	if (options.workers) {
		return runWorkers(options, peers, describeMachine(directory), say);
	}
	if (options.floor) {
		return runFloor(options, peers, directory, describeMachine(directory), say);
	}
	if (options.fairness) {
		return runFairness(options, peers, describeMachine(directory), say);
	}
	return options.growth
		? runGrowth(options, peers, describeMachine(directory), say)
		: compare(options, peers, directory);
}

/** The first is the one that the report is about. */
async function startPeers(options: Options, directory: string): Promise<Peer[]> {
	const peers = [await startVerso(directory, options.versoFlags)];
	if (options.workers) {
		return [...peers, await startVerso(directory, [...options.versoFlags, "--workers", "2"], "verso --workers 2")];
	}
	if (options.withMariadb && !options.memory) {
		const mariadb = await startMariadb(directory);
		if (mariadb === null) {
			say("bench: MariaDB is not installed (Debian: apt-get install mariadb-server); going on without it");
		} else {
			peers.push(mariadb);
		}
	}
	return [...peers, ...options.against.map(findStranger)];
}

async function compare(options: Options, peers: readonly Peer[], directory: string): Promise<void> {
	const startedAt = new Date();
	const machine = describeMachine(directory);
	const stations = peers.map((peer) => new Station(peer, options.plan));
	const trials = listTrials(options.only);
	await fillTables(trials, stations, say);
	if (options.profile !== undefined) {
		// From here on, so that the profile shows the cells and not how their tables were filled.
		stations[0]?.quit();
		await peers[0]?.profile?.(options.profile);
	}
	const results = await runTrials(trials, stations, options.rounds, say);
	stations.forEach((station) => station.quit());
	const minutes = (Date.now() - startedAt.getTime()) / 60_000;
	const report = printReport(results, peers, {
		plan: options.plan,
		rounds: options.rounds,
		startedAt,
		minutes,
		machine,
	});
	const isWhole = options.only.length === 0 && options.plan.title !== "tiny" && options.profile === undefined;
	const output = options.output ?? (isWhole ? join(findRoot(), "bench", "results.md") : undefined);
	writeSection(output, "loops", report);
	if (results.some(({ failures, differences }) => failures.size + differences.size > 0)) {
		process.exitCode = 1;
	}
}
