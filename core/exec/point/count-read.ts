/**
 * Fast path for counts by index ranges: `select count(*) from t where k between ? and ?`, counted page by page.
 *
 * For counts of one table's rows where the ranges cover the whole condition (`plan/access/residual-predicate.ts`). If
 * a value makes a range inexact, this run uses the general operators, which are the specification:
 * SQL_CALC_FOUND_ROWS selects them.
 *
 * Why: no row lookup, no decoding, no row objects. No lower bound: it does strictly less than the general path.
 *
 * Measured over the wire, 2-core VM, 2026-11: a count of a range 4.6 times the rate.
 */
import { usesFastPath } from "../../async/fast-path.ts";
import type { Table } from "../../catalog/table.ts";
import { valuesOfSpan } from "../../plan/tree/bound-tree.ts";
import { mayWait, eachSlot } from "../../plan/tree/tree-facts.ts";
import { compile } from "../../plan/compile/compile.ts";
import { isImpliedByAccess } from "../../plan/access/residual-predicate.ts";
import type { QueryPlan, PlanNode, Project, TableNode } from "../../plan/tree/query-plan.ts";
import { rowCountKey } from "../../store/encoding/keys.ts";
import type { PageScan } from "../../store/page/page.ts";
import type { MaybePromise } from "../../async/maybe-promise.ts";
import { after } from "../../async/maybe-promise.ts";
import type { Execution } from "../execution.ts";
import { tableRange } from "../rows/index-entry.ts";
import { type OpenPointLookup, SingleSource } from "./point-lookup.ts";
import { rangeReader, type ReadRanges, type SpanRange } from "../operators/key-range.ts";
import { blankRow } from "../row-source.ts";
import type { GroupAggregate } from "../../plan/tree/bound-expression.ts";

export function countRead({ node, width, countFoundRows }: QueryPlan): OpenPointLookup | undefined {
	const counted =
		node.kind === "project" && !countFoundRows && usesFastPath("count-read") ? countedTable(node) : undefined;
	if (node.kind !== "project" || counted === undefined) {
		return undefined;
	}
	const { table, slots } = counted;
	const read = rangesOf(table);
	const values = node.expressions.map(compile);
	return (execution, general) =>
		new SingleSource(() => {
			const row = blankRow(width);
			const ranges = read(row, execution);
			if (!ranges.every(({ exact }) => exact)) {
				return general();
			}
			return after(countRows(table, ranges, execution), (count) => {
				for (const slot of slots) {
					row[slot] = count;
				}
				return values.map((value) => value(row, execution));
			});
		});
}

/** Returns the table whose rows are counted, and the slots of the counts. */
function countedTable({
	input,
	expressions,
}: Project): { readonly table: TableNode; readonly slots: readonly number[] } | undefined {
	if (input.kind !== "group" || input.keys.length > 0 || input.rollup || !input.aggregates.every(countsRows)) {
		return undefined;
	}
	const table = plainTable(input.input);
	const slots = input.aggregates.map(({ slot }) => slot);
	const isFinal = expressions.every((expression) => {
		let readsOthers = false;
		eachSlot(expression, (slot) => {
			readsOthers ||= !slots.includes(slot);
		});
		return !readsOthers && !mayWait(expression);
	});
	return table !== undefined && isFinal ? { table, slots } : undefined;
}

/** True if no counted value can be NULL. */
function countsRows({ name, distinct, operands }: GroupAggregate): boolean {
	return (
		name === "count" &&
		!distinct &&
		operands.every(
			(operand) =>
				!operand.nullable && (operand.kind === "column" || operand.kind === "constant" || operand.kind === "word"),
		)
	);
}

function plainTable(node: PlanNode): TableNode | undefined {
	if (node.kind !== "table" || node.lock !== undefined || node.withKey || !isImpliedByAccess(node)) {
		return undefined;
	}
	const { access } = node;
	const waits =
		access.kind === "index" &&
		access.ranges.some((span) => span.like !== undefined || valuesOfSpan(span).some(mayWait));
	return waits ? undefined : node;
}

function rangesOf({ source, access }: TableNode): ReadRanges {
	const table = source.table as Table;
	if (access.kind === "index") {
		return rangeReader(table, access.index, access.ranges);
	}
	const all = [{ ...tableRange(table), point: undefined, exact: true }];
	return () => all;
}

/** A whole table by its stored row count, unless the transaction has changes newer than its snapshot. */
function countRows(
	{ source, access, condition }: TableNode,
	ranges: readonly SpanRange[],
	execution: Execution,
): MaybePromise<number> {
	if (access.kind !== "scan" || condition !== undefined) {
		return countRanges(ranges, execution);
	}
	return after(
		execution.transaction.total(rowCountKey((source.table as Table).id)),
		(count) => count ?? countRanges(ranges, execution),
	);
}

function countRanges(ranges: readonly SpanRange[], execution: Execution): MaybePromise<number> {
	const { transaction } = execution;
	let count = 0;
	let pages: PageScan | undefined;
	let at = 0;
	const go = (): MaybePromise<number> => {
		for (;;) {
			const range = ranges[at];
			if (range === undefined) {
				return count;
			}
			pages ??= transaction.pages({ from: range.from, to: range.to });
			const page = pages.next();
			if (page instanceof Promise) {
				return page.then((arrived) => (take(arrived?.count), go()));
			}
			take(page?.count);
			const turn = page === null ? undefined : execution.giveWay();
			if (turn instanceof Promise) {
				return turn.then(go);
			}
		}
	};
	const take = (rows: number | undefined): void => {
		if (rows === undefined) {
			pages = undefined;
			at++;
		} else {
			count += rows;
			execution.examined.rows += rows;
		}
	};
	return go();
}
