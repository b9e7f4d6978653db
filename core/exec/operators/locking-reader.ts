/**
 * Locking reads: FOR UPDATE, LOCK IN SHARE MODE, target rows of UPDATE and DELETE, SERIALIZABLE reads.
 *
 * Returns rows as last committed, or as written by this transaction. Waits for conflicting locks.
 *
 * | access path             | locks (`gaps`: gap locks, REPEATABLE READ and above)                                  |
 * |-------------------------|---------------------------------------------------------------------------------------|
 * | full unique key         | the row; if there is none and with gaps, the gap                                      |
 * | ranges, scan; gaps      | the ranges, before anything is read; for a secondary index all rows found, too        |
 * | ranges, scan; no gaps   | the rows that meet the condition                                                      |
 * | with a LIMIT            | the same, but only the requested rows, or a few more                                  |
 *
 * A row is read, locked, and read again if anything was committed in between.
 */
import { isTurnOver } from "../../async/work-meter.ts";
import { type RowSource, rowsInBatch } from "../row-source.ts";
import type { Table } from "../../catalog/table.ts";
import { sqlError } from "../../errors/catalogue.ts";
import { compileCondition } from "../../plan/compile/compile.ts";
import type { LockMode } from "../../store/lock/mode.ts";
import type { MaybePromise } from "../../async/maybe-promise.ts";
import type { Entry, Key, Scan } from "../../store/contract.ts";
import type { Row } from "../../types/value/value.ts";
import type { Execution, Operator } from "../execution.ts";
import { rowKeyOfEntry, tableRange } from "../rows/index-entry.ts";
import { rangeReader, type SpanRange } from "./key-range.ts";
import { columnDecoder } from "../rows/row-codec.ts";
import { watchDefinition } from "../write/written-table.ts";
import { retrying } from "../../async/suspension.ts";
import type { TableNode } from "../../plan/tree/query-plan.ts";

/** Facts that are the same each time the operator is opened. */
interface LockingPlan {
	readonly execution: Execution;
	readonly mode: LockMode;
	/** Adds rows to the read set too: another process may change them. */
	readonly relies: boolean;
	/** Locks ranges as a whole. */
	readonly locksRanges: boolean;
	/** Including all rows in them. */
	readonly isCovering: boolean;
	readonly isLimited: boolean;
	readonly reverse: boolean;
	/** Entries are rows (primary key). */
	readonly isPrimary: boolean;
	readonly isUnique: boolean;
	ranges(base: Row): readonly SpanRange[];
	rowKeyOf(entry: Entry): Key;
	/** Returns null if the condition is not met. */
	toRow(key: Key, value: Uint8Array, base: Row): Row | null;
}

export function lockingOperator(node: TableNode, execution: Execution, isLimited: boolean): Operator {
	const table = node.source.table as Table;
	const { access, lock } = node;
	const { transaction } = execution;
	const index = access.kind === "index" ? access.index : undefined;
	const read = access.kind === "index" ? rangeReader(table, access.index, access.ranges) : undefined;
	const locksRanges = transaction.locksGaps && (!isLimited || transaction.reliesOnReads);
	const isPrimary = index === undefined || index.primary;
	const isUnique = access.kind === "index" && access.unique;
	// Another server may redefine the table while the statement waits; its rows would then be decoded by the old
	// definition.
	watchDefinition(table, execution);
	const plan: LockingPlan = {
		execution,
		mode: lock === "update" ? "exclusive" : "shared",
		relies: lock !== "read" || transaction.reliesOnReads,
		locksRanges,
		isCovering: locksRanges && isPrimary && !isUnique,
		isLimited,
		reverse: access.reverse,
		isPrimary,
		isUnique,
		ranges: (base) => read?.(base, execution) ?? [{ ...tableRange(table), point: undefined, exact: true }],
		rowKeyOf: (entry) =>
			index === undefined || index.primary ? entry.key : rowKeyOfEntry(table, index, entry.key, entry.value),
		toRow: rowMaker(node, table, execution),
	};
	return { open: (base) => new LockingSource(plan, base) };
}

function rowMaker(
	{ source, columns, withKey, condition }: TableNode,
	table: Table,
	execution: Execution,
): LockingPlan["toRow"] {
	const decode = columnDecoder(
		columns.map((offset) => table.columns[offset]!),
		columns.map((offset) => source.firstSlot + offset),
	);
	const holds = condition && compileCondition(condition);
	return (key, value, base) => {
		const row = base.slice();
		if (columns.length > 0) {
			decode(value, row, execution);
		}
		if (withKey) {
			row[source.keySlot] = key;
		}
		return holds === undefined || holds(row, execution) ? row : null;
	};
}

interface Found {
	readonly key: Key;
	readonly value: Uint8Array;
}

class LockingSource implements RowSource {
	readonly #plan: LockingPlan;
	readonly #base: Row;
	readonly #most: number;
	#ranges: readonly SpanRange[] | undefined;
	#at = 0;
	#scan: Scan | undefined;
	/** Rows found and not yet locked, from `#next` on. */
	#found: readonly Found[] = [];
	#next = 0;
	/** Rows locked at a time if only the first may be requested. */
	#step = 1;
	/** The transaction's `commitCount` at the time of the read. */
	#readAt = -1;

	constructor(plan: LockingPlan, base: Row) {
		this.#plan = plan;
		this.#base = base;
		this.#most = rowsInBatch(base.length);
	}

