/**
 * Lock agent: a session as the lock manager sees it, waiting for at most one lock at a time.
 *
 * Sessions hold locks of several kinds (rows, tables, names); a deadlock may run through all of them, so the wait-for
 * graph has agents as its nodes.
 */
import { runningMs } from "../../async/clock.ts";
import type { ByteString } from "../../types/value/value.ts";
import type { Key } from "../contract.ts";
import type { LockMode } from "./mode.ts";

/** A locked or requested place: a key, or all keys of a range. */
export interface LockPlace {
	readonly key: Key;
	readonly to?: Key;
	readonly mode: LockMode;
}

/** The locks of one transaction or of one LOCK TABLES, as waits and reports see them: `holding.ts`. */
export interface LockHolder {
	readonly agent: Agent;
	readonly id: number;
	/** Cost of rolling it back as a deadlock victim. */
	readonly weight: number;
	readonly isEnding: boolean;
	readonly isKept: boolean;
	readonly sinceMs: number;
	readonly keys: readonly Key[];
	readonly spans: readonly {
		readonly from: Key;
		readonly to: Key;
		readonly mode: LockMode;
		readonly covers: boolean;
	}[];
}

/** An agent's wait. */
export interface Wait {
	readonly holding: LockHolder;
	/** As SHOW PROCESSLIST names it. */
	readonly state: string;
	/** For reports: the requested lock. */
	readonly about: string;
	/** Undefined: the wait is not for a lock. */
	readonly place?: LockPlace;
	readonly sinceMs: number;
	/** All holders that must end first. */
	blockers(): Iterable<LockHolder>;
	/** Ends the wait with an error. */
	fail(failure: Error): void;
	/** Ends the wait as a deadlock victim. */
	sacrifice(): void;
}

export class Agent {
	/** The connection's id. */
	readonly id: number;
	waiting: Wait | undefined;
	/** The text of the running statement, for reports. */
	statement: () => ByteString | null = () => null;
	/** Time that the running statement has waited for row and table locks. */
	lockedOutMs = 0;
	/** Timeout given to GET_LOCK(). */
	namePatienceMs = 0;
	#isAbandoned = false;
	readonly #patienceMs: (kind: Patience) => number;

	constructor(id: number, patienceMs: (kind: Patience) => number) {
		this.id = id;
		this.#patienceMs = patienceMs;
	}

	/** Lock wait timeout. */
	patienceMs(kind: Patience): number {
		return this.#isAbandoned ? 0 : kind === "name" ? this.namePatienceMs : this.#patienceMs(kind);
	}

	/** `sinceMs`: of `runningMs()`. */
	countWait(sinceMs: number): void {
		this.lockedOutMs += runningMs() - sinceMs;
	}

	/** Ends the current wait, and each later one at its start. */
	abandon(failure: Error): void {
		this.#isAbandoned = true;
		this.interrupt(failure);
	}

	/** Ends the current wait, if there is one. */
	interrupt(failure: Error): void {
		this.waiting?.fail(failure);
	}
}

/** Kinds of lock wait timeouts: short for rows, long for tables. */
export type Patience = "row" | "table" | "name";
