/**
 * Builds physical operators from plan nodes; the only place that depends on all operators.
 *
 * Each operator is created once a statement and cached in the execution, so that its state (hash tables) serves every
 * run of a subquery.
 */
import type { BoundExpression } from "../../plan/tree/bound-expression.ts";
import { countedTable } from "../operators/counted-table.ts";
import { computedOperator, derivedOperator } from "../operators/derived.ts";
import { distinctOperator, unionOperator } from "../operators/distinct.ts";
import type { Execution, Operator, Operators, TakeValue } from "../execution.ts";
import { computeOperator, filterOperator, projectOperator, projectRowByRow } from "../operators/filter.ts";
import { fusedGroup } from "../codegen/fused-group.ts";
import { fusedDistinct, fusedProject } from "../codegen/fused-rows.ts";
import { fusedSort } from "../codegen/fused-sort.ts";
import { isSteady } from "../codegen/known-value.ts";
import { isQuiet } from "../codegen/quiet.ts";
import { groupOperator } from "../operators/group.ts";
import { hashLookupOperator } from "../operators/hash-lookup.ts";
import { joinOperator } from "../operators/join.ts";
import { limitOperator } from "../operators/limit.ts";
import { sourceOf } from "../row-source.ts";
import { sortOperator } from "../operators/sort.ts";
import { tableOperator } from "../operators/table-reader.ts";
import type { Limit, PlanNode, Project } from "../../plan/tree/query-plan.ts";

export function operatorsOf(execution: Execution): Operators {
	execution.operators ??= new StatementOperators(execution);
	return execution.operators;
}

/** Returns the node whose rows are streamed, with no blocking operator in between. */
function firstRead(node: PlanNode): PlanNode {
	return node.kind === "project" || node.kind === "filter" || node.kind === "compute" ? firstRead(node.input) : node;
}

class StatementOperators implements Operators {
	readonly execution: Execution;
	/** Node of which possibly only the first rows are requested. */
	limited: PlanNode | undefined;
	foundRows: number | undefined;
	rowByRow: PlanNode | undefined;
	take: TakeValue | undefined;
	readonly #made = new Map<PlanNode, Operator>();

	constructor(execution: Execution) {
		this.execution = execution;
	}

	of(node: PlanNode): Operator {
		let operator = this.#made.get(node);
		if (operator === undefined) {
			operator = make(node, this);
			this.#made.set(node, operator);
		}
		return operator;
	}
}

/** True if the time of evaluation is not observable. */
function isPlain(bound: BoundExpression): boolean {
	return (
		bound.kind === "column" ||
		bound.kind === "constant" ||
		bound.kind === "parameter" ||
		(!isSteady(bound) && isQuiet(bound))
	);
}

/** Rows that LIMIT leaves out are not computed, as in MySQL: they would fail or warn, or set variables. */
function computedWithin(limit: Limit, operators: StatementOperators): Operator | undefined {
	const { input } = limit;
	if (input.kind !== "project" || input.expressions.every(isPlain)) {
		return undefined;
	}
	const within: Project = { ...input, input: { ...limit, input: input.input } };
	return operators.rowByRow === input ? projectRowByRow(within, operators) : projectOperator(within, operators);
}

function make(node: PlanNode, operators: StatementOperators): Operator {
	const { execution } = operators;
	switch (node.kind) {
		case "one-row":
			return { open: (base) => sourceOf([base.slice()]), all: (base) => [base.slice()] };
		case "no-rows":
			return { open: () => sourceOf([]), all: () => [] };
		case "table":
			return tableOperator(node, execution, operators.limited === node);
		case "computed":
			return computedOperator(node, operators);
		case "derived":
			return derivedOperator(node, operators);
		case "hash-lookup":
			return hashLookupOperator(node, operators);
		case "filter":
			return filterOperator(node, operators);
		case "join":
			return joinOperator(node, operators);
		case "group": {
			const general = (): Operator => groupOperator(node, operators);
			return countedTable(node, execution, general) ?? fusedGroup(node, general, execution) ?? general();
		}
		case "compute":
			return computeOperator(node, operators);
		case "sort": {
			const general = (): Operator => sortOperator(node, operators);
			return fusedSort(node, general, execution) ?? general();
		}
		case "limit":
			operators.limited = firstRead(node.input);
			return computedWithin(node, operators) ?? limitOperator(node, operators);
		case "distinct": {
			const general = (): Operator => distinctOperator(node, operators);
			return fusedDistinct(node, general, execution) ?? general();
		}
		case "project": {
			if (operators.rowByRow === node && !node.expressions.every(isPlain)) {
				return projectRowByRow(node, operators);
			}
			const general = (): Operator => projectOperator(node, operators);
			return fusedProject(node, general, execution) ?? general();
		}
		case "union":
			return unionOperator(node, operators);
	}
}
