/**
 * Canary: asks the server `SELECT 1` every 10 ms from a thread of its own, and tells how long it waited at most.
 *
 * A thread of its own, since clients that attack read results of gigabytes, which would keep it waiting too.
 */
import { once } from "node:events";
import { Worker } from "node:worker_threads";

/** Milliseconds; the waits so far, and how long the question without an answer has been open (0: none is). */
export interface CanaryWaits {
	readonly waitsMs: readonly number[];
	readonly openMs: number;
}

export type CanaryOrder = "rest" | "resume" | "end";

const leastQuestions = 100;

export class Canary {
	readonly #worker: Worker;

	private constructor(worker: Worker) {
		this.#worker = worker;
	}

	/** Its first question has been answered. */
	static async start(port: number): Promise<Canary> {
		const worker = new Worker(new URL("./canary-thread.js", import.meta.url), { workerData: port });
		await once(worker, "message");
		return new Canary(worker);
	}

	async #order<T>(order: CanaryOrder): Promise<T> {
		const answer = once(this.#worker, "message");
		this.#worker.postMessage(order);
		return (await answer)[0] as T;
	}

	/** Asks nothing while something else is measured that stops the server, as a collection of all garbage does. */
	async restDuring<T>(measurement: () => Promise<T>): Promise<T> {
		await this.#order("rest");
		try {
			return await measurement();
		} finally {
			await this.#order("resume");
		}
	}

	/**
	 * The longest wait, and the least that 99 of 100 do not exceed (nearest rank), undefined where there were fewer; a
	 * question that has no answer yet counts.
	 */
	async end(): Promise<{ readonly worstMs: number; readonly p99Ms: number | undefined }> {
		const { waitsMs, openMs } = await this.#order<CanaryWaits>("end");
		await this.#worker.terminate();
		const waits = [...waitsMs, openMs].sort((a, b) => a - b);
		return {
			worstMs: waits.at(-1) ?? 0,
			p99Ms: waits.length < leastQuestions ? undefined : waits[Math.ceil(waits.length * 0.99) - 1],
		};
	}
}
