/**
 * Clients that came one way and have not logged in: bounded, and those who say nothing make room for others.
 *
 * A flood of clients that never speak thus keeps no one out who does.
 */
import { runningMs } from "../../core/index.ts";

/** So many more than `max_connections`. */
const beyond = 50;
/** A client answers the greeting at once: one that has been silent for longer may be turned away for another. */
const silentMs = 1000;

interface Pending {
	/** It has sent nothing that says who it is. */
	readonly isSilent: boolean;
	destroy(): void;
}

export class LoginQueue {
	/** With the time they came, the oldest first. */
	readonly #sinceMs = new Map<Pending, number>();
	readonly #nowMs: () => number;

	constructor(nowMs: () => number = () => runningMs()) {
		this.#nowMs = nowMs;
	}

	enter(client: Pending): void {
		this.#sinceMs.set(client, this.#nowMs());
	}

	leave(client: Pending): void {
		this.#sinceMs.delete(client);
	}

	/** Returns whether another may come; ends the oldest silent client for it. */
	makeRoom(maxConnections: number): boolean {
		if (this.#sinceMs.size < maxConnections + beyond) {
			return true;
		}
		const before = this.#nowMs() - silentMs;
		for (const [client, since] of this.#sinceMs) {
			if (since > before) {
				return false;
			}
			if (client.isSilent) {
				this.leave(client);
				client.destroy();
				return true;
			}
		}
		return false;
	}
}
