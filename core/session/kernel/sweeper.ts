/**
 * Background sweep of a store: removes the entries of dropped tables when the process is idle.
 */
import { setTimeout } from "../../async/timers.ts";
import { sweep } from "../../catalog/sweep.ts";
import type { FastStore } from "../../store/fast-store.ts";
import type { Log } from "../log/log.ts";

export class Sweeper {
	readonly #store: FastStore;
	readonly #log: Log;
	#isWanted = false;
	#running: Promise<void> | undefined;
	#isStopped = false;

	constructor(store: FastStore, log: Log) {
		this.#store = store;
		this.#log = log;
	}

	/** Sweeps when the process is idle; one sweep at a time. */
	soon(): void {
		if (!this.#isWanted && !this.#isStopped) {
			setTimeout(() => void this.#run(), 100).unref();
		}
		this.#isWanted = true;
	}

	/** The store is about to be closed: nothing is swept any more. */
	stop(): void {
		this.#isStopped = true;
	}

	/** Makes a step while nothing is swept. */
	async without<T>(step: () => Promise<T>): Promise<T> {
		this.#isStopped = true;
		try {
			await this.#running;
			return await step();
		} finally {
			this.#isStopped = false;
			this.#isWanted = false;
			this.soon();
		}
	}

	#run(): Promise<void> {
		this.#running ??= this.#sweep().finally(() => {
			this.#running = undefined;
		});
		return this.#running;
	}

	async #sweep(): Promise<void> {
		try {
			while (this.#isWanted && !this.#isStopped) {
				this.#isWanted = false;
				await sweep(this.#store, () => this.#isStopped);
			}
		} catch (failure) {
			if (isUsable(this.#store)) {
				this.#log.warn(`The sweep stopped: ${String(failure)}`);
			}
		}
	}
}

/** False where the store is closed, which is no error of the sweep's, or can only be read: the disk is full. */
export function isUsable(store: FastStore): boolean {
	try {
		store.check();
		return true;
	} catch {
		return false;
	}
}
