/**
 * Many writes of one statement that nobody has looked at yet: neither looked up nor put in order before the commit, or before
 * somebody reads.
 *
 * In: writes, each key once. Out: them in the order of their keys, and what they rely on. It refuses to know whether somebody
 * reads: `transaction.ts` settles them first.
 */
import type { OwnWrites } from "./own-writes.ts";
import type { Condition, Key, Write } from "./store.ts";
import { WriteList } from "./write-list.ts";

/** A key that was found with a value, and what becomes of it. What it held lies in a piece of memory with others. */
export class ChangedEntry implements Write, Condition {
	readonly key: Key;
	/** `null`: it is removed. */
	value: Uint8Array | null = null;
	readonly memory: Uint8Array;
	readonly start: number;
	readonly end: number;

	constructor(key: Key, memory: Uint8Array, start: number, end: number) {
		this.key = key;
		this.memory = memory;
		this.start = start;
		this.end = end;
	}

	/** Made only where somebody must compare: mostly nobody has committed since it was read. */
	get seen(): Uint8Array {
		return this.memory.subarray(this.start, this.end);
	}
}

export class PendingWrites {
	/** Keys that another condition guards. */
	readonly blind = new WriteList();
	/** Keys that were read: the commit is refused if one of them holds something else. */
	readonly changed = new WriteList<ChangedEntry>();

	#isComplete = false;

	/** From now on they are the transaction's. */
	finish(): void {
		this.#isComplete = true;
	}

	/** They are the transaction's, and there are some. */
	get isDone(): boolean {
		return this.#isComplete && this.blind.length + this.changed.length > 0;
	}

	/** About what all of them take. */
	get bytes(): number {
		return this.blind.bytes + this.changed.bytes;
	}

	/** All of it becomes writes like others, with their conditions. */
	settle(own: OwnWrites, relying: { relyOn(key: Key, seen: Uint8Array): void }): void {
		for (const { key, value } of this.blind.writes) {
			own.set(key, value);
		}
		for (const { key, value, seen } of this.changed.writes) {
			own.set(key, value);
			relying.relyOn(key, seen);
		}
	}
}
