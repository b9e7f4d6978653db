/**
 * Many writes of one statement that nobody has looked at yet: neither looked up nor put in order before the commit, or before
 * somebody reads.
 *
 * In: writes, each key once. Out: them in the order of their keys, and what they rely on. It refuses to know whether somebody
 * reads: `transaction.ts` settles them first.
 */
import type { ChangeRun } from "./change-run.ts";
import type { OwnWrites } from "./own-writes.ts";
import type { Key } from "./store.ts";
import { WriteList } from "./write-list.ts";

export class PendingWrites {
	/** Keys that another condition guards. */
	readonly blind = new WriteList();
	/** Entries that stay where they are: changed, removed, or only relied on. */
	readonly runs: ChangeRun[] = [];

	#isComplete = false;

	/** From now on they are the transaction's. */
	finish(): void {
		this.#isComplete = true;
	}

	/** They are the transaction's, and there are some. */
	get isDone(): boolean {
		return this.#isComplete && this.blind.length + this.runs.length > 0;
	}

	/** About what all of them take. */
	get bytes(): number {
		return this.runs.reduce((sum, run) => sum + run.takenBytes, this.blind.bytes);
	}

	/** Runs that can be written as they are: each in order, and behind the one before of its kind; and the others. */
	parted(): { readonly ordered: readonly ChangeRun[]; readonly others: readonly ChangeRun[] } {
		const kinds = [this.runs.filter(({ relies }) => relies), this.runs.filter(({ relies }) => !relies)];
		return { ordered: kinds.filter(areOrdered).flat(), others: kinds.filter((runs) => !areOrdered(runs)).flat() };
	}

	/** All of it becomes writes like others, with their conditions. */
	settle(own: OwnWrites, relying: { relyOn(key: Key, seen: Uint8Array | undefined): void }): void {
		for (const { key, value } of this.blind.writes) {
			own.set(key, value);
		}
		for (const run of this.runs) {
			run.writes().forEach(({ key, value }) => own.set(key, value));
			run.conditions().forEach(({ key, seen }) => relying.relyOn(key, seen));
		}
	}
}

function areOrdered(runs: readonly ChangeRun[]): boolean {
	return runs.every((run, at) => run.keys.isAscending && (at === 0 || run.follows(runs[at - 1]!)));
}
