/**
 * Index entries that a statement takes away or adds, guarded by the rows that they belong to.
 *
 * In: entries, each once. Out: them among the statement's writes: few as writes like others, many as bytes. It
 * refuses to know rows.
 */
import type { Index, Table } from "../../catalog/table.ts";
import type { EntryRun } from "../../store/entry-run.ts";
import type { PendingWrites } from "../../store/transaction/pending-writes.ts";
import type { Key } from "../../store/store.ts";
import { indexLayout } from "../rows/index-entry.ts";
import { bulk } from "./target.ts";

const noBytes = new Uint8Array(0);

export class BlindEntries {
	readonly #writes: PendingWrites;
	/** One for each index. */
	readonly #runs: readonly EntryRun[] | undefined;

	/** Of fewer `rows` they are writes like others: a run takes its memory at once. */
	constructor(writes: PendingWrites, table: Table, indexes: readonly Index[], rows: number) {
		this.#writes = writes;
		this.#runs =
			rows < bulk.manyRows ? undefined : indexes.map((index) => writes.blindRun(indexLayout(table, index).prefix));
	}

	/** An entry of index number `at` is added. */
	put(at: number, key: Key): void {
		if (this.#runs === undefined) {
			this.#writes.blind.add({ key, value: noBytes });
		} else {
			this.#runs[at]!.append(key, noBytes);
		}
	}

	remove(at: number, key: Key): void {
		if (this.#runs === undefined) {
			this.#writes.blind.add({ key, value: null });
		} else {
			this.#runs[at]!.appendRemoval(key);
		}
	}
}
