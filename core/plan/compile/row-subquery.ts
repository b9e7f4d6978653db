/**
 * Compares a row with a row subquery: `(a, b) <=> (select c, d ...)` and `<`, `<=`, `>`, `>=`.
 *
 * Columns are compared left to right until two differ. A NULL before that makes the result NULL, except for `<=>`; so
 * does an empty subquery.
 */
import type { Compiled } from "../../functions/definition/function.ts";
import { comparator } from "../../types/compare/comparison.ts";
import { converter } from "../../types/assign/conversion.ts";
import type { Evaluation } from "../../types/evaluation/evaluation.ts";
import type { Row, Value } from "../../types/value/value.ts";
import type { BoundSubquery } from "../tree/bound-expression.ts";

export function compareWithRow(
	{ operator, plan, meetingTypes }: BoundSubquery,
	operands: readonly Compiled[],
	read: (row: Row, evaluation: Evaluation) => Row | null,
): Compiled {
	const compare = meetingTypes.map(comparator);
	const convert = plan.columns.map(({ type }, at) => converter(type, meetingTypes[at]!));
	const isUpward = operator.startsWith("<");
	return (row, evaluation) => {
		const found = read(row, evaluation);
		if (found === null && operator !== "<=>") {
			return null;
		}
		for (const [at, operand] of operands.entries()) {
			const mine = operand(row, evaluation);
			const given = found === null ? null : found[at]!;
			const theirs: Value = given === null ? null : convert[at]!(given, evaluation);
			if (operator !== "<=>" && (mine === null || theirs === null)) {
				return null;
			}
			const order = mine === null || theirs === null ? (mine === theirs ? 0 : 1) : compare[at]!(mine, theirs);
			if (order !== 0) {
				return operator !== "<=>" && order < 0 === isUpward ? 1 : 0;
			}
		}
		return operator.endsWith("=") || operator === "<=>" ? 1 : 0;
	};
}
