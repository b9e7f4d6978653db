/**
 * Appends one group for the batches of one turn of the event loop and syncs it; keeps the position in the segment.
 */
import type { EntryRun } from "../page/entry-run.ts";
import type { Write } from "../contract.ts";
import type { GroupFeed } from "./group-feed.ts";
import { type LogFile, logMemory, segmentBytes } from "./log-file.ts";
import { groupBytes, LogGroupEncoder } from "./log-group.ts";

/** Maximum bytes of single writes in a segment: each is an object until its checkpoint. */
const mostOfWrites = 2 ** 22;

export class LogWriter {
	readonly #file: LogFile;
	readonly #feed: GroupFeed | undefined;
	readonly #encoder = new LogGroupEncoder(logMemory);
	/** -1: none has begun. */
	#epoch = -1;
	#offset = 0;
	#place = 0;
	/** Of single writes. */
	#writeBytes = 0;

	/** `feed`: of a log that other processes follow. */
	constructor(file: LogFile, feed: GroupFeed | undefined) {
		this.#file = file;
		this.#feed = feed;
	}

	/** The epoch of new groups. */
	get epoch(): number {
		return this.#epoch;
	}

	/** Begins an epoch. */
	start(epoch: number): void {
		if (this.#epoch >= 0) {
			this.#feed?.end(this.#epoch, this.#offset);
		}
		this.#epoch = epoch;
		this.#offset = 0;
		this.#place = 0;
		this.#writeBytes = 0;
	}

	/** Whether the segment has room for a group of so many bytes of single writes, and of runs. */
	hasRoom(writeBytes: number, runBytes: number): boolean {
		return (
			this.#offset + groupBytes(writeBytes + runBytes) <= segmentBytes && this.#writeBytes + writeBytes <= mostOfWrites
		);
	}

	begin(): void {
		this.#encoder.begin();
	}

	/** `writeBytes`: bytes of the single writes. */
	add(writes: readonly Write[], runs: readonly EntryRun[], writeBytes: number): void {
		this.#encoder.add(writes, runs);
		this.#writeBytes += writeBytes;
	}

	/** On disk when it returns. Throws the system's error. */
	write(): void {
		const [epoch, offset] = [this.#epoch, this.#offset];
		const bytes = this.#finish();
		this.#file.write(epoch, offset, bytes);
		this.#feed?.write(epoch, offset, bytes);
	}

	/** On disk when it resolves; no other group may begin before. Rejects with the system's error. */
	async writeAside(): Promise<void> {
		const [epoch, offset] = [this.#epoch, this.#offset];
		const bytes = this.#finish();
		await this.#file.writeAside(epoch, offset, bytes);
		this.#feed?.write(epoch, offset, bytes);
	}

	/** Completes the current group and advances the position. */
	#finish(): Uint8Array {
		const bytes = this.#encoder.finish(this.#epoch, this.#place);
		this.#offset += bytes.length;
		this.#place++;
		return bytes;
	}
}
