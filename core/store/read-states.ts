/**
 * The states of the store that one transaction reads: a view that stays, and the newest.
 *
 * In: wishes to read one or the other. Out: the snapshot to read now. Under REPEATABLE READ plain reads see the state that was
 * read first, while whoever changes or locks rows sees the newest, since it is the newest that he changes. It refuses to know
 * writes.
 */
import type { Snapshot, Store } from "./store.ts";

export class ReadStates {
	readonly #store: Store;
	#current: Snapshot;
	/** What `readView` goes back to, once it was asked for. */
	#view: Snapshot | undefined;
	/** Left while a scan may still read them. */
	#left: Snapshot[] = [];
	/** Nobody has said yet what is to be read. */
	#isFresh = true;

	constructor(store: Store) {
		this.#store = store;
		this.#current = store.snapshot();
	}

	/** What reads see. */
	get current(): Snapshot {
		return this.#current;
	}

	get view(): Snapshot | undefined {
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

	/** Scans go on with what they began to read. */
	catchUp(): void {
		if (!this.isView) {
			this.#left.push(this.#current);
		}
		this.#current = this.#store.snapshot();
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

	#replace(next: Snapshot): boolean {
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
