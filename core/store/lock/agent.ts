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

/** What is locked or asked for: a key, or all keys from it up to another. */
export interface LockPlace {
	readonly key: Key;
	readonly to?: Key;
	readonly mode: LockMode;
}

/** The locks of one transaction or of one LOCK TABLES, as waits and reports see them: `holding.ts`. */
export interface LockHolder {
	readonly agent: Agent;
	readonly id: number;
	/** What a deadlock victim costs. */
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

/** Something that an agent waits for. */
export interface Wait {
	readonly holding: LockHolder;
	/** As SHOW PROCESSLIST names it. */
	readonly state: string;
	/** For reports: what is asked for. */
	readonly about: string;
	/** Undefined: it is no lock that it waits for. */
	readonly place?: LockPlace;
	readonly sinceMs: number;
	/** Everybody who has to go first. */
	blockers(): Iterable<LockHolder>;
	/** Ends the wait with an error. */
	fail(failure: Error): void;
	/** Ends it because of a deadlock. */
	sacrifice(): void;
}

export class Agent {
	/** The connection's id. */
	readonly id: number;
	waiting: Wait | undefined;
	/** The text of the statement that runs, for reports. */
	statement: () => ByteString | null = () => null;
	/** How long the statement that runs has waited for locks of rows and tables. */
	lockedOutMs = 0;
	/** GET_LOCK() says itself how long it waits. */
	namePatienceMs = 0;
	#isAbandoned = false;
	readonly #patienceMs: (kind: Patience) => number;

	constructor(id: number, patienceMs: (kind: Patience) => number) {
		this.id = id;
		this.#patienceMs = patienceMs;
	}

	/** How long it waits for a lock. */
	patienceMs(kind: Patience): number {
		return this.#isAbandoned ? 0 : kind === "name" ? this.namePatienceMs : this.#patienceMs(kind);
	}

	/** `sinceMs`: of `runningMs()`. */
	countWait(sinceMs: number): void {
		this.lockedOutMs += runningMs() - sinceMs;
	}

	/** Ends the wait, if there is one, and every other at its beginning. */
	abandon(failure: Error): void {
		this.#isAbandoned = true;
		this.interrupt(failure);
	}

	/** Ends the wait, if there is one. */
	interrupt(failure: Error): void {
		this.waiting?.fail(failure);
	}
}

/** Rows are waited for shortly, tables for long. */
export type Patience = "row" | "table" | "name";
