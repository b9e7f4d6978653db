/**
 * Disk space check before a commit: refuses batches for which the disk is too full.
 *
 * A commit that meets a full disk leaves LMDB's memory in an undefined state, though its file is sound; so a full
 * disk is detected before. The system is called only when the last answer could be used up, or is a second old: 0.1
 * us a commit.
 */
import { runningMs } from "../../async/clock.ts";
import { statfsSync } from "node:fs";
import { dirname } from "node:path";
import type { FastBatch } from "../fast-store.ts";

/** Reserve for other programs, and for the estimate's error. */
const reserveBytes = 1 << 21;
/** Pages that one write may change: a path from the root, and free lists. */
const writeBytes = 1 << 14;
const mostWriteBytes = 1 << 26;
/** Factor for keys and values moved by page splits. */
const growth = 3;
const answerMs = 1000;

export class DiskSpace {
	readonly #folder: string;
	#free = 0;
	#askedMs = 0;

	constructor(path: string) {
		this.#folder = dirname(path);
	}

	/** Undefined: there is space. */
	refuse(batches: readonly FastBatch[]): string | undefined {
		const wanted = batches.reduce((sum, batch) => sum + needOf(batch), reserveBytes);
		const now = runningMs();
		if (wanted > this.#free || now - this.#askedMs > answerMs) {
			this.#free = this.#ask();
			this.#askedMs = now;
		}
		if (wanted > this.#free) {
			return (
				`No space left on device: a commit wants up to ${kilobytes(wanted)} KB, and ` +
				`${kilobytes(this.#free)} KB are left in ${this.#folder}.`
			);
		}
		this.#free -= wanted - reserveBytes;
		return undefined;
	}

	/** If the free space is unknown, a full disk is detected by the commit itself. */
	#ask(): number {
		try {
			const { bavail, bsize, blocks } = statfsSync(this.#folder);
			return blocks === 0 ? Number.POSITIVE_INFINITY : bavail * bsize;
		} catch {
			return Number.POSITIVE_INFINITY;
		}
	}
}

function needOf({ writes, runs = [], changes = [], bytes: known }: FastBatch): number {
	let bytes = changes.reduce(
		(sum, { count }) => sum + Math.min(count * writeBytes, mostWriteBytes),
		Math.min(writes.length * writeBytes, mostWriteBytes),
	);
	if (known !== undefined) {
		return (
			bytes + growth * known + runs.reduce((sum, { count }) => sum + Math.min(count * writeBytes, mostWriteBytes), 0)
		);
	}
	for (const { key, value } of writes) {
		bytes += growth * (key.length + (value === null ? 0 : value.length));
	}
	for (const run of changes) {
		bytes += growth * run.takenBytes;
	}
	for (const run of runs) {
		bytes += Math.min(run.count * writeBytes, mostWriteBytes) + growth * run.bytes;
	}
	return bytes;
}

function kilobytes(bytes: number): number {
	return Math.ceil(bytes / 1024);
}
