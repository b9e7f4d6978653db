/**
 * Runs a planned query.
 *
 * In: a plan and the execution of its statement. Out: a source of rows, a value for each column. Nothing is read
 * before the first batch is asked for. It refuses to know who reads the rows.
 */
import type { QueryPlan, PlanNode } from "../../plan/tree/query-plan.ts";
import type { MaybePromise } from "../../store/store.ts";
import type { Row } from "../../types/value.ts";
import { after } from "../../async/maybe-promise.ts";
import type { Execution, Operators, TakeValue } from "../execution.ts";
import { blankRow, type QuerySource, type RowSource } from "../row-source.ts";
import { operatorsOf } from "./operator-tree.ts";

/**
 * `isRowByRow`: what is done with a row may change what the next one is computed from, or tell of it first. `take`:
 * and what is done with a value may tell of it before the next one of its row is computed; values that can't fail are
 * not handed to it.
 */
export function openQuery(plan: QueryPlan, execution: Execution, isRowByRow = false, take?: TakeValue): QuerySource {
	const operators = operatorsOf(execution);
	if (isRowByRow) {
		operators.rowByRow = lastComputed(plan.node);
		operators.take = take;
	}
	return new CountedSource(operators.of(plan.node).open(blankRow(plan.width)), operators);
}

/** The select list, where nothing behind it waits for all rows. */
function lastComputed(node: PlanNode): PlanNode {
	return node.kind === "limit" ? lastComputed(node.input) : node;
}

class CountedSource implements QuerySource {
	readonly #input: RowSource;
	readonly #operators: Operators;
	#handedOver = 0;

	constructor(input: RowSource, operators: Operators) {
		this.#input = input;
		this.#operators = operators;
	}

	next(): MaybePromise<Row[] | null> {
		return after(this.#input.next(), (batch) => {
			this.#handedOver += batch?.length ?? 0;
			return batch;
		});
	}

	close(): void {
		this.#input.close();
	}

	foundRows(): number {
		return this.#operators.foundRows ?? this.#handedOver;
	}
}
