/**
 * One log line a minute: counts events that clients can cause any number of times, and says when a line is due.
 */
const everyMs = 60_000;

export class MinuteLine {
	#count = 0;
	#writtenMs = Number.NEGATIVE_INFINITY;

	/** Counts one; returns how many there were since the last line if one is due, this one included; else 0. */
	count(nowMs: number): number {
		this.#count++;
		if (nowMs - this.#writtenMs < everyMs) {
			return 0;
		}
		const due = this.#count;
		this.#count = 0;
		this.#writtenMs = nowMs;
		return due;
	}
}
