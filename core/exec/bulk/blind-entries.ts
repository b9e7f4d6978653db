/**
 * Index entries that a bulk statement adds or removes without reading them (blind writes).
 *
 * They are validated by the rows they belong to. Few are single writes, many are bytes.
 */
import type { Index, Table } from "../../catalog/table.ts";
import type { EntryRun } from "../../store/page/entry-run.ts";
import type { PendingWrites } from "../../store/transaction/pending-writes.ts";
import type { Key } from "../../store/contract.ts";
import { indexLayout } from "../rows/index-entry.ts";
import { bulk } from "./expected-rows.ts";

const noBytes = new Uint8Array(0);

export class BlindEntries {
	readonly #writes: PendingWrites;
	/** One for each index. */
	readonly #runs: readonly EntryRun[] | undefined;

	/** Below `manyRows` rows entries are single writes: a run allocates its memory up front. */
	constructor(writes: PendingWrites, table: Table, indexes: readonly Index[], rows: number) {
		this.#writes = writes;
		this.#runs =
			rows < bulk.manyRows ? undefined : indexes.map((index) => writes.blindRun(indexLayout(table, index).prefix));
	}

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
