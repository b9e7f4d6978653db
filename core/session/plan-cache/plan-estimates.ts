/**
 * Row estimates of one plan, recorded as its assumptions: row counts, distinct values, counted ranges.
 *
 * A plan that used no estimate is valid as long as its schema. Otherwise it is valid while each table has between
 * half and twice its rows, each index as many rows a value, and each counted range about as many rows with the current
 * parameter values: statements that differ in literals share a plan, and literals decide. Samples of tables that are
 * small are as good as any other: an index of a growing table is sampled again and again.
 */
import type { Index, Table } from "../../catalog/table.ts";
import type { Execution } from "../../exec/execution.ts";
import { rangeReader } from "../../exec/operators/key-range.ts";
import type { IndexStatistics } from "../../exec/statistics/index-statistics.ts";
import type { Statistics } from "../../exec/statistics/statistics.ts";
import type { BoundExpression } from "../../plan/tree/bound-expression.ts";
import { someBound, valuesOfSpan } from "../../plan/tree/bound-tree.ts";
import type { KeySpan } from "../../plan/tree/query-plan.ts";
import type { Assumptions, PlanEstimates } from "../../plan/tree/estimates.ts";

/** Smaller tables and ranges count as equal. */
const fewRows = 100;
/** More ranges than this are not counted. */
const maximumCounted = 200;

interface Distinct {
	readonly table: Table;
	readonly index: Index;
	readonly parts: number;
	readonly found: number | undefined;
	/** Version of the sample. */
	version: number;
}

interface Counted {
	readonly table: Table;
	readonly index: Index;
	/** The ranges' keys; undefined: values of rows decide, or there are too many. */
	readonly read: ReturnType<typeof rangeReader> | undefined;
	readonly rows: number | undefined;
}

export class StatisticEstimates implements PlanEstimates {
	readonly #statistics: Statistics;
	readonly #execution: () => Execution;
	#made: Execution | undefined;
	readonly #rows = new Map<Table, number>();
	readonly #distinct: Distinct[] = [];
	readonly #counted: Counted[] = [];

	constructor(statistics: Statistics, execution: () => Execution) {
		this.#statistics = statistics;
		this.#execution = execution;
	}

	rows(table: Table): number {
		let rows = this.#rows.get(table);
		if (rows === undefined) {
			rows = this.#statistics.rows(table) ?? usualRows;
			this.#rows.set(table, rows);
		}
		return rows;
	}

	distinct(table: Table, index: Index, parts: number): number | undefined {
		const known = this.#statistics.index(table, index);
		const found = this.#grown(table, known, parts);
		this.#distinct.push({ table, index, parts, found, version: known?.version ?? 0 });
		return found;
	}

	/** Recorded by what it decides: counted ranges. */
	greatest(table: Table, index: Index, parts: number): number | undefined {
		const share = this.#statistics.index(table, index)?.greatest?.[parts - 1];
		return share === undefined ? undefined : share * this.rows(table);
	}

	/** Distinct values are assumed to grow with the rows. */
	#grown(table: Table, known: IndexStatistics | undefined, parts: number): number | undefined {
		const distinct = known?.distinct[parts - 1];
		return distinct === undefined || known!.rows === 0
			? distinct
			: distinct * Math.max(this.rows(table) / known!.rows, 1);
	}

	inRanges(table: Table, index: Index, ranges: readonly KeySpan[]): number | undefined {
		const isCounted = ranges.length <= maximumCounted && ranges.every(isReady);
		const read = isCounted ? rangeReader(table, index, ranges) : undefined;
		const rows = this.#count(table, index, read, true);
		this.#counted.push({ table, index, read, rows });
		return rows;
	}

	/** `counts`: else the histogram alone is asked, and nothing is read. */
	#count(table: Table, index: Index, read: Counted["read"], counts: boolean): number | undefined {
		if (read === undefined) {
			return undefined;
		}
		try {
			return this.#statistics.inRanges(table, index, read([], (this.#made ??= this.#execution())), counts);
		} catch {
			// A bound that fails to evaluate: the run reports the error.
			return undefined;
		}
	}

	assumptions(): Assumptions | undefined {
		const [rows, distinct, counted] = [this.#rows, this.#distinct, this.#counted];
		if (rows.size === 0 && distinct.length === 0 && counted.length === 0) {
			return undefined;
		}
		return {
			hold: (now) => now instanceof StatisticEstimates && now.#agrees(rows, distinct, counted),
		};
	}

	#agrees(rows: ReadonlyMap<Table, number>, distinct: readonly Distinct[], counted: readonly Counted[]): boolean {
		for (const [table, then] of rows) {
			if (!isAlike(then, this.rows(table), 2)) {
				return false;
			}
		}
		for (const each of distinct) {
			if (Math.max(rows.get(each.table) ?? 0, this.rows(each.table)) > fewRows && !this.#isAsDistinct(each)) {
				return false;
			}
		}
		return counted.every(({ table, index, read, rows: then }) => {
			return (
				this.#areFew(table, then) ||
				isAlike(then, this.#count(table, index, read, false), 4) ||
				isAlike(then, this.#count(table, index, read, true), 4)
			);
		});
	}

	/** No range of so small a table can have rows enough to differ from those counted then. */
	#areFew(table: Table, then: number | undefined): boolean {
		return then !== undefined && isAlike(then, fewRows, 4) && this.rows(table) <= fewRows;
	}

	/** Whether the latest sample says about the same as that of the plan. */
	#isAsDistinct(then: Distinct): boolean {
		const { table, index, parts, found } = then;
		const known = this.#statistics.index(table, index);
		if ((known?.version ?? 0) === then.version) {
			return true;
		}
		const isSame = isAlike(found, this.#grown(table, known, parts), 2, 0);
		if (isSame) {
			then.version = known?.version ?? 0;
		}
		return isSame;
	}
}

/** Assumed rows of a table whose count is not available synchronously. */
const usualRows = 1000;

/** `least`: numbers below it are taken for it. */
function isAlike(then: number | undefined, now: number | undefined, factor: number, least = fewRows): boolean {
	if (then === undefined || now === undefined) {
		return then === now;
	}
	const [less, more] = [Math.max(Math.min(then, now), least), Math.max(then, now, least)];
	return more <= less * factor;
}

/** True if the bounds can be evaluated before any row is read. */
function isReady(span: KeySpan): boolean {
	return valuesOfSpan(span).every((value) => !someBound(value, isLater));
}

function isLater(node: BoundExpression): boolean {
	return (
		node.kind === "column" ||
		node.kind === "outer" ||
		node.kind === "subquery" ||
		(node.kind === "call" && node.resolution.volatile === true)
	);
}
