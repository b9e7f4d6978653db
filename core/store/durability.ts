/**
 * Durability levels: which event a commit waits for before it is acknowledged.
 *
 * | word       | an acknowledged commit survives | cost                                                   |
 * |------------|---------------------------------|--------------------------------------------------------|
 * | full       | everything the disk survives    | one sync for all commits of a turn of the event loop   |
 * | group-5ms  | the same                        | up to 5 ms more, for fewer syncs: for slow disks       |
 * | off        | a killed process                | nothing; a power loss may take everything, old data too |
 */
export interface Durability {
	/** `false`: the operating system writes at its discretion, in any order. */
	readonly syncs: boolean;
	/** How long a commit waits for others to share its sync. */
	readonly gatherMs: number;
}

export const fullDurability: Durability = { syncs: true, gatherMs: 0 };

const maximumGatherMs = 1000;

/** Undefined: an unknown word. */
export function parseDurability(word: string): Durability | undefined {
	if (word === "full" || word === "off") {
		return { syncs: word === "full", gatherMs: 0 };
	}
	const gatherMs = Number(/^group-(\d+)ms$/.exec(word)?.[1] ?? Number.NaN);
	return gatherMs >= 1 && gatherMs <= maximumGatherMs ? { syncs: true, gatherMs } : undefined;
}
