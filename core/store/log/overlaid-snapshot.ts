/**
 * A state of the store: what its file says, with the overlay laid over it.
 *
 * In: a snapshot of the file and the overlay's state at the same moment. Out: a snapshot. It refuses to know the log. Where a
 * range has nothing laid over it, the file's own scans answer.
 */
import { MergedPages } from "../merged-pages.ts";
import { MergedScan } from "../merged-scan.ts";
import type { MilestoneWalk } from "../milestone.ts";
import { ChainedMilestones, PageMilestones, WrittenMilestones } from "../milestone-run.ts";
import type { Page, PageScan } from "../page.ts";
import type { SortedMap } from "../sorted-map.ts";
import type { Answer, Key, Range, Scan, Snapshot } from "../store.ts";
import type { ValuePage } from "../value-page.ts";
import { findIn, type OverlayState } from "./overlay.ts";

export class OverlaidSnapshot implements Snapshot {
	readonly transactionId: number;
	readonly #below: Snapshot;
	readonly #over: OverlayState;

	constructor(below: Snapshot, over: OverlayState, transactionId: number) {
		this.#below = below;
		this.#over = over;
		this.transactionId = transactionId;
	}

	get(key: Key): Answer<Uint8Array | undefined> {
		const found = findIn(this.#over, key);
		return found === undefined ? this.#below.get(key) : (found ?? undefined);
	}

	getMany(keys: readonly Key[]): Answer<readonly (Uint8Array | undefined)[]> {
		return keys.map((key) => this.get(key) as Uint8Array | undefined);
	}

	getPage(keys: readonly Key[], page: ValuePage): Answer<Page> {
		const values = this.getMany(keys);
		return values instanceof Promise ? values.then((found) => page.fill(keys, found)) : page.fill(keys, values);
	}

	scan(range: Range): Scan {
		const { newer, older } = this.#over;
		return overlay(newer, older === null ? this.#below.scan(range) : overlay(older, this.#below.scan(range), range), range);
	}

	pages(range: Range): PageScan {
		const { newer, older } = this.#over;
		return overlayPages(newer, older === null ? this.#below.pages(range) : overlayPages(older, this.#below.pages(range), range), range);
	}

	milestones(range: Range): MilestoneWalk {
		const { newer, older } = this.#over;
		const layers = [newer, ...(older === null ? [] : [older])].filter((layer) => reaches(layer, range));
		const below = this.#below.milestones?.(range) ?? new PageMilestones(this.#below.pages(range));
		return new ChainedMilestones([below, ...layers.map((layer) => new WrittenMilestones(layer.cursor(range.from, range.to, false)))]);
	}

	release(): void {
		this.#below.release();
	}
}

function reaches(layer: SortedMap<Uint8Array | null>, { from, to }: Range): boolean {
	return layer.size > 0 && layer.cursor(from, to, false).next();
}

function overlay(layer: SortedMap<Uint8Array | null>, below: Scan, range: Range): Scan {
	const reverse = range.reverse ?? false;
	return reaches(layer, range) ? new MergedScan(below, layer.cursor(range.from, range.to, reverse), reverse) : below;
}

function overlayPages(layer: SortedMap<Uint8Array | null>, below: PageScan, range: Range): PageScan {
	const reverse = range.reverse ?? false;
	return reaches(layer, range) ? new MergedPages(below, layer.cursor(range.from, range.to, reverse), reverse) : below;
}
