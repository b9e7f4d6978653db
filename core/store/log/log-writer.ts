/**
 * Where in the log the next group goes.
 *
 * In: batches of one turn of the event loop. Out: one group on disk for all of them. It refuses to know what may be committed.
 */
import type { Batch } from "../store.ts";
import { type LogFile, segmentBytes } from "./log-file.ts";
import { groupBytes, LogGroupEncoder } from "./log-group.ts";

export class LogWriter {
	readonly #file: LogFile;
	readonly #encoder = new LogGroupEncoder();
	#epoch = 0;
	#offset = 0;
	#place = 0;

	constructor(file: LogFile) {
		this.#file = file;
	}

	/** The epoch that groups are written of. */
	get epoch(): number {
		return this.#epoch;
	}

	/** From now on groups are of this epoch. */
	start(epoch: number): void {
		this.#epoch = epoch;
		this.#offset = 0;
		this.#place = 0;
	}

	/** Is there room for so many bytes of writes more in the group? */
	hasRoom(bytes: number): boolean {
		return this.#offset + groupBytes(this.#encoder.length + bytes) <= segmentBytes;
	}

	begin(): void {
		this.#encoder.begin();
	}

	add(batch: Pick<Batch, "writes" | "runs">): void {
		this.#encoder.add(batch);
	}

	/** On disk when it returns. Throws the system's error. */
	write(): void {
		const bytes = this.#encoder.finish(this.#epoch, this.#place);
		this.#file.write(this.#epoch, this.#offset, bytes);
		this.#offset += bytes.length;
		this.#place++;
	}
}
