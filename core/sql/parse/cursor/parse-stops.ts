/**
 * Stops of the parser within a long text: others are served, and then it begins anew, with the lists that it has read.
 *
 * The parser is recursive, so it can't wait where it is. It stops by an exception behind an item of a long list; the
 * next pass takes up the list where it stands as soon as it comes to the list's first token.
 *
 *     pass 1     select a from t where a in (1, 2, 3 ... 90,000   stop
 *     pass 2     select a from t where a in (  ->  90,001 ... 180,000   stop
 *     pass 3     select a from t where a in (  ->  180,001 ... 200,000) and ...
 */
import { runningMs } from "../../../async/clock.ts";
import type { ProgramProgress, ProgramScope } from "./program-scope.ts";

/** Thrown through the parser. */
export class ParseStop {}

/** State of a cursor that a pass restores. */
interface Reader {
	at: number;
	parameterCount: number;
	readonly namesBinaryCollation: boolean;
	readonly program: ProgramScope | undefined;
}

/** A list as far as it has been read. */
interface LongList {
	readonly items: unknown[];
	/** The token behind the last item. */
	at: number;
	parameterCount: number;
	/** Progress of the stored program that it belongs to. */
	program: ProgramProgress | undefined;
	isKept: boolean;
}

/** How often the parser stops; tests stop more often. */
export interface Pace {
	/** 0: a pass ends wherever it can. */
	readonly passMs: number;
	/** Shorter lists are read anew. */
	readonly shortList: number;
	/** Between two looks at the clock. */
	readonly items: number;
}

const usualPace: Pace = { passMs: 4, shortList: 16, items: 16 };

/** Lists that begin at the same token, one within the other. */
const mostNested = 512;

export class ParseStops {
	namesBinaryCollation = false;
	readonly #pace: Pace;
	readonly #lists = new Map<number, LongList>();
	#beganMs = 0;
	/** When the pass read what no pass had read; 0: it has not. */
	#reachedMs = 0;
	#items = 0;
	/** Of the list that began last: its token, and how many others began there. */
	#first = -1;
	#within = 0;

	constructor(pace = usualPace) {
		this.#pace = pace;
	}

	beginPass(): void {
		this.#beganMs = runningMs();
		this.#reachedMs = 0;
		this.#first = -1;
	}

	/** Reads a list, or the rest of it. `goesOn` consumes what stands between two items. */
	items<Cursor extends Reader, Item>(
		cursor: Cursor,
		read: (cursor: Cursor) => Item,
		goesOn: (cursor: Cursor) => boolean,
	): Item[] {
		const name = this.#nameOfNext(cursor.at);
		const kept = this.#lists.get(name);
		const list: LongList = kept ?? { items: [], at: 0, parameterCount: 0, program: undefined, isKept: false };
		const items = list.items as Item[];
		if (kept === undefined) {
			items.push(read(cursor));
		} else {
			cursor.at = kept.at;
			cursor.parameterCount = kept.parameterCount;
			if (kept.program !== undefined) {
				cursor.program?.resume(kept.program);
			}
		}
		while (goesOn(cursor)) {
			items.push(read(cursor));
			if (items.length >= this.#pace.shortList) {
				list.at = cursor.at;
				list.parameterCount = cursor.parameterCount;
				list.program = cursor.program?.progress();
				if (!list.isKept) {
					list.isKept = true;
					this.#lists.set(name, list);
				}
				this.#stopIfDue(cursor);
			}
		}
		return items;
	}

	#nameOfNext(at: number): number {
		this.#within = at === this.#first ? this.#within + 1 : 0;
		this.#first = at;
		return at * mostNested + this.#within;
	}

	/** A pass goes on for as long as it took to come to where the one before it stopped, so that all ends. */
	#stopIfDue(cursor: Reader): void {
		if (this.#reachedMs !== 0 && ++this.#items % this.#pace.items !== 0) {
			return;
		}
		const now = runningMs();
		if (this.#reachedMs === 0) {
			this.#reachedMs = now;
			return;
		}
		const { passMs } = this.#pace;
		if (passMs === 0 || now - this.#reachedMs >= Math.max(passMs, this.#reachedMs - this.#beganMs)) {
			this.namesBinaryCollation ||= cursor.namesBinaryCollation;
			throw new ParseStop();
		}
	}
}
