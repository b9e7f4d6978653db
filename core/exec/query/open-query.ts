/**
 * Opens a planned query: builds its operator tree and returns the row source. Nothing is read before the first batch.
 */
import type { QueryPlan, PlanNode } from "../../plan/tree/query-plan.ts";
import type { MaybePromise } from "../../async/maybe-promise.ts";
import type { Row } from "../../types/value/value.ts";
import { after } from "../../async/maybe-promise.ts";
import type { Execution, Operators, TakeValue } from "../execution.ts";
import { blankRow, type QuerySource, type RowSource } from "../row-source.ts";
import { operatorsOf } from "./operator-tree.ts";

/**
 * `isRowByRow`: the consumer of a row may change inputs of the next one, or must report on it first. `take`: likewise
 * for each value of a row; values that cannot fail are not passed to it.
 */
export function openQuery(plan: QueryPlan, execution: Execution, isRowByRow = false, take?: TakeValue): QuerySource {
	const operators = operatorsOf(execution);
	if (isRowByRow) {
		operators.rowByRow = lastComputed(plan.node);
		operators.take = take;
	}
	return new CountedSource(operators.of(plan.node).open(blankRow(plan.width)), operators);
}

/** Returns the node of the select list if no later operator needs all rows. */
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
