/**
 * The states of the store that one transaction reads: a view that stays, and the newest.
 *
 * In: wishes to read one or the other. Out: the snapshot to read now. Under REPEATABLE READ plain reads see the state
 * that was read first, while whoever changes or locks rows sees the newest, since it is the newest that he changes.
 */
import { equalBytes } from "./encoding/equal-bytes.ts";
import type { MaybePromise } from "../async/maybe-promise.ts";
import type { Key } from "./contract.ts";
import type { FastSnapshot, FastStore } from "./fast-store.ts";

/** While a statement waited, what it was planned for has changed: it must begin anew. */
export class StaleStatement extends Error {
	override readonly name = "StaleStatement";

	constructor() {
		super("What the statement was planned for has changed.");
	}
}

export class ReadStates {
	readonly #store: FastStore;
	#current: FastSnapshot;
	/** What `readView` goes back to, once it was asked for. */
	#view: FastSnapshot | undefined;
	/** Left while a scan may still read them. */
	#left: FastSnapshot[] = [];
	/** Keys that must not change amid a statement. Most transactions have none. */
	#watched: Map<Key, Uint8Array | undefined> | undefined;
	/** Nobody has said yet what is to be read. */
	#isFresh = true;

	constructor(store: FastStore) {
		this.#store = store;
		this.#current = store.snapshot();
	}

	/** What reads see. */
	get current(): FastSnapshot {
		return this.#current;
	}

	get view(): FastSnapshot | undefined {
		return this.#view;
	}

	/** The view is read, not what came after it. */
	get isView(): boolean {
		return this.#current === this.#view;
	}

	/** True: another snapshot is read now. Scans must have been closed. */
	readView(): boolean {
		this.#releaseLeft();
		if (this.#view !== undefined) {
			return this.#replace(this.#view);
		}
		const isNew = !this.#isFresh;
		if (isNew) {
			this.renew();
		}
		this.#isFresh = false;
		this.#view = this.#current;
		return isNew;
	}

	/** True: another snapshot is read now. Scans must have been closed. */
	readNewest(): boolean {
		this.#releaseLeft();
		if (this.#isFresh) {
			this.#isFresh = false;
			return false;
		}
		this.renew();
		return true;
	}

	/** Until reads move between two statements. */
	watch(key: Key, seen: Uint8Array | undefined): void {
		this.#watched ??= new Map();
		this.#watched.set(key, seen);
	}

	/**
	 * Scans go on with what they began to read. Throws `StaleStatement` if what is watched is no longer as it was seen.
	 */
	catchUp(): MaybePromise<void> {
		if (!this.isView) {
			this.#left.push(this.#current);
		}
		this.#current = this.#store.snapshot();
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
		const values = this.#current.getMany(keys);
		return values instanceof Promise ? values.then(refuseStale) : refuseStale(values);
	}

	/** Scans must have been closed. */
	renew(): void {
		this.#replace(this.#store.snapshot());
	}

	release(): void {
		this.#releaseLeft();
		if (!this.isView) {
			this.#current.release();
		}
		this.#view?.release();
	}

	#replace(next: FastSnapshot): boolean {
		this.#watched = undefined;
		if (next === this.#current) {
			return false;
		}
		if (!this.isView) {
			this.#current.release();
		}
		this.#current = next;
		return true;
	}

	#releaseLeft(): void {
		for (const snapshot of this.#left.length === 0 ? [] : this.#left.splice(0)) {
			snapshot.release();
		}
	}
}
