/**
 * Commit marks: each commit that another process makes for this one carries a key that tells whether it was made.
 *
 *     mark    | 7b | the store's instance | number of the slot, 2 |  =  | number of the commit, 8 |
 *
 * A commit through the log's owner writes its number into a slot of its own, on the condition that the slot still has
 * the number before. So it is made once, however often and by whichever process it is sent: sent again because an
 * owner was killed before it answered, it conflicts at the mark if it was made already. No outcome
 * is unknown. A slot serves one commit after the other; there are as many as were ever under way at once.
 */
import { readLatin1 } from "../encoding/latin1.ts";
import { spaces } from "../encoding/keys.ts";
import { encodeCount } from "../page/count.ts";
import type { Key } from "../contract.ts";
import type { FastBatch } from "../fast-store.ts";
import type { MarkedKey } from "../page/batch-bytes.ts";

/** Length of a mark's value. */
export const markBytes = 8;
/** Length of an instance's name in a key. */
const instanceLength = 32;

export class CommitMarks {
	readonly #prefix: Key;
	readonly #free: MarkedKey[] = [];
	#slots = 0;
	#number = 0;
	/** Commits that were given a mark and not settled. */
	underWay = 0;

	constructor(instance: string) {
		this.#prefix = spaces.commitMarks + instance;
	}

	/** The mark of the next commit. Its condition is the first, so that a conflict names it before any other key. */
	take(): MarkedKey {
		this.underWay++;
		const after = encodeCount(++this.#number);
		const free = this.#free.pop();
		return free === undefined
			? { key: this.#prefix + slotName(this.#slots++), before: undefined, after }
			: { key: free.key, before: free.before, after };
	}

	/** Whether the batch has a mark of this process. */
	has({ conditions }: FastBatch): boolean {
		return conditions.length > 0 && conditions[0]!.key.startsWith(this.#prefix);
	}

	/** The commit was made, or not. */
	settle(mark: MarkedKey, isDone: boolean): void {
		this.underWay--;
		this.#free.push(isDone ? { key: mark.key, before: mark.after, after: mark.after } : mark);
	}

	/** It is unknown whether it was made: the slot is left. */
	leave(): void {
		this.underWay--;
	}
}

/** The instance whose mark it is. */
export function instanceOf(mark: Key): string {
	return mark.slice(spaces.commitMarks.length, spaces.commitMarks.length + instanceLength);
}

function slotName(slot: number): string {
	return readLatin1(Buffer.from([slot >> 8, slot & 255]), 0, 2);
}
