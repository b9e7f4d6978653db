/**
 * Image of a file as a power loss at some moment may leave it.
 *
 * What was synced by then is in it, and of later writes any part, in sectors of 512 bytes, in any order (torn
 * writes).
 *
 * One buffer serves all images of a file: only what an image changed is put back. Copying a log of 8 MiB for each
 * took most of the time.
 */
import type { Random } from "../../../bench/random.ts";
import type { FileEvent, FileWrite, Trace } from "./trace.ts";

const sectorBytes = 512;

/** Outcomes of writes that were not synced. */
export const fates = ["none", "all", "some", "torn", "newest"] as const;
type Fate = (typeof fates)[number];

export class FileImages {
	readonly #before: Buffer;
	readonly #writes: readonly FileWrite[];
	readonly #syncs: readonly FileEvent[];
	readonly #image: Buffer;
	/** Changes of the last image. */
	#changed: FileWrite[] = [];

	constructor(before: Buffer, path: string, { writes, syncs }: Trace) {
		this.#before = before;
		this.#writes = writes.filter((write) => write.path === path);
		this.#syncs = syncs.filter((sync) => sync.path === path);
		this.#image = Buffer.alloc(
			this.#writes.reduce((most, { offset, bytes }) => Math.max(most, offset + bytes.length), before.length),
		);
		before.copy(this.#image);
	}

	at(moment: number, fate: Fate, random: Random): Buffer {
		this.#putBack();
		let used = this.#before.length;
		const begun = this.#writes.filter(({ beganAt }) => beganAt <= moment);
		const loose = new Set(begun.filter((write) => !this.#isDurable(write, moment)));
		const newest = [...loose].pop();
		for (const write of begun) {
			const isKept =
				!loose.has(write) ||
				fate === "all" ||
				(fate === "some" && random.between(0, 1) === 0) ||
				(fate === "newest" && write === newest);
			if (isKept || fate === "torn") {
				put(this.#image, write, isKept ? null : random);
				this.#changed.push(write);
				used = Math.max(used, write.offset + write.bytes.length);
			}
		}
		return this.#image.subarray(0, used);
	}

	#putBack(): void {
		for (const { offset, bytes } of this.#changed) {
			this.#image.fill(0, offset, offset + bytes.length);
			this.#image.set(this.#before.subarray(offset, offset + bytes.length), offset);
		}
		this.#changed = [];
	}

	#isDurable(write: FileWrite, moment: number): boolean {
		if (write.isSynced && write.endedAt <= moment) {
			return true;
		}
		return this.#syncs.some(({ beganAt, endedAt }) => beganAt >= write.endedAt && endedAt <= moment);
	}
}

/** Number of acknowledged commits of each writer at a moment. */
export function acknowledgedAt(trace: Trace, moment: number, writers: number): number[] {
	const most = new Array<number>(writers).fill(0);
	for (const { writer, commit, beganAt } of trace.acknowledgements) {
		if (beganAt <= moment) {
			most[writer] = Math.max(most[writer] ?? 0, commit);
		}
	}
	return most;
}

/** With random numbers: each sector is written or not. */
function put(image: Buffer, { offset, bytes }: FileWrite, random: Random | null): void {
	for (let at = 0; at < bytes.length; at += sectorBytes) {
		if (random === null || random.between(0, 1) === 0) {
			bytes.copy(image, offset + at, at, Math.min(at + sectorBytes, bytes.length));
		}
	}
}
