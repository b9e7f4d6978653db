/**
 * First use measured: CPU time of the first call of each class in a new process, of the next nine, and of those up to
 * the hundredth.
 */
import type { Peer } from "../peer/peer.ts";
import { readTime, timeBetween } from "../peer/process-time.ts";
import { printTime } from "../report/figure.ts";
import { makeDatabases, playLog, settle } from "../replay/play-log.ts";
import { median } from "../result.ts";
import { Connection } from "../wire/connection.ts";
import { type FirstUse, firstUses, firstUseTables } from "./first-use.ts";
import type { RealRow } from "./row.ts";
import { sessionOf, shopDatabase } from "./work.ts";

const ends = [1, 10, 100];

interface FirstUses {
	readonly rows: readonly RealRow[];
	/** A line a class: its name, then us a call by span, of each server. */
	readonly table: readonly (readonly string[])[];
}

export async function measureFirstUses(
	peers: readonly Peer[],
	tableRows: number,
	rounds: number,
	say: (text: string) => void,
): Promise<FirstUses> {
	const rows: RealRow[] = [];
	const table: string[][] = [];
	for (const peer of peers) {
		await makeDatabases([shopDatabase], peer);
		await playLog(sessionOf(firstUseTables(tableRows)), peer, {
			concurrent: false,
			byStatement: false,
			keepsDatabases: true,
		});
	}
	for (const use of firstUses) {
		const found = peers.map((): number[][] => ends.map(() => []));
		for (let round = 0; round < rounds; round++) {
			for (const [at, peer] of peers.entries()) {
				const spans = await measureOnce(use, peer, round);
				spans.forEach((us, span) => found[at]![span]!.push(us));
			}
		}
		const medians = found.map((spans) => spans.map(median));
		say(`first use, ${use.name}: ${medians.map(([first]) => printTime(first!)).join(", ")}`);
		table.push([
			use.name,
			...medians.map((spans) => spans.map((us) => Math.round(us).toLocaleString("en")).join(", ")),
		]);
		if (use.goal !== null) {
			rows.push({
				name: `first use: ${use.name}`,
				own: printTime(medians[0]![0]!),
				peer: printTime(medians[1]?.[0] ?? null),
				figure: medians[0]![0]! / 1000,
				goal: use.goal,
				first: null,
			});
		}
	}
	return { rows, table };
}

/** CPU us a call, by span. The numbers of calls go on from round to round, so that none repeats another's keys. */
async function measureOnce(use: FirstUse, peer: Peer, round: number): Promise<number[]> {
	await peer.restart?.();
	const connection = await Connection.open({ ...peer.address, database: shopDatabase });
	await settle(peer);
	const costs: number[] = [];
	let call = 0;
	for (const end of ends) {
		const calls = end - call;
		const before = readTime(peer.processes());
		while (call < end) {
			call++;
			await connection.query(use.statement(call + round * 102));
		}
		costs.push((timeBetween(before, readTime(peer.processes())) * 1000) / calls);
	}
	connection.quit();
	return costs;
}
