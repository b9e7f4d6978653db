/**
 * Fold: writes the memtable of applied records into the file, all of it in one transaction with the log's position.
 *
 * While it is written, on another thread, records are applied into the newer part of the memtable.
 */
import type { Write } from "../contract.ts";
import { keptStateKey } from "../encoding/keys.ts";
import type { FastStore } from "../fast-store.ts";
import type { Memtable } from "../wal/memtable.ts";
import type { Position } from "./commit-log.ts";
import { encodeKeptState, type KeptState } from "./kept-state.ts";

/** The server's own file. Its reads answer at once. */
export type LocalFile = Pick<FastStore, "snapshot" | "commit" | "check" | "close">;

export class Fold {
	readonly #file: LocalFile;
	readonly #memtable: Memtable;
	/** Of the older part of the memtable; undefined: there is none. */
	#frozen: { readonly kept: KeptState; readonly writes: readonly Write[] } | undefined;
	#running: Promise<void> | undefined;
	/** In the file. */
	position: Position;

	constructor(file: LocalFile, memtable: Memtable, position: Position) {
		this.#file = file;
		this.#memtable = memtable;
		this.position = position;
	}

	get isRunning(): boolean {
		return this.#running !== undefined;
	}

	/** `kept`: of the memtable as it is now. Rejects if the disk is full: then the next one tries again. */
	run(kept: () => KeptState): Promise<void> {
		this.#running ??= this.#fold(kept).finally(() => {
			this.#running = undefined;
		});
		return this.#running;
	}

	async #fold(kept: () => KeptState): Promise<void> {
		if (this.#frozen === undefined) {
			this.#memtable.freeze();
			this.#frozen = { kept: kept(), writes: this.#memtable.olderWrites() };
		}
		const { kept: state, writes } = this.#frozen;
		const own = { key: keptStateKey, value: encodeKeptState(state) };
		// Writes are in the order of keys, and nearly all of them before this one.
		const at = writes.findLastIndex(({ key }) => key <= keptStateKey) + 1;
		await this.#file.commit({ writes: writes.toSpliced(at, 0, own), conditions: [], aside: true });
		this.#memtable.melt();
		this.#frozen = undefined;
		this.position = state.position;
	}
}
