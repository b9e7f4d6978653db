/**
 * The locks of one transaction, or of one LOCK TABLES, released together.
 */
import { nowMs } from "../../async/timers.ts";
import type { Key } from "../contract.ts";
import type { Agent } from "./agent.ts";
import type { LockMode } from "./mode.ts";

/** All keys from `from` to `to`, missing ones included. */
export interface Span {
	readonly from: Key;
	readonly to: Key;
	readonly mode: LockMode;
	/** Locks the existing keys too, not only the gaps: as if every key in it were locked. */
	readonly covers: boolean;
	readonly holding: Holding;
}

let lastId = 0;

export class Holding {
	readonly agent: Agent;
	/** Sequential number: reports name the transaction by it. */
	readonly id = ++lastId;
	/** In the order they were granted. */
	keys: Key[] = [];
	spans: Span[] = [];
	readonly sinceMs = nowMs();
	/** Definitions are heavier than any transaction. */
	isDefinition = false;
	/** Keys not claimed because a locked range covers them, or no other transaction could hold them. */
	#keysAround = 0;
	/** Its transaction is prepared (XA) and keeps the locks though it has ended. */
	isKept = false;
	/** An autocommit change: it may read commits that are decided and not yet durable, and waits for no lock of theirs. */
	readsAhead = false;
	/** Its commit is decided, and not yet durable. */
	isLaid = false;
	/** It is being released, which waits for nothing. */
	isEnding = false;

	constructor(agent: Agent) {
		this.agent = agent;
	}

	get isEmpty(): boolean {
		return this.keys.length === 0 && this.spans.length === 0;
	}

	/** One of its ranges locks this key, too. */
	covers(key: Key): boolean {
		return this.spans.some((span) => span.covers && span.from <= key && key < span.to);
	}

	/**
	 * Whether no other holding can have a lock on this key, so that it needs none of its own. Called for each claim.
	 */
	ownsAround(key: Key): boolean {
		for (const span of this.spans) {
			if (span.covers && span.mode === "exclusive" && span.from <= key && key < span.to) {
				this.#keysAround++;
				return true;
			}
		}
		return false;
	}

	/** Counts more keys held within such a range or without locks. */
	holdAround(count: number): void {
		this.#keysAround += count;
	}

	/** The lightest transaction of a deadlock is rolled back. */
	get weight(): number {
		return this.isDefinition ? Number.MAX_SAFE_INTEGER : this.keys.length + this.#keysAround + this.spans.length;
	}
}
