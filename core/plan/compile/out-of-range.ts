/**
 * Error 1690 in MySQL's words: the expression whose value leaves its range, as the server prints it.
 *
 * In: a bound call and the function that computes it. Out: a function that computes the same, and whose error names
 * the expression: columns by database, table and name, constants as they were written. It refuses to know which
 * values were too great.
 *
 *     BIGINT UNSIGNED value is out of range in '(`shop`.`items`.`stock` - 1)'
 */
import type { Evaluate } from "../../functions/function.ts";
import { OutOfRange, outOfRange, overflowing } from "../../functions/numeric/out-of-range.ts";
import type { Evaluation } from "../../types/evaluation.ts";
import { encodeText } from "../../types/value.ts";
import type { BoundCall } from "../tree/bound-expression.ts";
import { printBound } from "../tree/expression-text.ts";

/** A message ends here. */
const longest = 480;

export function namingExpression(evaluate: Evaluate, call: BoundCall): Evaluate {
	if (!overflowing.has(call.definition.name)) {
		return evaluate;
	}
	return (evaluation, a, b, c, d) => {
		try {
			return evaluate(evaluation, a, b, c, d);
		} catch (failure) {
			throw failure instanceof OutOfRange ? named(failure, call, evaluation) : failure;
		}
	};
}

function named({ typeName }: OutOfRange, call: BoundCall, { parameters }: Evaluation): Error {
	const text = printBound(call, { column: fullName, subquery: () => "select #2", parameters, asWritten: true });
	return outOfRange(typeName, encodeText(text).slice(0, longest));
}

function fullName({
	name,
	source: { database, alias },
}: {
	readonly name: string;
	readonly source: { readonly database: string; readonly alias: string };
}): string {
	return [database, alias, name]
		.filter((part) => part !== "")
		.map((part) => `\`${part.replaceAll("`", "``")}\``)
		.join(".");
}
