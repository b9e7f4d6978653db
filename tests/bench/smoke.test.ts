/**
 * Smoke test of the bench: every trial runs, servers agree, the report has a line for each cell.
 *
 * On verso, and on MariaDB where it is installed. Times are not judged: a test run does not measure.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import test from "ava";
import { startMariadb } from "../../bench/peer/mariadb.ts";
import type { Peer } from "../../bench/peer/peer.ts";
import { startVerso } from "../../bench/peer/verso.ts";
import { plans } from "../../bench/plan.ts";
import { printReport } from "../../bench/report/report.ts";
import { fillTables, runTrials } from "../../bench/run.ts";
import { Station } from "../../bench/station.ts";
import { listTrials } from "../../bench/trial/list.ts";

test("every cell runs, and answers agree", async (t) => {
	const directory = mkdtempSync(join(tmpdir(), "verso-smoke-"));
	const peers: Peer[] = [];
	t.teardown(async () => {
		await Promise.all(peers.map((peer) => peer.stop()));
		rmSync(directory, { recursive: true, force: true });
	});
	peers.push(await startVerso(directory, []));
	const mariadb = await startMariadb(directory);
	if (mariadb === null) {
		t.log("MariaDB is not installed: verso's answers are not compared");
	} else {
		peers.push(mariadb);
	}
	const stations = peers.map((peer) => new Station(peer, plans.tiny));
	const trials = listTrials([]);
	await fillTables(trials, stations, () => {});
	const results = await runTrials(trials, stations, 1, () => {});
	stations.forEach((station) => station.quit());

	t.deepEqual(
		results.flatMap(({ cell, differences }) => [...differences].map((difference) => [cell.name, ...difference])),
		[],
	);
	// A cell that reports a missing feature is not a failure of the bench; the report counts it.
	const broken = results.flatMap(({ cell, failures }) =>
		[...failures]
			.filter(([, sentence]) => !sentence.includes("doesn't yet support"))
			.map((failure) => [cell.name, ...failure]),
	);
	t.deepEqual(broken, []);
	const report = printReport(results, peers, {
		plan: plans.tiny,
		rounds: 1,
		startedAt: new Date(),
		minutes: 0,
		machine: [],
	});
	for (const { cell } of results) {
		t.true(report.includes(`| ${cell.name} |`), cell.name);
	}
});
