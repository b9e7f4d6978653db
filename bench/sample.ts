/**
 * One measurement: what some work cost a server.
 *
 * In: a peer and the work. Out: CPU time of the server's processes first, then wall time, and what the load itself
 * used.
 */
import type { Peer } from "./peer/peer.ts";
import { readTime, timeBetween } from "./peer/process-time.ts";

export interface Sample {
	readonly operations: number;
	/** Null where the server's processes can't be seen. */
	readonly cpuMs: number | null;
	readonly wallMs: number;
	/** CPU time of this process: near `wallMs` it is the load that is too slow, not the server. */
	readonly loadMs: number;
	/** Where the cell is about memory. */
	readonly bytes?: number;
}

export async function takeSample(peer: Peer, work: () => Promise<number>): Promise<Sample> {
	const processes = peer.processes();
	const before = readTime(processes);
	const loadBefore = process.cpuUsage();
	const start = performance.now();
	const operations = await work();
	const wallMs = performance.now() - start;
	const load = process.cpuUsage(loadBefore);
	const cpuMs = processes.length === 0 ? null : timeBetween(before, readTime(processes));
	return { operations, cpuMs, wallMs, loadMs: (load.user + load.system) / 1000 };
}

/**
 * Of each peer the samples of all rounds; those of one round follow each other, and each round begins with the next
 * peer.
 */
export async function takeTurns(
	peers: readonly Peer[],
	rounds: number,
	work: (at: number) => Promise<number>,
): Promise<readonly (readonly Sample[])[]> {
	const samples = peers.map((): Sample[] => []);
	for (let round = 0; round < rounds; round++) {
		for (let turn = 0; turn < peers.length; turn++) {
			const at = (turn + round) % peers.length;
			samples[at]!.push(await takeSample(peers[at]!, () => work(at)));
		}
	}
	return samples;
}
