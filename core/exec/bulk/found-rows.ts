/**
 * The rows that a statement is about, as they lie in the store, and the index entries that led to them.
 *
 * In: rows that were found, one after the other. Out: runs of changes, in which nothing becomes of any row yet. It
 * refuses to know conditions and assignments.
 */
import { ChangeRun, reliedOn, removed } from "../../store/change-run.ts";
import type { KeyList } from "../../store/key-list.ts";
import type { Page } from "../../store/page.ts";
import type { MaybePromise } from "../../store/store.ts";
import type { Execution } from "../execution.ts";
import { addKeyOf } from "./entry-keys.ts";

/** So many rows are done before others have their turn. */
const turnRows = 1024;

export class FoundRows {
	/** They rely on what was seen. */
	readonly rows: ChangeRun[] = [];
	/** To be removed with the rows. */
	readonly entries: ChangeRun[] = [];
	count = 0;

	/** Row `at` of a page. */
	addOfPage(page: Page, at: number): void {
		const run = openRun(this.rows, true);
		addKeyOf(page, at, run.keys);
		run.add(reliedOn, page.bytes, page.starts[at]!, page.ends[at]!);
		this.count++;
	}

	/** The row with key `at` lies in `bytes` from `start` up to `end`. */
	add(keys: KeyList, at: number, bytes: Uint8Array, start: number, end: number): void {
		const run = openRun(this.rows, true);
		run.keys.add(keys.area, keys.start(at), keys.ends[at]!);
		run.add(reliedOn, bytes, start, end);
		this.count++;
	}

	/** The entry with key `at` led to it. */
	addEntry(keys: KeyList, at: number): void {
		const run = openRun(this.entries, false);
		run.keys.add(keys.area, keys.start(at), keys.ends[at]!);
		run.add(removed, keys.bytes, 0, 0);
	}
}

/**
 * Who decides what becomes of each row. A method, where a closure would do: what V8 compiles of a closure that a
 * statement made is forgotten with the next collection of garbage, and compiled again for the next statement.
 */
export interface RowChanger {
	change(run: ChangeRun, at: number): void;
}

/** Does it with each row from `at` of run `number` on; between some of them others have their turn. */
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
		const to = Math.min(run.count, from + turnRows);
		for (let row = from; row < to; row++) {
			changer.change(run, row);
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
