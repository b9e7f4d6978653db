/**
 * Decides whether commits follow each other closely enough for the log to be worth its lease.
 *
 * Why: taking the lease is a commit to LMDB, and so is giving it up; each commit in between costs a quarter of one
 * there.
 */
import { nowMs } from "../../async/timers.ts";
import type { FastBatch } from "../fast-store.ts";
import { isLarge } from "./large-batch.ts";

/** Small commits in quick succession before the lease is taken. */
const commitsBefore = 3;
const soonMs = 200;
/** How long after a sign of another process no lease is taken. */
const companyMs = 60_000;
/** The same for one of several processes of a server, where others come often. */
const shortMs = 1000;

export class CommitRhythm {
	#lastMs = 0;
	#inARow = 0;
	#aloneFromMs = 0;
	readonly #companyMs: number;

	constructor(isShared: boolean) {
		this.#companyMs = isShared ? shortMs : companyMs;
	}

	/** No other process was seen for long enough. */
	get isAlone(): boolean {
		return nowMs() > this.#aloneFromMs;
	}

	/** Whether to take the lease before this commit. */
	isWorthClaim(batch: FastBatch): boolean {
		const now = nowMs();
		this.#inARow = now - this.#lastMs <= soonMs && !isLarge(batch) ? this.#inARow + 1 : 0;
		this.#lastMs = now;
		return this.#inARow >= commitsBefore && this.isAlone;
	}

	/** Another process has the file open, or wants to. */
	sawOthers(): void {
		this.#aloneFromMs = nowMs() + this.#companyMs;
	}

	/** The lease was given up. */
	forget(): void {
		this.#inARow = 0;
	}
}
