/**
 * Snapshots that one transaction reads: its read view (REPEATABLE READ) and the newest state.
 *
 * Under REPEATABLE READ plain reads see the read view, while changes and locking reads see the newest state, since
 * that is the one that they change.
 */
import { equalBytes } from "./encoding/equal-bytes.ts";
import type { MaybePromise } from "../async/maybe-promise.ts";
import type { Key } from "./contract.ts";
import type { FastSnapshot } from "./fast-store.ts";

/** The statement's plan became invalid while it waited: it must be run again. */
export class StaleStatement extends Error {
	override readonly name = "StaleStatement";

	constructor() {
		super("What the statement was planned for has changed.");
	}
}

export class ReadStates {
	readonly #reader: { newest(): FastSnapshot };
	/** The snapshot of reads. */
	current: FastSnapshot;
	/** The read view, once it was read. */
	view: FastSnapshot | undefined;
	/** Replaced snapshots that open scans may still read. */
	#left: FastSnapshot[] = [];
	/** Keys that must not change during a statement. Most transactions have none. */
	#watched: Map<Key, Uint8Array | undefined> | undefined;
	/** Neither was chosen yet. */
	#isFresh = true;

	constructor(reader: { newest(): FastSnapshot }, first: FastSnapshot) {
		this.#reader = reader;
		this.current = first;
	}

	/** The read view is read, not a newer state. */
	get isView(): boolean {
		return this.current === this.view;
	}

	/** Returns whether the snapshot has changed. Scans must have been closed. */
	readView(): boolean {
		this.#releaseLeft();
		if (this.view !== undefined) {
			return this.#replace(this.view);
		}
		const isNew = !this.#isFresh;
		if (isNew) {
			this.renew();
		}
		this.#isFresh = false;
		this.view = this.current;
		return isNew;
	}

	/** Returns whether the snapshot has changed. Scans must have been closed. */
	readNewest(): boolean {
		this.#releaseLeft();
		if (this.#isFresh) {
			this.#isFresh = false;
			return false;
		}
		this.renew();
		return true;
	}

	/** Until the snapshot is changed between two statements. */
	watch(key: Key, seen: Uint8Array | undefined): void {
		this.#watched ??= new Map();
		this.#watched.set(key, seen);
	}

	/** Open scans continue on their snapshot. Throws `StaleStatement` if a watched key has changed. */
	catchUp(): MaybePromise<void> {
		if (!this.isView) {
			this.#left.push(this.current);
		}
		this.current = this.#reader.newest();
		if (this.#watched !== undefined) {
			return this.#verify(this.#watched);
		}
	}

	#verify(watched: ReadonlyMap<Key, Uint8Array | undefined>): MaybePromise<void> {
		const keys = [...watched.keys()];
		const refuseStale = (values: readonly (Uint8Array | undefined)[]): void => {
			if (!values.every((value, at) => equalBytes(value, watched.get(keys[at]!)))) {
				throw new StaleStatement();
			}
		};
		const values = this.current.getMany(keys);
		return values instanceof Promise ? values.then(refuseStale) : refuseStale(values);
	}

	/** Scans must have been closed. */
	renew(): void {
		this.#replace(this.#reader.newest());
	}

	release(): void {
		if (this.#left.length > 0) {
			this.#releaseLeft();
		}
		if (!this.isView) {
			this.current.release();
		}
		this.view?.release();
	}

	#replace(next: FastSnapshot): boolean {
		this.#watched = undefined;
		if (next === this.current) {
			return false;
		}
		if (!this.isView) {
			this.current.release();
		}
		this.current = next;
		return true;
	}

	#releaseLeft(): void {
		for (const snapshot of this.#left.splice(0)) {
			snapshot.release();
		}
	}
}
