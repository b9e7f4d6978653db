/**
 * The locks of one transaction, or of one LOCK TABLES, released together.
 */
import type { Key } from "../contract.ts";
import type { Agent } from "./agent.ts";
import type { LockMode } from "./mode.ts";

/** All keys from `from` up to `to`, those included that are not there. */
export interface Span {
	readonly from: Key;
	readonly to: Key;
	readonly mode: LockMode;
	/** It locks what is there too, not only the gaps: as if every key in it were locked. */
	readonly covers: boolean;
	readonly holding: Holding;
}

let lastId = 0;

export class Holding {
	readonly agent: Agent;
	/** Numbered as they begin: what reports call a transaction. */
	readonly id = ++lastId;
	/** In the order they were granted. */
	keys: Key[] = [];
	spans: Span[] = [];
	readonly sinceMs = Date.now();
	/** Definitions are heavier than any transaction. */
	isDefinition = false;
	/** So many keys it would have claimed, had it not the range around them, or were they not its own anyway. */
	#keysAround = 0;
	/** Its transaction is prepared, and keeps the locks though it has ended. */
	isKept = false;
	/** It is being given back, which waits for nobody. */
	isEnding = false;

	constructor(agent: Agent) {
		this.agent = agent;
	}

	get isEmpty(): boolean {
		return this.keys.length === 0 && this.spans.length === 0;
	}

	/** One of its ranges holds this key, too. */
	covers(key: Key): boolean {
		return this.spans.some((span) => span.covers && span.from <= key && key < span.to);
	}

	/**
	 * No other holding can have anything of this key: it need not be locked by itself. To be asked as often as a key is
	 * claimed.
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

	/** So many keys at once, of such a range or without locks. */
	holdAround(count: number): void {
		this.#keysAround += count;
	}

	/** Of the transactions in a deadlock the lightest is rolled back. */
	get weight(): number {
		return this.isDefinition ? Number.MAX_SAFE_INTEGER : this.keys.length + this.#keysAround + this.spans.length;
	}
}
