/**
 * `FastStore` over any engine that implements the contract alone: every fast path done in the general way.
 *
 * Bulk writes become single writes and conditions. An engine of the contract cannot validate unchanged ranges, absent
 * keys and counters while it commits: they are validated on a snapshot, and the commit demands that this state is
 * still the newest; otherwise validation is repeated on the next one (optimistic concurrency control). A repetition
 * means that another commit has succeeded, so the system as a whole makes progress.
 */
import { after, type MaybePromise } from "../../async/maybe-promise.ts";
import { decodeCount, encodeCount } from "../page/count.ts";
import { equalBytes } from "../encoding/equal-bytes.ts";
import type { Batch, Commit, Condition, Key, Range, Reader, Scan, Snapshot, Store, Write } from "../contract.ts";
import { rangeOf, rangeThrough } from "../encoding/keys.ts";
import type { FastBatch, FastSnapshot, FastStore, Unwritten } from "../fast-store.ts";
import { gatherPages } from "../memtable/gathered-pages.ts";
import type { Page, PageScan } from "../page/page.ts";
import { conditionsOfBatch, findInRun, writesOfBatch } from "../runs/run-cursor.ts";
import { digestOf } from "../page/range-digest.ts";
import type { ValuePage } from "../page/value-page.ts";

/** Keys of cleared key spaces removed in one commit. */
const clearedAtOnce = 10_000;

export function generalStore(engine: Store): FastStore {
	return new GeneralStore(engine);
}

class GeneralStore implements FastStore {
	readonly #engine: Store;

	constructor(engine: Store) {
		this.#engine = engine;
	}

	snapshot(): FastSnapshot {
		return new GeneralSnapshot(this.#engine.snapshot());
	}

	async commit(batch: FastBatch): Promise<Commit> {
		const writes = [...writesOfBatch(batch)];
		const conditions = [...conditionsOfBatch(batch)];
		for (;;) {
			const commit = await this.#try(batch, writes, conditions);
			if (commit !== undefined) {
				return commit;
			}
		}
	}

	check(): void {
		this.#engine.check();
	}

	close(): Promise<void> {
		return this.#engine.close();
	}

	/** Undefined: another commit came between, and validation must be repeated. */
	async #try(
		batch: FastBatch,
		writes: readonly Write[],
		conditions: readonly Condition[],
	): Promise<Commit | undefined> {
		if (!needsState(batch)) {
			return this.#engine.commit({ writes, conditions });
		}
		const state = this.#engine.snapshot();
		let wanted: Batch;
		try {
			const conflict = await firstConflict(batch, conditions, state);
			if (conflict !== undefined) {
				return { done: false, conflict };
			}
			const derived = [...(await countWrites(batch, state)), ...(await removals(batch, state))];
			wanted = { writes: [...writes, ...derived], conditions, newest: state.transactionId };
		} finally {
			state.release();
		}
		const commit = await this.#engine.commit(wanted);
		return commit.done || commit.conflict !== "" ? commit : undefined;
	}
}

function needsState({ runs, empty, ranges, additions, cleared }: FastBatch): boolean {
	return (
		empty !== undefined ||
		cleared !== undefined ||
		(ranges?.length ?? 0) > 0 ||
		(additions?.length ?? 0) > 0 ||
		runs?.some(({ isNew }) => isNew) === true
	);
}

/** Validation: the first key that conflicts with a state. */
async function firstConflict(
	batch: FastBatch,
	conditions: readonly Condition[],
	state: Reader,
): Promise<Key | undefined> {
	const held = await state.getMany(conditions.map(({ key }) => key));
	const changed = conditions.find(({ seen }, at) => !equalBytes(held[at], seen));
	if (changed !== undefined) {
		return changed.key;
	}
	for await (const key of batch.empty === undefined ? [] : keysIn(batch.empty, state)) {
		return key;
	}
	for (const run of batch.runs?.filter(({ isNew }) => isNew) ?? []) {
		for await (const key of keysIn({ from: run.firstKey, to: run.lastKey }, state)) {
			if (findInRun(run, key) !== undefined) {
				return key;
			}
		}
	}
	for (const { from, to, digest } of batch.ranges ?? []) {
		// A range without a digest was locked within this process; an engine of the contract has no locks to rely on.
		if (digest !== undefined && (await digestOf(gatherPages(state.scan({ from, to })))) !== digest) {
			return from;
		}
	}
	return undefined;
}

/** Keys from `from` to `to`, both inclusive. */
async function* keysIn({ from, to }: Unwritten, state: Reader): AsyncIterable<Key> {
	yield* keysOf(state.scan(rangeThrough(from, to)));
}

async function* keysOf(scan: Scan): AsyncIterable<Key> {
	try {
		for (let entries = await scan.next(); entries !== null; entries = await scan.next()) {
			for (const { key } of entries) {
				yield key;
			}
		}
	} finally {
		scan.close();
	}
}

async function countWrites({ additions = [] }: FastBatch, state: Reader): Promise<readonly Write[]> {
	const counts = await state.getMany(additions.map(({ key }) => key));
	return additions.map(({ key, amount }, at) => ({ key, value: encodeCount(decodeCount(counts[at]) + amount) }));
}

async function removals({ cleared }: FastBatch, state: Reader): Promise<readonly Write[]> {
	const writes: Write[] = [];
	for (const prefix of cleared ?? []) {
		for await (const key of keysOf(state.scan(rangeOf(prefix)))) {
			writes.push({ key, value: null });
			if (writes.length === clearedAtOnce) {
				return writes;
			}
		}
	}
	return writes;
}

class GeneralSnapshot implements FastSnapshot {
	readonly transactionId: number;
	readonly #state: Snapshot;

	constructor(state: Snapshot) {
		this.#state = state;
		this.transactionId = state.transactionId;
	}

	get(key: Key): ReturnType<Snapshot["get"]> {
		return this.#state.get(key);
	}

	getMany(keys: readonly Key[]): ReturnType<Snapshot["getMany"]> {
		return this.#state.getMany(keys);
	}

	getPage(keys: readonly Key[], page: ValuePage): MaybePromise<Page> {
		return after(this.#state.getMany(keys), (values) => page.fill(keys, values));
	}

	scan(range: Range): Scan {
		return this.#state.scan(range);
	}

	pages(range: Range): PageScan {
		return gatherPages(this.#state.scan(range));
	}

	release(): void {
		this.#state.release();
	}
}
