/**
 * Statistics of tables and indexes for the planner's cost model: row counts, distinct values, range estimates.
 *
 * Answers are immediate: while an index has not been sampled, its statistics are unknown. An index is sampled at the
 * first request, again when its table has grown or shrunk by a fifth, and by ANALYZE TABLE: a small one at once (1
 * ms), a large one in steps of 1 ms with cooperative yields; the result is stored for the next start
 * (`statistics-record.ts`).
 *
 * They are kept by the bytes that they take, and read from the store again: a histogram has 200 keys, of up to 3 KB.
 * Those of dropped tables go from time to time: by number alone, tables that were made and dropped took 100 MB an hour.
 */
import { turn } from "../../async/timers.ts";
import type { Index, Table } from "../../catalog/table.ts";
import { decodeCount } from "../../store/page/count.ts";
import { rowCountKey, statisticsKey, tableKey } from "../../store/encoding/keys.ts";
import type { FastSnapshot, FastStore } from "../../store/fast-store.ts";
import type { KeyRange } from "../rows/index-entry.ts";
import { type IndexStatistics, shareBetween } from "./index-statistics.ts";
import { IndexSurvey } from "./index-survey.ts";
import { decodeStatistics, encodeStatistics } from "./statistics-record.ts";

const stepsAtOnce = 4096;
/** Calls of `go`, each about a page or the given steps. */
const callsAtOnce = 64;
/** All statistics that are kept together. */
const maximumBytes = 32 << 20;
/** After so many more, dropped tables are looked for. */
const sweptBytes = 2 << 20;
/** Of a table, and of an index, besides its histogram's. */
const entryBytes = 500;
/** Of a bound of a histogram, besides its key's. */
const boundBytes = 32;
/** Larger ranges are estimated instead of counted. */
const maximumCounted = 500;

interface TableKnowledge {
	readonly indexes: Map<number, IndexStatistics>;
	/** Surveys in progress, by index. */
	readonly surveys: Map<number, Promise<void>>;
	/** An estimate. */
	bytes: number;
	/** It was asked for since it was last spared. */
	isUsed: boolean;
}

export class Statistics {
	readonly #store: FastStore;
	/** By table id, the oldest first. */
	readonly #tables = new Map<number, TableKnowledge>();
	#bytes = 0;
	#sweepsAt = sweptBytes;
	#surveys = 0;
	/** Another object after each `forget`. */
	#state: object = {};

	constructor(store: FastStore) {
		this.#store = store;
	}

	/** Committed rows; undefined if the store cannot answer synchronously. */
	rows(table: Table): number | undefined {
		return this.#reading((snapshot) => rowsIn(snapshot, table));
	}

	/** Undefined: not known yet. */
	index(table: Table, index: Index): IndexStatistics | undefined {
		const { indexes, surveys } = this.#of(table);
		const rows = this.rows(table);
		const known = indexes.get(index.id);
		if (rows === undefined || (known !== undefined && !isStale(known, rows)) || surveys.has(index.id)) {
			return known;
		}
		return this.#surveyNow(table, index) ?? known;
	}

