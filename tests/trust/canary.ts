/**
 * Canary: a connection that asks `SELECT 1` every 10 ms, and how long it waited at most.
 */
import { setTimeout as sleep } from "node:timers/promises";
import type { Connection } from "mysql2/promise";

const pauseMs = 10;
const leastQuestions = 100;

export class Canary {
	readonly #connection: Connection;
	readonly #waitsMs: number[] = [];
	#isEnded = false;
	#since = 0;
	readonly #singing: Promise<void>;

	constructor(connection: Connection) {
		this.#connection = connection;
		this.#singing = this.#sing();
	}

	async #sing(): Promise<void> {
		while (!this.#isEnded) {
			this.#since = performance.now();
			try {
				await this.#connection.query("select 1");
			} catch {
				// The server is gone: the attack's own result says so.
				return;
			}
			this.#waitsMs.push(performance.now() - this.#since);
			this.#since = 0;
			await sleep(pauseMs);
		}
	}

	/**
	 * The longest wait, and the one that 99 of 100 are below, undefined where there were fewer; a question that has no
	 * answer yet counts.
	 */
	async end(): Promise<{ readonly worstMs: number; readonly p99Ms: number | undefined }> {
		const openMs = this.#since === 0 ? 0 : performance.now() - this.#since;
		this.#isEnded = true;
		await Promise.race([this.#singing, sleep(10_000)]);
		const waits = [...this.#waitsMs, openMs].sort((a, b) => a - b);
		return {
			worstMs: waits.at(-1) ?? 0,
			p99Ms: waits.length < leastQuestions ? undefined : waits[Math.floor(waits.length * 0.99)],
		};
	}
}
