/**
 * Nested loop join: opens the right side with each row of the left side.
 *
 * The right side may be an index lookup or a hash table probe (`hash-lookup.ts`). In an outer join, rows without a
 * match keep NULLs in the right slots.
 */
import { unitsInTurn, work } from "../../async/work-meter.ts";
import { compileCondition, type Condition } from "../../plan/compile/compile.ts";
import type { MaybePromise } from "../../async/maybe-promise.ts";
import type { Row } from "../../types/value/value.ts";
import { after } from "../../async/maybe-promise.ts";
import type { Execution, Operator, Operators } from "../execution.ts";
import { type RowSource, rowsInBatch } from "../row-source.ts";
import { eachRow } from "../../async/suspension.ts";
import type { Join } from "../../plan/tree/query-plan.ts";

export function joinOperator({ left, right, outer, condition }: Join, operators: Operators): Operator {
	const [first, second] = [operators.of(left), operators.of(right)];
	const holds = condition && compileCondition(condition);
	return {
		open: (base) =>
			new JoinSource(first.open(base), second, outer, holds, operators.execution, rowsInBatch(base.length)),
	};
}

const stepsInTurn = 64;

class JoinSource implements RowSource {
	readonly #left: RowSource;
	readonly #right: Operator;
	readonly #outer: boolean;
	readonly #holds: Condition | undefined;
	readonly #execution: Execution;
	readonly #most: number;
	#batch: readonly Row[] = [];
	#at = 0;
	/** The right side of the current row, if it is returned in batches. */
	#inner: RowSource | undefined;
	#matched = false;
	#steps = 0;
	#out: Row[] = [];

	/** @param most - rows of a batch, or a few more */
	constructor(
		left: RowSource,
		right: Operator,
		outer: boolean,
		holds: Condition | undefined,
		execution: Execution,
		most: number,
	) {
		this.#most = most;
		this.#left = left;
		this.#right = right;
		this.#outer = outer;
		this.#holds = holds;
		this.#execution = execution;
	}

	next(): MaybePromise<Row[] | null> {
		for (;;) {
			// Rows without a match return nothing, and there may be millions: yield here.
			const isTurn = this.#steps++ % stepsInTurn === 0 || work.units > unitsInTurn;
			if (isTurn) {
				work.units = 0;
			}
			const turn = isTurn ? this.#execution.giveWay() : undefined;
			if (turn instanceof Promise) {
				return turn.then(() => this.next());
			}
			if (this.#out.length >= this.#most) {
				return this.#handOver();
			}
			const step = this.#step();
			if (step instanceof Promise) {
				return step.then((goesOn) => (goesOn ? this.next() : this.#handOver()));
			}
			if (!step) {
				return this.#handOver();
			}
		}
	}

	close(): void {
		this.#inner?.close();
		this.#left.close();
	}

	#handOver(): Row[] | null {
		const rows = this.#out;
		this.#out = [];
		return rows.length === 0 ? null : rows;
	}

	/** Runs one step; returns false at the end. */
	#step(): MaybePromise<boolean> {
		if (this.#inner !== undefined) {
			return after(this.#inner.next(), (rows) => this.#take(rows));
		}
		const row = this.#batch[this.#at];
		if (row === undefined) {
			return after(this.#left.next(), (batch) => {
				this.#batch = batch ?? [];
				this.#at = 0;
				return batch !== null;
			});
		}
		this.#matched = false;
		if (this.#right.all === undefined) {
			this.#inner = this.#right.open(row);
			return true;
		}
		return after(this.#right.all(row), (rows) => {
			if (rows === undefined) {
				this.#inner = this.#right.open(row);
				return true;
			}
			return after(this.#keep(rows), () => this.#finishRow());
		});
	}

	#take(rows: readonly Row[] | null): MaybePromise<boolean> {
		if (rows === null) {
			this.#inner = undefined;
			return this.#finishRow();
		}
		return after(this.#keep(rows), () => true);
	}

	#keep(rows: readonly Row[]): MaybePromise<void> {
		const holds = this.#holds;
		if (holds !== undefined) {
			return eachRow(
				rows,
				(row) => {
					if (holds(row, this.#execution)) {
						this.#matched = true;
						this.#out.push(row);
					}
				},
				this.#execution,
			);
		}
		for (const row of rows) {
			this.#out.push(row);
		}
		this.#matched ||= rows.length > 0;
	}

	#finishRow(): boolean {
		if (this.#outer && !this.#matched) {
			this.#out.push(this.#batch[this.#at]!);
		}
		this.#at++;
		return true;
	}
}
