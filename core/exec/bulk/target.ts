/**
 * Finds the rows of a bulk UPDATE or DELETE as bytes, in the order in which the operators would find them.
 */
import type { Index, Table } from "../../catalog/table.ts";
import { compileCondition } from "../../plan/compile/compile.ts";
import type { TargetPlan } from "../../plan/query/dml-target.ts";
import type { ValueTaker } from "../../store/page/value-taker.ts";
import type { Page } from "../../store/page/page.ts";
import type { MaybePromise } from "../../async/maybe-promise.ts";
import type { Key } from "../../store/contract.ts";
import { ValuePage } from "../../store/page/value-page.ts";
import { after } from "../../async/maybe-promise.ts";
import type { Execution } from "../execution.ts";
import { refuseBarred } from "../write/ddl-write-barrier.ts";
import { PageLoop } from "../codegen/page-loop.ts";
import { sourceReader } from "../codegen/page-source.ts";
import { sequentially } from "../../async/sequential.ts";
import type { KeyRange } from "../rows/index-entry.ts";
import { mayMakeLong } from "../codegen/pipeline.ts";
import { someBound, valuesOfSpan } from "../../plan/tree/bound-tree.ts";
import { mayWait, eachSlot } from "../../plan/tree/tree-facts.ts";
import { blankRow } from "../row-source.ts";
import { columnDecoder } from "../rows/row-codec.ts";
import { watchDefinition } from "../write/written-table.ts";
import { hasConsequences, type RowChange } from "./consequence.ts";
import { EntryKeys } from "./entry-keys.ts";
import { FoundRows } from "./found-rows.ts";
import type { TableNode } from "../../plan/tree/query-plan.ts";

/** Rows looked up together. */
const keysTogether = 4096;

interface BulkTarget {
	readonly table: Table;
	/** The index by which rows are found: its entries are available with them. */
	readonly index: Index | undefined;
	/** The planner's row estimate; undefined for scans and primary key ranges, for which it makes none. */
	readonly estimate: number | undefined;
	/**
	 * undefined: the general path must search this time. `addsEntries`: the statement may add index entries, each of
	 * which must be locked.
	 */
	find(execution: Execution, addsEntries: boolean): MaybePromise<FoundRows> | undefined;
}

/** Returns undefined unless the plan reads one table in primary key order or by an index. */
export function bulkTarget(
	{ node, tables, width, scope }: TargetPlan,
	wantsEntries: boolean,
	change: RowChange,
): BulkTarget | undefined {
	if (tables.length !== 1 || scope.tables.length !== 1 || node.kind !== "table" || tables[0]!.firstSlot !== 0) {
		return undefined;
	}
	const { source, access, condition, lock } = node;
	const isRanges =
		access.kind === "scan" || (!access.unique && !access.ranges.some((span) => valuesOfSpan(span).some(mayWait)));
	if (
		!isRanges ||
		lock === undefined ||
		source.table === undefined ||
		(condition !== undefined && (mayWait(condition) || someBound(condition, mayMakeLong)))
	) {
		return undefined;
	}
	const { table } = source;
	const read = sourceReader({ ...node, source: { ...source, table } });
	const index = access.kind === "scan" || access.index.primary ? undefined : access.index;
	const accepts = acceptor(node, table, width);
	return {
		table,
		index,
		estimate: index === undefined ? undefined : node.rows,
		find(execution, addsEntries) {
			const { isHolding } = execution.transaction;
			if ((isHolding && (addsEntries || index !== undefined)) || hasConsequences(table, change, execution)) {
				return undefined;
			}
			refuseBarred(table, execution.transaction.store.members);
			const pages = read(blankRow(width), execution);
			if (isHolding) {
				return locked(table, pages.ranges, execution, () =>
					findInOrder(new PageLoop(execution, pages), accepts, execution),
				);
			}
			return index === undefined
				? findInOrder(new PageLoop(execution, pages), accepts, execution)
				: findByIndex(
						new PageLoop(execution, { ...pages, cover: undefined, toRows: undefined }),
						new Finding(table, index, wantsEntries, accepts, execution),
					);
		},
	};
}

/**
 * For a transaction that holds locks: locks the ranges exclusively first. undefined: it has written in them, so
 * stored rows are outdated; or its snapshot must check each row; or it uses row locks only.
 */
