/**
 * Checkpoints of the log while this process holds its lease, and the end of the lease, which is the last of them.
 *
 * Each advances the lease in the file, under the condition that it is still ours.
 */
import { runningMs } from "../../async/clock.ts";
import { BrokenStore } from "../failure.ts";
import { logClaimKey } from "../encoding/keys.ts";
import type { LmdbEngine, LmdbOptions } from "../lmdb/lmdb.ts";
import { type CheckpointPart, checkpointParts, olderEntries } from "./checkpoint.ts";
import { segmentBytes } from "./log-file.ts";
import { encodeLease, type LogLease, type LogOwner } from "./log-lease.ts";
import type { LogWriter } from "./log-writer.ts";
import type { Memtable } from "./memtable.ts";

/** The parts of the log that a checkpoint works on. */
interface CheckpointedLog {
	readonly below: LmdbEngine;
	readonly writer: LogWriter;
	readonly memtable: Memtable;
	readonly checkpointed: LmdbOptions["checkpointed"];
}

export class LeaseCheckpoint {
	readonly #log: CheckpointedLog;
	readonly #owner: LogOwner;
	/** The lease as it is in the file. */
	leaseBytes: Uint8Array;
	/** The lease has ended. */
	isGivenUp = false;
	/** The lease is being given up, or is. */
	isLeaving = false;
	#running: Promise<void> | null = null;

	constructor(log: CheckpointedLog, lease: LogLease & { readonly owner: LogOwner }) {
		this.#log = log;
		this.#owner = lease.owner;
		this.leaseBytes = encodeLease(lease);
	}

	/** Whether the other segment is still needed (a checkpoint runs). */
	get isRunning(): boolean {
		return this.#log.memtable.older !== null;
	}

	/**
	 * Runs a checkpoint, or completes a failed one; commits continue in the other segment. Rejects if there is no
	 * space.
	 */
	run(): Promise<void> {
		if (!this.isRunning) {
			this.#freeze();
		}
		const { writer } = this.#log;
		this.#running ??= this.#write({ epoch: writer.epoch, segmentBytes, owner: this.#owner }).finally(() => {
			this.#running = null;
		});
		return this.#running;
	}

	/** Writes everything into the file and returns the lease without an owner. Nothing may be committed meanwhile. */
	async giveUp(): Promise<LogLease> {
		if (this.isRunning) {
			await this.run();
		}
		const { writer } = this.#log;
		if (!this.isGivenUp) {
			this.#freeze();
			this.isLeaving = true;
			await this.#write({ epoch: writer.epoch });
			this.isGivenUp = true;
		}
		return { epoch: writer.epoch };
	}

	/** The same, synchronously and in one commit: what is laid was not in the log, and a part of it is never seen. */
	giveUpNow(): LogLease {
		const { below, writer, memtable } = this.#log;
		if (!this.isGivenUp) {
			this.isGivenUp = true;
			const older = olderEntries(memtable);
			this.#freeze();
			const free = { key: logClaimKey, value: encodeLease({ epoch: writer.epoch }) };
			below.commitNow({ writes: [...older, ...olderEntries(memtable), free], conditions: [] });
			memtable.melt();
		}
		return { epoch: writer.epoch };
	}

	#freeze(): void {
		const { writer, memtable } = this.#log;
		memtable.freeze();
		writer.start(writer.epoch + 1);
	}

	async #write(lease: LogLease): Promise<void> {
		const { memtable, checkpointed } = this.#log;
		const seen = this.leaseBytes;
		const bytes = encodeLease(lease);
		const begunMs = runningMs();
		let parts = 0;
		for (const part of checkpointParts(memtable, bytes)) {
			await this.#writePart(part, seen);
			parts++;
		}
		checkpointed?.({ epoch: lease.epoch, parts, elapsedMs: runningMs() - begunMs });
		if (!this.isGivenUp) {
			this.leaseBytes = bytes;
			memtable.melt();
		}
	}

	async #writePart(part: CheckpointPart, seen: Uint8Array): Promise<void> {
		if (!this.isGivenUp) {
			const { below } = this.#log;
			const commit = await below.commit({ ...part, conditions: [{ key: logClaimKey, seen }], aside: true });
			if (!commit.done && !this.isGivenUp) {
				throw new BrokenStore("Another process has taken the log, as if this one had died.");
			}
		}
	}
}
