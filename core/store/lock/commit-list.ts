/**
 * Pending commits of autocommit statements that changed a row by its key and hold no locks.
 *
 * Such a statement takes no lock while no other transaction holds one; a transaction that claims the key before the
 * commit is durable finds it here and waits.
 */
import { firstWhere } from "../../types/compare/bisection.ts";
import type { ChangeRun } from "../page/change-run.ts";
import { RunCursor } from "../runs/run-cursor.ts";
import type { Key } from "../contract.ts";
import type { FastBatch } from "../fast-store.ts";
import { Agent } from "./agent.ts";
import { Holding } from "./holding.ts";

/** Commits wait for nothing but the disk. */
const disk = new Agent(0, () => 0);

export class CommitUnderWay {
	readonly #batch: FastBatch;
	readonly #changes: readonly ChangeRun[];
	#holding: Holding | undefined;
	#isLaid = false;

	constructor(batch: FastBatch) {
		this.#batch = batch;
		this.#changes = batch.changes?.filter((run) => !run.isOnlyReliedOn) ?? [];
	}

	/** The holding that others wait for, if any does. */
	get holding(): Holding | undefined {
		return this.#holding;
	}

	asHolding(): Holding {
		this.#holding ??= new Holding(disk);
		this.#holding.isLaid = this.#isLaid;
		return this.#holding;
	}

	/** It is decided, and not yet durable. */
	lay(): void {
		this.#isLaid = true;
		if (this.#holding !== undefined) {
			this.#holding.isLaid = true;
		}
	}

	/** The first key written from `from` to `to`. */
	firstWithin(from: Key, to: Key): Key | undefined {
		for (const run of this.#batch.runs ?? []) {
			const cursor = new RunCursor(run, from, to, false);
			if (cursor.next()) {
				return cursor.key;
			}
		}
		for (const run of this.#changes) {
			const found = run.firstWithin(from, to);
			if (found !== undefined) {
				return found;
			}
		}
		const { writes } = this.#batch;
		const found = writes[firstWhere(writes.length, (at) => writes[at]!.key >= from)]?.key;
		return found !== undefined && found < to ? found : undefined;
	}
}
