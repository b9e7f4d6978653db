/**
 * Rows found by a bulk statement, as stored bytes, with the index entries that led to them: runs of changes.
 */
import { ChangeRun, reliedOn, removed } from "../../store/page/change-run.ts";
import type { KeyList } from "../../store/page/key-list.ts";
import type { Page } from "../../store/page/page.ts";
import { isTurnOver } from "../../async/work-meter.ts";
import type { MaybePromise } from "../../async/maybe-promise.ts";
import type { Execution } from "../execution.ts";
import { addKeyOf } from "./entry-keys.ts";

/** Rows between two yields to the event loop. */
const turnRows = 1024;

export class FoundRows {
	/** Validated at commit: the row must still be what was read. */
	readonly rows: ChangeRun[] = [];
	/** To be removed with the rows. */
	readonly entries: ChangeRun[] = [];
	count = 0;

	/** Adds row `at` of a page. */
	addOfPage(page: Page, at: number): void {
		const run = openRun(this.rows, true);
		addKeyOf(page, at, run.keys);
		run.add(reliedOn, page.bytes, page.starts[at]!, page.ends[at]!);
		this.count++;
	}

	/** Adds the row with key `at`, stored in `bytes` from `start` to `end`. */
	add(keys: KeyList, at: number, bytes: Uint8Array, start: number, end: number): void {
		const run = openRun(this.rows, true);
		run.keys.add(keys.area, keys.start(at), keys.ends[at]!);
		run.add(reliedOn, bytes, start, end);
		this.count++;
	}

	/** Adds the index entry with key `at` that led to the row. */
	addEntry(keys: KeyList, at: number): void {
		const run = openRun(this.entries, false);
		run.keys.add(keys.area, keys.start(at), keys.ends[at]!);
		run.add(removed, keys.bytes, 0, 0);
	}
}

/**
 * Computes each row's change. A method instead of a closure: V8 discards the optimized code of a closure that a
 * statement created at the next garbage collection, and compiles it again for the next statement.
 */
export interface RowChanger {
	change(run: ChangeRun, at: number): void;
}

/** Calls `changer` for each row from `at` of run `number` on, with cooperative yields. */
export function eachFound(
	runs: readonly ChangeRun[],
	changer: RowChanger,
	execution: Execution,
	number = 0,
	at = 0,
): MaybePromise<void> {
	let [next, from] = [number, at];
	while (next < runs.length) {
		const run = runs[next]!;
		let to = Math.min(run.count, from + turnRows);
		for (let row = from; row < to; row++) {
			changer.change(run, row);
			if (isTurnOver()) {
				to = row + 1;
			}
		}
		next = to === run.count ? next + 1 : next;
		from = to === run.count ? 0 : to;
		const turn = execution.giveWay();
		if (turn instanceof Promise) {
			return turn.then(() => eachFound(runs, changer, execution, next, from));
		}
	}
}

function openRun(runs: ChangeRun[], relies: boolean): ChangeRun {
	const last = runs.length === 0 ? undefined : runs[runs.length - 1]!;
	if (last !== undefined && !last.isFull) {
		return last;
	}
	const run = new ChangeRun(relies);
	runs.push(run);
	return run;
}
