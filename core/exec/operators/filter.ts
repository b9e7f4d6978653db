/**
 * Filter, compute and project operators: evaluate expressions row by row, a batch at a time or on request.
 */
import type { Operator, Operators } from "../execution.ts";
import { compile, compileCondition } from "../../plan/compile/compile.ts";
import type { MaybePromise } from "../../async/maybe-promise.ts";
import type { Row } from "../../types/value/value.ts";
import { after } from "../../async/maybe-promise.ts";
import { ChangedSource, type RowSource } from "../row-source.ts";
import { eachRow, retrying } from "../../async/suspension.ts";
import type { Compute, Filter, Project } from "../../plan/tree/query-plan.ts";

/** Returns an operator that maps batches row by row. */
function rowByRow(input: Operator, step: (row: Row, into: Row[]) => void): Operator {
	return {
		open: (base) =>
			new ChangedSource(input.open(base), (batch) => {
				const rows: Row[] = [];
				return after(
					eachRow(batch, (row) => step(row, rows)),
					() => rows,
				);
			}),
	};
}

export function filterOperator({ input, condition }: Filter, operators: Operators): Operator {
	const holds = compileCondition(condition);
	const { execution } = operators;
	return rowByRow(operators.of(input), (row, into) => {
		if (holds(row, execution)) {
			into.push(row);
		}
	});
}

export function computeOperator({ input, expressions, slots }: Compute, operators: Operators): Operator {
	const compiled = expressions.map(compile);
	const { execution } = operators;
	return rowByRow(operators.of(input), (row, into) => {
		for (let at = 0; at < slots.length; at++) {
			row[slots[at]!] = compiled[at]!(row, execution);
		}
		into.push(row);
	});
}

export function projectOperator(node: Project, operators: Operators): Operator {
	const values = projection(node, operators);
	return rowByRow(operators.of(node.input), (row, into) => {
		into.push(values(row));
	});
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
