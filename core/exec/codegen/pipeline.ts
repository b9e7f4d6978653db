/**
 * Recognizes plans that can become a generated loop: a table, then filters and joins in order (a pipeline).
 *
 * Returns undefined where a node must run in the general operators.
 */
import { familyOf } from "../../types/value/type.ts";
import type { Table } from "../../catalog/table.ts";
import type { BoundExpression } from "../../plan/tree/bound-expression.ts";
import { conjunctsOf, someBound } from "../../plan/tree/bound-tree.ts";
import { mayWait, countNodes } from "../../plan/tree/tree-facts.ts";
import { hashJoinOf, type HashJoin } from "./hash-join.ts";
import { isMembership } from "./membership-codegen.ts";
import type { PlanNode, TableNode } from "../../plan/tree/query-plan.ts";

/** A stored table read without locks or changes. */
export type PagedTable = TableNode & { readonly source: { readonly table: Table } };

/** Beyond so many columns V8 leaves a loop unoptimized, and its making takes longer than what it saves. */
export const mostColumns = 1024;

export interface Pipeline {
	readonly table: PagedTable;
	/** In the order in which they apply to a row. */
	readonly steps: readonly PipelineStep[];
}

type PipelineStep =
	| { readonly kind: "condition"; readonly condition: BoundExpression }
	| { readonly kind: "join"; readonly join: HashJoin };

export function pipelineOf(node: PlanNode, expressions: readonly BoundExpression[]): Pipeline | undefined {
	return expressions.every((expression) => isRunnable(expression) && countNodes(expression) <= mostParts)
		? take(node)
		: undefined;
}

/** False: certainly not a pipeline. A cheap test before a repeated statement analyses its expressions. */
export function mayBePaged(node: PlanNode): boolean {
	return node.kind === "table" ? isPaged(node) : node.kind === "filter" || node.kind === "join";
}

function take(node: PlanNode): Pipeline | undefined {
	switch (node.kind) {
		case "table":
			return isPaged(node) ? withCondition({ table: node, steps: [] }, node.condition) : undefined;
		case "filter":
			return withCondition(take(node.input), node.condition);
		case "join": {
			const left = node.condition === undefined ? take(node.left) : undefined;
			const join = left && hashJoinOf(node);
			if (left === undefined || join === undefined || !join.probes.every(isRunnable)) {
				return undefined;
			}
			return withCondition({ ...left, steps: [...left.steps, { kind: "join", join }] }, join.condition);
		}
		default:
			return undefined;
	}
}

function isPaged(node: TableNode): node is PagedTable {
	return (
		node.source.table !== undefined &&
		!node.withKey &&
		node.lock === undefined &&
		!(node.access.kind === "index" && node.access.unique)
	);
}

function withCondition(pipeline: Pipeline | undefined, condition: BoundExpression | undefined): Pipeline | undefined {
	if (pipeline === undefined || condition === undefined) {
		return pipeline;
	}
	const isFit =
		countNodes(condition) <= mostParts &&
		conjunctsOf(condition).every((conjunct) => isRunnable(conjunct) || isSemiJoin(conjunct));
	return isFit ? { ...pipeline, steps: [...pipeline.steps, { kind: "condition", condition }] } : undefined;
}

/**
 * Longer expressions take as long for a page as a turn, and a loop gives way between pages. The text of 200,000 terms
 * takes V8 a second, and more stack than there is.
 */
const mostParts = 4000;

/**
 * True if a loop may evaluate it: a subquery may have to wait for the store, volatile functions depend on the time of
 * evaluation, and after a value of megabytes the loop over the rows has to give way.
 */
function isRunnable(bound: BoundExpression): boolean {
	return !mayWait(bound) && !someBound(bound, mayMakeLong);
}

function isSemiJoin(bound: BoundExpression): boolean {
	return bound.kind === "subquery" && isMembership(bound) && bound.operands.every(isRunnable);
}

/** Columns of a row of all its tables. */
export function widthOf({ table, steps }: Pipeline): number {
	return steps.reduce(
		(sum, step) => sum + (step.kind === "join" ? step.join.endSlot - step.join.firstSlot : 0),
		table.columns.length,
	);
}

/** Tables that a loop scans where operators would look rows up one by one. */
export function lookedUpBy({ steps }: Pipeline): readonly Table[] {
	return steps.flatMap((step) => {
		const table =
			step.kind === "join" && step.join.replacesLookup && step.join.input.kind === "table"
				? step.join.input.source.table
				: undefined;
		return table === undefined ? [] : [table];
	});
}

/** Characters of the longest VARCHAR in utf8mb4; longer results have no bound but `max_allowed_packet`. */
const longestBounded = 16383;

/** Functions that take microseconds for each hundred bytes. */
const costly = /^(json_|extractvalue$|updatexml$|regexp$)/;

/** Longest text that such a function may get from another call. */
const longestCostly = 512;

/** Whether a loop over rows must give way after each: it makes texts of megabytes, or works long on a text. */
export function mayMakeLong(bound: BoundExpression): boolean {
	return (
		bound.kind === "call" &&
		(isLongText(bound, longestBounded) ||
			(costly.test(bound.definition.name) &&
				bound.operands.some((operand) => operand.kind === "call" && isLongText(operand, longestCostly))))
	);
}

function isLongText({ type }: BoundExpression, most: number): boolean {
	return familyOf(type) === "text" && (type.length < 0 || type.length > most);
}