	async next(): Promise<Row[] | null> {
		this.#ranges ??= await this.#lockRanges();
		const rows: Row[] = [];
		for (;;) {
			while (this.#next < this.#found.length) {
				const found = this.#found[this.#next++]!;
				const answer = retrying(() => this.#lock(found));
				const row = answer instanceof Promise ? await answer : answer;
				if (isTurnOver()) {
					await this.#plan.execution.giveWay();
				}
				if (row !== null) {
					rows.push(row);
					if (this.#plan.isLimited && rows.length >= this.#step) {
						this.#step *= 2;
						return rows;
					}
					if (rows.length >= this.#most) {
						return rows;
					}
				}
			}
			if (rows.length > 0) {
				return rows;
			}
			await this.#plan.execution.giveWay();
			const found = await this.#find();
			if (found === null) {
				return null;
			}
			this.#found = found;
			this.#plan.execution.examined.rows += found.length;
			this.#next = 0;
		}
	}

	close(): void {
		this.#scan?.close();
		this.#scan = undefined;
		this.#ranges = [];
		this.#found = [];
	}

	/** From here on, inserts into the ranges wait. */
	async #lockRanges(): Promise<readonly SpanRange[]> {
		const { execution, locksRanges, isPrimary, isUnique, mode, reverse } = this.#plan;
		const ranges = await retrying(() => this.#plan.ranges(this.#base));
		const { transaction } = execution;
		for (const range of ranges) {
			if (locksRanges && !(isUnique && range.point !== undefined)) {
				await transaction.claimSpan(range, mode, isPrimary && !isUnique);
				await transaction.relyOnRange(range);
			}
		}
		return reverse ? [...ranges].reverse() : ranges;
	}

	/** Returns the next rows of the first range that has any. */
	async #find(): Promise<readonly Found[] | null> {
		const { execution, isPrimary, isUnique, reverse } = this.#plan;
		const { transaction } = execution;
		for (;;) {
			if (this.#scan === undefined) {
				const range = this.#ranges![this.#at++];
				if (range === undefined) {
					return null;
				}
				await this.#catchUp();
				if (isUnique && range.point !== undefined) {
					return this.#lockPoint(range.point);
				}
				this.#scan = transaction.scan({ from: range.from, to: range.to, reverse });
			}
			const entries = await this.#scan.next();
			if (entries === null) {
				this.#scan = undefined;
			} else if (isPrimary) {
				return entries;
			} else {
				const keys = entries.map((entry) => this.#plan.rowKeyOf(entry));
				const values = await transaction.getMany(keys);
				return keys.flatMap((key, at) => (values[at] === undefined ? [] : [{ key, value: values[at] }]));
			}
		}
	}

	/** Locks the row of a unique key, or its gap. */
	async #lockPoint(point: Key): Promise<readonly Found[]> {
		const {
			execution: { transaction },
			mode,
		} = this.#plan;
		for (;;) {
			const key = await this.#rowAt(point);
			if (key === undefined) {
				if (await this.#lockGap(point)) {
					return [];
				}
				continue;
			}
			await transaction.claim(key, mode);
			await this.#catchUp();
			const value = await transaction.get(key);
			if (value !== undefined && (await this.#rowAt(point)) === key) {
				return [{ key, value }];
			}
		}
	}

	/** Returns the row key that a unique key leads to. */
	async #rowAt(point: Key): Promise<Key | undefined> {
		const {
			execution: { transaction },
			rowKeyOf,
		} = this.#plan;
		const value = await transaction.get(point);
		return value === undefined ? undefined : rowKeyOf({ key: point, value });
	}

	/** Locks the gap; returns whether it is still empty once conflicting inserts have ended. */
	async #lockGap(point: Key): Promise<boolean> {
		const {
			execution: { transaction },
			mode,
		} = this.#plan;
		await (transaction.locksGaps
			? transaction.claimSpan({ from: point, to: `${point}\0` }, mode, false)
			: transaction.pass(point, mode));
		await this.#catchUp();
		const isGap = (await transaction.get(point)) === undefined;
		// Without gap locks the gap may be filled before the commit.
		if (isGap && transaction.locksGaps) {
			this.#rely(point, undefined);
		}
		return isGap;
	}

	/** Adds the row to the read set: another process may still change it, which validation then detects. */
	#rely(key: Key, value: Uint8Array | undefined): void {
		if (this.#plan.relies && !this.#plan.execution.transaction.relyOnRead(key, value)) {
			throw sqlError("deadlock");
		}
	}

	/** Locks a row and reads it again; null if it no longer matches. */
	#lock({ key, value }: Found): MaybePromise<Row | null> {
		const {
			execution: { transaction },
			isCovering,
			locksRanges,
			mode,
		} = this.#plan;
		if (isCovering) {
			return this.#accept(key, value);
		}
		if (!locksRanges && this.#plan.toRow(key, value, this.#base) === null) {
			return null;
		}
		const claimed = transaction.claim(key, mode);
		return claimed === undefined && this.#readAt === transaction.commitCount
			? this.#accept(key, value)
			: this.#readAgain(key, claimed);
	}

	async #readAgain(key: Key, claimed: MaybePromise<void>): Promise<Row | null> {
		const { transaction } = this.#plan.execution;
		await claimed;
		if (transaction.isBehind) {
			await transaction.catchUp();
		}
		const value = await transaction.get(key);
		return value === undefined ? null : retrying(() => this.#accept(key, value));
	}

	#accept(key: Key, value: Uint8Array): Row | null {
		const row = this.#plan.toRow(key, value, this.#base);
		if (row !== null) {
			this.#rely(key, value);
		}
		return row;
	}

	/** Reads from here on see the newest state. */
	async #catchUp(): Promise<void> {
		const { transaction } = this.#plan.execution;
		if (transaction.isBehind) {
			await transaction.catchUp();
		}
		this.#readAt = transaction.commitCount;
	}
}
