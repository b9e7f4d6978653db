/**
 * Plays a piece of work on servers in turn: CPU time of their processes, and whether their answers agree.
 */
import type { Peer } from "../peer/peer.ts";
import { printTime } from "../report/figure.ts";
import { databasesOf } from "../replay/general-log.ts";
import { makeDatabases, playLog, type Played } from "../replay/play-log.ts";
import { compareAnswers } from "../replay/replay.ts";
import { median } from "../result.ts";
import type { RealRow } from "./row.ts";
import { shopDatabase, type Work } from "./work.ts";

interface Measured {
	readonly row: RealRow;
	readonly compared: number;
	readonly differences: readonly string[];
}

/** Peers: verso first, then one that it is measured by, or none. */
export async function measureWork(
	work: Work,
	peers: readonly Peer[],
	rounds: number,
	say: (text: string) => void,
): Promise<Measured> {
	const played = peers.map((): Played[] => []);
	for (let round = 0; round < rounds; round++) {
		for (const [at, peer] of peers.entries()) {
			played[at]!.push(await playOnce(work, peer, work.isCold || round === 0));
		}
		const costs = played.map((each, at) => `${peers[at]!.name} ${printTime(each[round]!.cpuMs * 1000)}`);
		say(`${work.name}, round ${round + 1}: ${costs.join(", ")}`);
	}
	const { compared, differences } = compareAnswers(work.counted, played, peers);
	return { row: rowOf(work, played), compared, differences };
}

async function playOnce(work: Work, peer: Peer, afterStart: boolean): Promise<Played> {
	await makeDatabases([...new Set([...databasesOf(work.counted), shopDatabase])], peer);
	const options = { concurrent: false, byStatement: false, keepsDatabases: true };
	await playLog(work.before, peer, options);
	if (afterStart) {
		await peer.restart?.();
	}
	return playLog(work.counted, peer, options);
}

function rowOf(work: Work, played: readonly (readonly Played[])[]): RealRow {
	const [own, peer] = played.map((rounds) => {
		const later = rounds.slice(work.isCold || rounds.length === 1 ? 0 : 1);
		return { firstMs: rounds[0]!.cpuMs, ms: median(later.map(({ cpuMs }) => cpuMs)) };
	});
	const by = work.goal?.by ?? "ratio";
	const each = { ratio: 1, share: 1, ms: work.operations, us: work.operations }[by];
	const print = (ms: number | undefined): string => printTime(ms === undefined ? null : (ms * 1000) / each);
	const ratio = (left: number, right: number | undefined): number => (right === undefined ? Number.NaN : left / right);
	return {
		name: work.name,
		own: print(own!.ms),
		peer: print(peer?.ms),
		figure: by === "ratio" ? ratio(own!.ms, peer?.ms) : (own!.ms / each) * (by === "us" ? 1000 : 1),
		goal: work.goal,
		first: work.isCold ? null : ratio(own!.firstMs, peer?.firstMs),
	};
}
