/**
 * Timer of a log lease: checks for other processes while it is held, and counts checks without a commit.
 */
import { clearInterval, setInterval } from "../../async/timers.ts";

/** Interval of the checks, and their number without a commit after which the lease is given up. */
const tickMs = 25;
const quietTicks = 16;

export class LeaseTimer {
	#timer: NodeJS.Timeout | null = null;
	#ticksWithout = 0;

	/** No commit has come for so long that the lease is given up. */
	get isQuiet(): boolean {
		return this.#ticksWithout > quietTicks;
	}

	start(check: () => void): void {
		this.#ticksWithout = 0;
		this.#timer = setInterval(check, tickMs).unref();
	}

	/** A commit came. */
	restart(): void {
		this.#ticksWithout = 0;
	}

	/** A check without a commit before it. */
	count(): void {
		this.#ticksWithout++;
	}

	stop(): void {
		if (this.#timer !== null) {
			clearInterval(this.#timer);
			this.#timer = null;
		}
	}
}
