/**
 * Snapshot of LMDB with the memtable merged into it. Ranges without an entry in the memtable are LMDB's own scans.
 */
import type { ValueTaker } from "../page/value-taker.ts";
import type { EntryRun } from "../page/entry-run.ts";
import type { KeyList } from "../page/key-list.ts";
import { MergedPages } from "../memtable/merged-pages.ts";
import { MergedScan } from "../memtable/merged-scan.ts";
import type { KeySampleWalk } from "../page/key-sample.ts";
import { ChainedKeySamples, PageKeySamples, WrittenKeySamples } from "../memtable/key-sample-run.ts";
import type { Page, PageScan } from "../page/page.ts";
import { lookUpOver } from "../runs/overlaid-lookup.ts";
import { lookUpInRun } from "../runs/run-lookup.ts";
import type { MaybePromise } from "../../async/maybe-promise.ts";
import type { Key, Range, Scan } from "../contract.ts";
import type { FastSnapshot, LaidState } from "../fast-store.ts";
import type { ValuePage } from "../page/value-page.ts";
import { findIn, layersOver, Memtable, type MemtableState, rangesOver, runsOver } from "./memtable.ts";

const nothing: MemtableState = new Memtable();

export class MemtableOverlaySnapshot implements FastSnapshot {
	readonly transactionId: number;
	readonly schemaState: object | undefined;
	readonly #below: FastSnapshot;
	/** Undefined contents after the release: reads are refused by the snapshot beneath. */
	#over: MemtableState;

	/** `over`: given back when the snapshot is released. */
	constructor(below: FastSnapshot, over: MemtableState, transactionId: number, schemaState?: object) {
		this.#below = below;
		this.#over = over;
		this.transactionId = transactionId;
		this.schemaState = schemaState;
	}

	get(key: Key): MaybePromise<Uint8Array | undefined> {
		const found = findIn(this.#over, key);
		return found === undefined ? this.#below.get(key) : (found ?? undefined);
	}

	getMany(keys: readonly Key[]): MaybePromise<readonly (Uint8Array | undefined)[]> {
		const values = new Array<Uint8Array | undefined>(keys.length);
		for (let at = 0; at < keys.length; at++) {
			values[at] = this.get(keys[at]!) as Uint8Array | undefined;
		}
		return values;
	}

	getPage(keys: readonly Key[], page: ValuePage): MaybePromise<Page> {
		const values = this.getMany(keys);
		return values instanceof Promise ? values.then((found) => page.fill(keys, found)) : page.fill(keys, values);
	}

	lookUp(keys: KeyList, taker: ValueTaker): boolean {
		const { count } = keys;
		if (count === 0 || !keys.isAscending) {
			return false;
		}
		const runs = runsOver(this.#over, { from: keys.key(0), to: `${keys.key(count - 1)}\0` });
		if (runs === undefined) {
			return false;
		}
		const [only] = runs;
		if (only === undefined) {
			return this.#below.lookUp?.(keys, taker) === true;
		}
		return runs.length === 1 && this.#hasRest(only, keys)
			? this.#lookUpWithRun(only, keys, taker)
			: lookUpOver(runs, keys, taker, (rest, others) => this.#below.lookUp?.(rest, others) === true);
	}

	/** Whether the file has no key from the run's first one on, as while a table is being loaded. */
	#hasRest(run: EntryRun, keys: KeyList): boolean {
		const first = keys.firstNotBefore(run.firstKey);
		return first === keys.count || this.#isNothingBelow({ from: keys.key(first), to: `${keys.key(keys.count - 1)}\0` });
	}

	/** Looks up the first keys in the file, the others in the run. */
	#lookUpWithRun(run: EntryRun, keys: KeyList, taker: ValueTaker): boolean {
		const first = keys.firstNotBefore(run.firstKey);
		return (
			(first === 0 || this.#below.lookUp?.(keys.firstOnes(first), taker) === true) &&
			lookUpInRun(run, keys, taker, first)
		);
	}

	#isNothingBelow(range: Range): boolean {
		const pages = this.#below.pages({ ...range, limit: 1 });
		const first = pages.next();
		pages.close();
		return first === null;
	}

	scan(range: Range): Scan {
		return layersOver(this.#over, range).reduce<Scan>(
			(below, layer) => new MergedScan(below, layer, range.reverse ?? false, range.limit),
			this.#below.scan(range),
		);
	}

	pages(range: Range): PageScan {
		return layersOver(this.#over, range).reduce<PageScan>(
			(below, layer) => new MergedPages(below, layer, range.reverse ?? false, range.limit),
			this.#below.pages(range),
		);
	}

	milestones(range: Range): KeySampleWalk {
		const below = this.#below.milestones?.(range) ?? new PageKeySamples(this.#below.pages(range));
		const layers = layersOver(this.#over, { from: range.from, to: range.to });
		return new ChainedKeySamples([below, ...layers.map((layer) => new WrittenKeySamples(layer))]);
	}

	laid(): LaidState {
		return { below: this.#below, ranges: rangesOver(this.#over) };
	}

	release(): void {
		this.#below.release();
		this.#over.giveBack?.();
		this.#over = nothing;
	}
}
