/**
 * Filter, compute, project: operators that look at one row at a time.
 *
 * In: nodes and the rows of their inputs. Out: the rows that hold a condition; the same rows with further slots filled; new
 * rows of the values of expressions.
 */
import { compile, compileCondition } from "../plan/compile.ts";
import type { Compute, Filter, Project } from "../plan/node.ts";
import type { Row } from "../types/value.ts";
import { after } from "./answer.ts";
import { ChangedSource, type Operator, type Operators } from "./operator.ts";
import { eachRow } from "./waiting.ts";

/** An operator that makes one batch of another, row by row. */
function rowByRow(input: Operator, step: (row: Row, into: Row[]) => void): Operator {
	return {
		open: (base) => new ChangedSource(input.open(base), (batch) => {
			const rows: Row[] = [];
			return after(eachRow(batch, (row) => step(row, rows)), () => rows);
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

export function projectOperator({ input, expressions }: Project, operators: Operators): Operator {
	const compiled = expressions.map(compile);
	const { execution } = operators;
	return rowByRow(operators.of(input), (row, into) => {
		const values: Row = [];
		for (const expression of compiled) {
			values.push(expression(row, execution));
		}
		into.push(values);
	});
}
