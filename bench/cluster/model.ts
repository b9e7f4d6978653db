/**
 * Model of the throughput of N servers of a cluster, each with a processor core of its own, from costs of one.
 *
 * In: costs of an operation. Out: operations a second. A read costs the server that is asked; a change costs that one,
 * and each of the others what applying it costs:
 *
 *     rate = N / (reads x read + changes x (asked + (N - 1) x applied))        reads + changes = 1
 *
 * The log is taken as fast enough, and no two servers as changing the same rows: `simulation.ts` has both.
 */
export interface Costs {
	/** CPU time of a point SELECT, us. */
	readonly readUs: number;
	/** Of a change of one row, at the server that is asked, us. */
	readonly askedUs: number;
	/** Of the same at each other server, us. */
	readonly appliedUs: number;
	/** From the append of a group of changes until it is in the log, ms. */
	readonly logMs: number;
}

/** `changes`: their share of the operations, 0 to 1. */
export function modelledRate(servers: number, changes: number, { readUs, askedUs, appliedUs }: Costs): number {
	const changeUs = askedUs + (servers - 1) * appliedUs;
	return (servers * 1e6) / ((1 - changes) * readUs + changes * changeUs);
}
