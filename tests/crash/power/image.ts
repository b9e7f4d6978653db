/**
 * A file as a power loss at some moment may leave it.
 *
 * In: the file before, its path, a trace, a moment, and a way to choose. Out: its bytes: what was synced by then, and of what was not
 * any part, in sectors of 512 bytes, in any order.
 */
import type { Random } from "../../../bench/random.ts";
import type { FileWrite, Trace } from "./trace.ts";

const sectorBytes = 512;

/** What becomes of writes that were not synced. */
export const fates = ["none", "all", "some", "torn", "newest"] as const;
export type Fate = (typeof fates)[number];

export function imageAt(before: Buffer, path: string, trace: Trace, moment: number, fate: Fate, random: Random): Buffer {
	const begun = trace.writes.filter((write) => write.path === path && write.beganAt <= moment);
	const end = begun.reduce((most, { offset, bytes }) => Math.max(most, offset + bytes.length), before.length);
	const image = Buffer.alloc(end);
	before.copy(image);
	let used = before.length;
	const loose = begun.filter((write) => !isDurable(write, trace, moment));
	const newest = loose[loose.length - 1];
	for (const write of begun) {
		const isLoose = loose.includes(write);
		const isKept = !isLoose || fate === "all" || (fate === "some" && random.between(0, 1) === 0) || (fate === "newest" && write === newest);
		if (isKept || fate === "torn") {
			put(image, write, isKept ? null : random);
			used = Math.max(used, write.offset + write.bytes.length);
		}
	}
	return image.subarray(0, used);
}

/** How many commits of each writer were acknowledged by then. */
export function acknowledgedAt(trace: Trace, moment: number, writers: number): number[] {
	const most = new Array<number>(writers).fill(0);
	for (const { writer, commit, beganAt } of trace.acknowledgements) {
		if (beganAt <= moment) {
			most[writer] = Math.max(most[writer] ?? 0, commit);
		}
	}
	return most;
}

function isDurable(write: FileWrite, { syncs }: Trace, moment: number): boolean {
	if (write.isSynced && write.endedAt <= moment) {
		return true;
	}
	return syncs.some(({ path, beganAt, endedAt }) => path === write.path && beganAt >= write.endedAt && endedAt <= moment);
}

/** With random numbers: each sector or not. */
function put(image: Buffer, { offset, bytes }: FileWrite, random: Random | null): void {
	for (let at = 0; at < bytes.length; at += sectorBytes) {
		if (random === null || random.between(0, 1) === 0) {
			bytes.copy(image, offset + at, at, Math.min(at + sectorBytes, bytes.length));
		}
	}
}
