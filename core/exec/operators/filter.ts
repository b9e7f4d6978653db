/**
 * Filter, compute and project operators: evaluate expressions row by row, a batch at a time or on request.
 */
import type { Execution, Operator, Operators } from "../execution.ts";
import { compile, compileCondition } from "../../plan/compile/compile.ts";
import type { MaybePromise } from "../../async/maybe-promise.ts";
import type { Row } from "../../types/value/value.ts";
import { after } from "../../async/maybe-promise.ts";
import { type RowSource, rowsInStep } from "../row-source.ts";
import { retrying } from "../../async/suspension.ts";
import { pauseAfterTurn, unitsInTurn, work } from "../../async/work-meter.ts";
import type { Compute, Filter, Project } from "../../plan/tree/query-plan.ts";

/** Returns an operator that maps batches row by row, at most `mostRows` in one. */
function rowByRow(
	input: Operator,
	step: (row: Row, into: Row[]) => void,
	execution: Execution,
	mostRows = Number.POSITIVE_INFINITY,
): Operator {
	return { open: (base) => new MappedRows(input.open(base), step, execution, mostRows) };
}

/** A batch is returned early when its long values have taken so many bytes. */
const mostBytes = 4 << 20;

/**
 * Maps batches row by row. A thousand rows of values of megabytes would be gigabytes in one batch, so that of rows
 * that make long values the batch is cut by bytes.
 */
class MappedRows implements RowSource {
	readonly #input: RowSource;
	readonly #step: (row: Row, into: Row[]) => void;
	readonly #execution: Execution;
	readonly #mostRows: number;
	#batch: readonly Row[] = [];
	#at = 0;

	constructor(input: RowSource, step: (row: Row, into: Row[]) => void, execution: Execution, mostRows: number) {
		this.#input = input;
		this.#step = step;
		this.#execution = execution;
		this.#mostRows = mostRows;
	}

	next(): MaybePromise<Row[] | null> {
		for (;;) {
			if (this.#at >= this.#batch.length) {
				const batch = this.#input.next();
				if (batch instanceof Promise) {
					return batch.then((rows) => (this.#takes(rows) ? this.next() : null));
				}
				if (!this.#takes(batch)) {
					return null;
				}
			}
			const mapped = this.#at >= this.#mostRows ? this.#mapRest() : this.#map();
			if (mapped instanceof Promise) {
				return mapped.then((rows) => (rows.length > 0 ? rows : this.next()));
			}
			if (mapped.length > 0) {
				return mapped;
			}
		}
	}

	close(): void {
		this.#input.close();
	}

	#takes(batch: Row[] | null): boolean {
		this.#batch = batch ?? [];
		this.#at = 0;
		return batch !== null;
	}

	/** Of a batch that was cut. */
	#mapRest(): MaybePromise<Row[]> {
		return after(this.#execution.giveWay(), () => this.#map());
	}

	#map(): MaybePromise<Row[]> {
		const rows: Row[] = [];
		const endBytes = work.madeBytes + mostBytes;
		return retrying(() => {
			const batch = this.#batch;
			while (this.#at < batch.length && rows.length < this.#mostRows) {
				this.#step(batch[this.#at]!, rows);
				this.#at++;
				if (work.units > unitsInTurn) {
					if (work.madeBytes > endBytes) {
						break;
					}
					pauseAfterTurn(this.#execution);
				}
			}
			return rows;
		});
	}
}

export function filterOperator({ input, condition }: Filter, operators: Operators): Operator {
	const holds = compileCondition(condition);
	const { execution } = operators;
	return rowByRow(
		operators.of(input),
		(row, into) => {
			if (holds(row, execution)) {
				into.push(row);
			}
		},
		execution,
	);
}

export function computeOperator({ input, expressions, slots }: Compute, operators: Operators): Operator {
	const compiled = expressions.map(compile);
	const { execution } = operators;
	return rowByRow(
		operators.of(input),
		(row, into) => {
			for (let at = 0; at < slots.length; at++) {
				row[slots[at]!] = compiled[at]!(row, execution);
			}
			into.push(row);
		},
		execution,
	);
}

export function projectOperator(node: Project, operators: Operators): Operator {
	const values = projection(node, operators);
	return rowByRow(
		operators.of(node.input),
		(row, into) => {
			into.push(values(row));
		},
		operators.execution,
		rowsInStep(node.expressions.length),
	);
}

/** Batches of one row, each computed when it is requested. */
export function projectRowByRow(node: Project, operators: Operators): Operator {
	const input = operators.of(node.input);
	const values = stepwise(node, operators);
	return { open: (base) => new RowByRow(input.open(base), values) };
}

/** Continues after the values that are already computed. */
function stepwise({ expressions }: Project, { execution, take }: Operators): (row: Row, values: Row) => Row {
	const compiled = expressions.map(compile);
	return (row, values) => {
		for (let at = values.length; at < compiled.length; at++) {
			const value = compiled[at]!(row, execution);
			values.push(take === undefined ? value : take(value, at));
		}
		return values;
	};
}

function projection({ expressions }: Project, { execution }: Operators): (row: Row) => Row {
	const compiled = expressions.map(compile);
	return (row) => {
		const values: Row = [];
		for (const expression of compiled) {
			values.push(expression(row, execution));
		}
		return values;
	};
}

class RowByRow implements RowSource {
	readonly #input: RowSource;
	readonly #values: (row: Row, values: Row) => Row;
	#batch: readonly Row[] = [];
	#at = 0;

	constructor(input: RowSource, values: (row: Row, values: Row) => Row) {
		this.#input = input;
		this.#values = values;
	}

	next(): MaybePromise<Row[] | null> {
		const row = this.#batch[this.#at];
		if (row !== undefined) {
			this.#at++;
			const values: Row = [];
			return after(
				retrying(() => this.#values(row, values)),
				() => [values],
			);
		}
		return after(this.#input.next(), (batch) => {
			this.#batch = batch ?? [];
			this.#at = 0;
			return batch === null ? null : this.next();
		});
	}

	close(): void {
		this.#input.close();
	}
}