	/** Rows in ranges of an index: estimated from the histogram, and where these are few counted, if `counts`. */
	inRanges(table: Table, index: Index, ranges: readonly KeyRange[], counts: boolean): number | undefined {
		const known = this.index(table, index);
		return this.#reading((snapshot) => {
			const rows = rowsIn(snapshot, table);
			let sum = 0;
			for (const range of ranges) {
				const estimated =
					known === undefined || rows === undefined ? undefined : shareBetween(known, range.from, range.to) * rows;
				const counted =
					!counts || (estimated !== undefined && estimated > maximumCounted)
						? estimated
						: (countUpTo(snapshot, range) ?? estimated);
				if (counted === undefined) {
					return undefined;
				}
				sum += counted;
			}
			return rows === undefined ? sum : Math.min(sum, rows);
		});
	}

	/** Bytes that are kept: an estimate. */
	get keptBytes(): number {
		return this.#bytes;
	}

	/** Forgets all, since the store has gone to another state; surveys in progress are not stored. */
	forget(): void {
		this.#tables.clear();
		this.#bytes = 0;
		this.#sweepsAt = sweptBytes;
		this.#state = {};
	}

	/** Samples all indexes of a table, however long it takes. */
	async renew(table: Table): Promise<void> {
		for (const index of table.indexes) {
			await this.#of(table).surveys.get(index.id);
			await this.#surveyLater(table, index, this.#store.snapshot(), true);
		}
	}

	/** Returns known statistics without sampling. */
	known(table: Table, index: Index): IndexStatistics | undefined {
		return this.#of(table).indexes.get(index.id);
	}

	/** Returns the stored statistics. */
	#stored(table: Table): Map<number, IndexStatistics> {
		return this.#reading((snapshot) => {
			const bytes = snapshot.get(statisticsKey(table.id));
			return bytes === undefined || bytes instanceof Promise
				? new Map()
				: decodeStatistics(table, bytes, () => ++this.#surveys);
		});
	}

	/** Stores the statistics. Only ANALYZE waits for it. */
	async #remember(table: Table): Promise<void> {
		const value = table.record.temporary === true ? undefined : encodeStatistics(table, this.#of(table).indexes);
		await (value && this.#store.commit({ writes: [{ key: statisticsKey(table.id), value }], conditions: [] }));
	}

	#of(table: Table): TableKnowledge {
		const { id } = table;
		let known = this.#tables.get(id);
		if (known === undefined) {
			known = { indexes: this.#stored(table), surveys: new Map(), bytes: 0, isUsed: false };
			this.#tables.set(id, known);
			this.#weigh(known);
		} else {
			known.isUsed = true;
		}
		return known;
	}

	#weigh(known: TableKnowledge): void {
		const bytes = bytesOf(known);
		this.#bytes += bytes - known.bytes;
		known.bytes = bytes;
		if (this.#bytes > this.#sweepsAt) {
			this.#sweep(known);
		}
		if (this.#bytes > maximumBytes) {
			this.#evict(known);
		}
	}

	/** Drops those of tables that have no record: dropped ones, and temporary ones, which are sampled again. */
	#sweep(newest: TableKnowledge): void {
		this.#reading((snapshot) => {
			for (const [id, known] of this.#tables) {
				if (known !== newest && known.surveys.size === 0 && snapshot.get(tableKey(id)) === undefined) {
					this.#tables.delete(id);
					this.#bytes -= known.bytes;
				}
			}
		});
		this.#sweepsAt = this.#bytes + sweptBytes;
	}

	/** Drops the oldest; those that were used since are spared once, as in `session/plan-cache/cache-budget.ts`. */
	#evict(newest: TableKnowledge): void {
		for (const [id, known] of this.#tables) {
			if (this.#bytes <= maximumBytes) {
				return;
			}
			if (known === newest || known.surveys.size > 0) {
				continue;
			}
			this.#tables.delete(id);
			if (known.isUsed) {
				known.isUsed = false;
				this.#tables.set(id, known);
			} else {
				this.#bytes -= known.bytes;
			}
		}
	}

	#surveyNow(table: Table, index: Index): IndexStatistics | undefined {
		const snapshot = this.#store.snapshot();
		const survey = new IndexSurvey(table, index, snapshot);
		for (let call = 0; call < callsAtOnce; call++) {
			if (survey.go(stepsAtOnce / callsAtOnce)) {
				survey.close();
				const made = this.#keep(table, index, survey, snapshot);
				snapshot.release();
				return made;
			}
		}
		void this.#surveyLater(table, index, snapshot, false, survey);
		return undefined;
	}

	/**
	 * Takes ownership of the snapshot and of a survey in progress, and continues after a yield. `ref`: a caller waits,
	 * so the process must not exit before.
	 */
	#surveyLater(table: Table, index: Index, snapshot: FastSnapshot, ref = false, begun?: IndexSurvey): Promise<void> {
		const { surveys } = this.#of(table);
		const survey = begun ?? new IndexSurvey(table, index, snapshot);
		const state = this.#state;
		const run = async (): Promise<void> => {
			try {
				if (begun !== undefined) {
					await turn(undefined, { ref });
				}
				while (!survey.go(stepsAtOnce)) {
					await turn(undefined, { ref });
				}
				if (state === this.#state) {
					this.#keep(table, index, survey, snapshot);
					await this.#remember(table);
				}
			} catch {
				// The store was closed, or the snapshot became too old: the next request starts again.
			} finally {
				surveys.delete(index.id);
				survey.close();
				snapshot.release();
			}
		};
		const running = run();
		surveys.set(index.id, running);
		return running;
	}

	#keep(table: Table, index: Index, survey: IndexSurvey, snapshot: FastSnapshot): IndexStatistics {
		const made = survey.statistics(rowsIn(snapshot, table) ?? 0, ++this.#surveys);
		const known = this.#of(table);
		known.indexes.set(index.id, made);
		this.#weigh(known);
		return made;
	}

	#reading<T>(read: (snapshot: FastSnapshot) => T): T {
		const snapshot = this.#store.snapshot();
		try {
			return read(snapshot);
		} finally {
			snapshot.release();
		}
	}
}

function bytesOf({ indexes }: TableKnowledge): number {
	let bytes = entryBytes;
	for (const { bounds } of indexes.values()) {
		bytes += bounds.reduce((sum, key) => sum + key.length + boundBytes, entryBytes);
	}
	return bytes;
}

/** Undefined: more than the limit. */
function countUpTo(snapshot: FastSnapshot, { from, to }: KeyRange): number | undefined {
	const pages = snapshot.pages({ from, to, limit: maximumCounted });
	let count = 0;
	for (let page = pages.next(); page !== null; page = pages.next()) {
		if (page instanceof Promise) {
			return undefined;
		}
		count += page.count;
		if (count > maximumCounted) {
			pages.close();
			return undefined;
		}
	}
	return count;
}

function rowsIn(snapshot: FastSnapshot, table: Table): number | undefined {
	const value = snapshot.get(rowCountKey(table.id));
	return value instanceof Promise ? undefined : Math.max(decodeCount(value), 0);
}

function isStale({ rows: then }: IndexStatistics, rows: number): boolean {
	return Math.abs(rows - then) > then / 5;
}
