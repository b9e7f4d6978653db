/**
 * Decides whether commits follow each other closely enough for the log to be worth its lease.
 *
 * Why: taking the lease is a commit to LMDB, and so is giving it up; each commit in between costs a quarter of one
 * there.
 */
import type { FastBatch } from "../fast-store.ts";
import { isLarge } from "./large-batch.ts";

/** So many small commits, each so soon after the one before, are worth a claim. */
const commitsBefore = 3;
const soonMs = 200;
/** How long after somebody else was seen nothing is claimed. */
const companyMs = 60_000;

export class CommitRhythm {
	#lastMs = 0;
	#inARow = 0;
	#aloneFromMs = 0;

	/** Nobody else has been seen for long enough. */
	get isAlone(): boolean {
		return Date.now() > this.#aloneFromMs;
	}

	/** Is it worth a claim before this one is committed? */
	isWorthClaim(batch: FastBatch): boolean {
		const now = Date.now();
		this.#inARow = now - this.#lastMs <= soonMs && !isLarge(batch) ? this.#inARow + 1 : 0;
		this.#lastMs = now;
		return this.#inARow >= commitsBefore && this.isAlone;
	}

	/** Another process has the file open, or wants to. */
	sawOthers(): void {
		this.#aloneFromMs = Date.now() + companyMs;
	}

	/** The log was given up. */
	forget(): void {
		this.#inARow = 0;
	}
}
