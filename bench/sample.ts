/**
 * One measurement: what some work cost a server.
 *
 * In: a peer and the work. Out: CPU time of the server's processes first, then wall time, and what the load itself used.
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
