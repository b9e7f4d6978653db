/**
 * When a loop is written for a plan, and when its operators run as they are.
 *
 * In: a node, the way its program is written, the way it runs without. Out: an operator that chooses when it is
 * opened: a loop where there are many rows. The general operators are the specification: what a loop can't do, they
 * do.
 *
 * Writing a loop takes 100 us and as long again until the engine has compiled it: that is what 300 rows cost without.
 * It is written once a plan.
 */
import type { RowSource } from "../row-source.ts";
import type { Table } from "../../catalog/table.ts";
import { rowCountKey } from "../../store/encoding/keys.ts";
import type { MaybePromise } from "../../store/store.ts";
import type { Row } from "../../types/value.ts";
import { after } from "../../async/maybe-promise.ts";
import type { Execution, Operator } from "../execution.ts";
import { tableRange } from "../rows/index-entry.ts";
import { retrying } from "../../async/suspension.ts";
import { beginRun, type FusedRun, type Program } from "./fused-run.ts";
import { PageLoop, type PageSource } from "./page-loop.ts";
import type { ReadSource } from "./page-source.ts";
import type { PlanNode } from "../../plan/tree/query-plan.ts";

/** `least`: rows below which no loop is written; tests set it to 0, or to infinity for the general path. */
export const fusion = { least: 300 };

/** What an operator's loop is, and what becomes of a run of it. */
export interface Fused<P extends Program = Program> {
	readonly source: ReadSource;
	readonly write: () => P;
	/** Tables that the general path would look rows up in, one by one. */
	readonly lookedUp: readonly Table[];
	/**
	 * `loop`: the pages, none of which has been read. undefined: the run kept more than it may, and nothing has been
	 * handed over.
	 */
	readonly run: (program: P, run: FusedRun, loop: PageLoop, base: Row) => MaybePromise<RowSource | undefined>;
}

const programs = new WeakMap<PlanNode, Program>();
/** What was found out of a node, once a plan; null: no loop can be made of it. */
const taken = new WeakMap<PlanNode, Fused | null>();

/** The operator of a node, if a loop can be made of it, which `take` finds out. */
export function fusedOrNone<P extends Program>(
	node: PlanNode,
	take: () => Fused<P> | undefined,
	general: () => Operator,
	execution: Execution,
): Operator | undefined {
	let fused = taken.get(node) as Fused<P> | null | undefined;
	if (fused === undefined) {
		fused = take() ?? null;
		taken.set(node, fused as Fused | null);
	}
	return fused === null ? undefined : fusedOperator(node, fused, general, execution);
}

export function fusedOperator<P extends Program>(
	node: PlanNode,
	fused: Fused<P>,
	general: () => Operator,
	execution: Execution,
): Operator {
	let made: Operator | undefined;
	const otherwise = (base: Row): RowSource => (made ??= general()).open(base);
	const choose = (base: Row): MaybePromise<RowSource> => {
		if (fusion.least === Number.POSITIVE_INFINITY) {
			return otherwise(base);
		}
		return after(
			retrying(() => fused.source(base, execution)),
			(source) =>
				after(isWorthwhile(node, source, fused.lookedUp, execution), (worthwhile) => {
					if (!worthwhile) {
						return otherwise(base);
					}
					const program = programOf(node, fused);
					return after(
						retrying(() => beginRun(program, execution, base)),
						(run) => {
							if (run === undefined) {
								return otherwise(base);
							}
							return after(run.fill(), () =>
								after(
									run.isWithin ? fused.run(program, run, new PageLoop(execution, source), base) : undefined,
									(rows) => {
										if (rows === undefined) {
											run.release();
										}
										return rows ?? otherwise(base);
									},
								),
							);
						},
					);
				}),
		);
	};
	return { open: (base) => new ChosenSource(() => choose(base)) };
}

function programOf<P extends Program>(node: PlanNode, fused: Fused<P>): P {
	let program = programs.get(node);
	if (program === undefined) {
		program = fused.write();
		programs.set(node, program);
	}
	return program as P;
}

/**
 * Rows that runs of a node have had so far: a query over few rows that is asked again and again is worth a loop, too.
 */
const rowsSeen = new WeakMap<PlanNode, number>();

/**
 * Are there enough rows for a loop? Once there is one it is used for few rows too. And where a table is read as a
 * whole that would else be looked up row by row, are the rows that would look it up at least a tenth of its own?
 */
function isWorthwhile(
	node: PlanNode,
	source: PageSource,
	lookedUp: readonly Table[],
	execution: Execution,
): MaybePromise<boolean> {
	const { least } = fusion;
	if (lookedUp.length === 0 || least === 0) {
		return programs.has(node) || hasRows(source, least, execution, node);
	}
	const from = (rows: number): MaybePromise<boolean> =>
		after(hasRows(source, rows, execution), (enough) => {
			const tooLarge = enough ? anyHasRows(lookedUp, rows * rowsPerLookup, execution) : false;
			return after(tooLarge, (isTooLarge) => (isTooLarge ? from(rows * 8) : enough));
		});
	return from(least);
}

/** So many rows are read one after the other in the time of one lookup. */
const rowsPerLookup = 10;

function anyHasRows(tables: readonly Table[], rows: number, execution: Execution, at = 0): MaybePromise<boolean> {
	const table = tables[at];
	return table === undefined
		? false
		: after(tableHasRows(table, rows, execution), (has) => has || anyHasRows(tables, rows, execution, at + 1));
}

/** From the count that is kept with the table, where the transaction knows it. */
function tableHasRows(table: Table, rows: number, execution: Execution): MaybePromise<boolean> {
	return after(execution.transaction.total(rowCountKey(table.id)), (count) =>
		count === undefined
			? hasRows({ ranges: [tableRange(table)], reverse: false, cover: undefined, toRows: undefined }, rows, execution)
			: count >= rows,
	);
}

/** Are there so many, or more? With a node: its earlier runs count too. */
function hasRows(source: PageSource, wanted: number, execution: Execution, node?: PlanNode): MaybePromise<boolean> {
	const loop = new PageLoop(execution, { ...source, cover: undefined, toRows: undefined });
	let rows = node === undefined ? 0 : (rowsSeen.get(node) ?? 0);
	return after(
		loop.run((page) => {
			rows += page.count;
			// They are read again by whoever is chosen.
			execution.examined.rows -= page.count;
			return rows < wanted;
		}),
		() => {
			loop.close();
			if (node !== undefined) {
				rowsSeen.set(node, rows);
			}
			return rows >= wanted;
		},
	);
}

/** A source that is chosen when the first batch is asked for. */
class ChosenSource implements RowSource {
	readonly #choose: () => MaybePromise<RowSource>;
	#chosen: RowSource | undefined;

	constructor(choose: () => MaybePromise<RowSource>) {
		this.#choose = choose;
	}

	next(): MaybePromise<Row[] | null> {
		if (this.#chosen !== undefined) {
			return this.#chosen.next();
		}
		return after(this.#choose(), (source) => {
			this.#chosen = source;
			return source.next();
		});
	}

	close(): void {
		this.#chosen?.close();
	}
}