function locked(
	table: Table,
	ranges: readonly KeyRange[],
	execution: Execution,
	find: () => MaybePromise<FoundRows>,
): MaybePromise<FoundRows> | undefined {
	const { transaction } = execution;
	if (
		!transaction.locksGaps ||
		transaction.isMixed ||
		ranges.some((range) => transaction.written(range)?.hasNext === true)
	) {
		return undefined;
	}
	watchDefinition(table, execution);
	const claim = (range: KeyRange): MaybePromise<void> =>
		after(transaction.claimSpan(range, "exclusive", true), () => transaction.relyOnRange(range));
	const found = after(
		after(sequentially(ranges, claim), () => (transaction.isBehind ? transaction.catchUp() : undefined)),
		find,
	);
	return after(found, (rows) => {
		transaction.holdAround(rows.count);
		return rows;
	});
}

/** Pages contain rows. */
function findInOrder(loop: PageLoop, accepts: Accepts | undefined, execution: Execution): MaybePromise<FoundRows> {
	const found = new FoundRows();
	return after(
		loop.run((page) => {
			takePage(page, found, accepts, execution);
			return true;
		}),
		() => found,
	);
}

function takePage(page: Page, found: FoundRows, accepts: Accepts | undefined, execution: Execution): void {
	for (let at = 0; at < page.count; at++) {
		if (accepts === undefined || accepts(page.bytes, page.starts[at]!, execution)) {
			found.addOfPage(page, at);
		}
	}
}

/** Pages contain index entries. */
function findByIndex(loop: PageLoop, finding: Finding): MaybePromise<FoundRows> {
	return after(
		loop.run((page) => {
			finding.keys.add(page);
			return finding.keys.rows.count < keysTogether ? true : after(finding.lookUp(), () => true);
		}),
		() => after(finding.lookUp(), () => finding.found),
	);
}

class Finding implements ValueTaker {
	readonly found = new FoundRows();
	readonly keys: EntryKeys;
	readonly #wantsEntries: boolean;
	readonly #accepts: Accepts | undefined;
	readonly #execution: Execution;

	constructor(table: Table, index: Index, wantsEntries: boolean, accepts: Accepts | undefined, execution: Execution) {
		this.keys = new EntryKeys(table, index);
		this.#wantsEntries = wantsEntries;
		this.#accepts = accepts;
		this.#execution = execution;
	}

	/** Looks up the rows of the keys gathered so far. */
	lookUp(): MaybePromise<void> {
		const { rows } = this.keys;
		if (rows.count === 0 || this.#execution.transaction.lookUp(rows, this)) {
			this.keys.clear();
			return;
		}
		return after(this.#read(rows.texts()), () => this.keys.clear());
	}

	/** Keys in any order. */
	#read(keys: readonly Key[]): MaybePromise<void> {
		const { transaction } = this.#execution;
		return after(transaction.getPage(keys, new ValuePage()), (page) => {
			if (page.count < keys.length) {
				return after(transaction.getMany(keys), (values) =>
					values.forEach((value, at) => value !== undefined && this.take(at, value, 0, value.length)),
				);
			}
			this.#takeAll(page);
		});
	}

	#takeAll({ count, bytes, starts, ends }: Page): void {
		for (let at = 0; at < count; at++) {
			this.take(at, bytes, starts[at]!, ends[at]!);
		}
	}

	take(at: number, bytes: Uint8Array, start: number, end: number): boolean {
		if (this.#accepts === undefined || this.#accepts(bytes, start, this.#execution)) {
			this.found.add(this.keys.rows, at, bytes, start, end);
			if (this.#wantsEntries) {
				this.found.addEntry(this.keys.entries, at);
			}
		}
		return true;
	}
}

type Accepts = (bytes: Uint8Array, start: number, execution: Execution) => boolean;

function acceptor({ source, condition }: TableNode, table: Table, width: number): Accepts | undefined {
	if (condition === undefined) {
		return undefined;
	}
	const holds = compileCondition(condition);
	const slots = new Set<number>();
	eachSlot(condition, (slot) => slots.add(slot));
	const columns = table.columns.filter(({ offset }) => slots.has(source.firstSlot + offset));
	const decode = columnDecoder(
		columns,
		columns.map(({ offset }) => source.firstSlot + offset),
	);
	const row = blankRow(width);
	return (bytes, start, execution) => {
		decode(bytes, row, execution, start);
		return holds(row, execution);
	};
}
