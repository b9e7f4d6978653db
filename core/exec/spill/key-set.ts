/**
 * Set of keys for `in (select ...)`, in memory or, as in `lookup-table.ts`, in a temporary file.
 */
import type { KeySet } from "../../plan/tree/query-evaluation.ts";
import type { Value } from "../../types/value/value.ts";
import type { Execution } from "../execution.ts";
import { LookupTable } from "./lookup-table.ts";
import type { CooperativeTask } from "../../async/cooperative-task.ts";

export class SpilledKeySet implements KeySet {
	readonly #table: LookupTable;

	constructor(execution: Execution) {
		this.#table = new LookupTable(execution);
	}

	add(key: Value): boolean {
		return this.#table.isWhole && this.#table.has(key) ? false : this.#table.mark(key);
	}

	has(key: Value): boolean {
		return this.#table.has(key);
	}

	relieving(): CooperativeTask {
		return this.#table.relieving();
	}

	settle(): CooperativeTask {
		return this.#table.settle();
	}

	close(): void {
		this.#table.close();
	}
}
