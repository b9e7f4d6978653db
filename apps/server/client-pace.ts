/**
 * The pace of an admitted client: whether it sends a command's rest, and reads its results, as fast as it must.
 *
 * `net_read_timeout` and `net_write_timeout` allow pauses; beyond them a client that sends a byte now and then would
 * keep a command, and one that reads nothing its snapshot, for ever.
 */
import type { Session } from "../../core/index.ts";

/** Bytes a second that a packet must come with after `net_read_timeout`. */
const slowestRead = 1024;

export class ClientPace {
	/** The tick since which part of a command is there. */
	#partialSince = Number.POSITIVE_INFINITY;

	/**
	 * Called once a second. `pending`: bytes of a command that is not whole; 0 while one runs. `unreadSeconds`: how long
	 * a writer has been waiting for the client to read. Returns a sentence where the connection has to end.
	 */
	fault(tick: number, session: Session, pending: number, unreadSeconds: number): string | undefined {
		this.#partialSince = pending === 0 ? tick : Math.min(this.#partialSince, tick);
		const partSeconds = tick - this.#partialSince;
		if (partSeconds > session.netReadSeconds && pending < partSeconds * slowestRead) {
			return "a client sent its command too slowly";
		}
		return unreadSeconds > session.netWriteSeconds ? "a client did not read its results" : undefined;
	}
}
