/**
 * Error 1690 (value out of range): names the expression, as MySQL prints it.
 *
 * Columns are printed with database, table and name, constants as written.
 *
 *     BIGINT UNSIGNED value is out of range in '(`shop`.`items`.`stock` - 1)'
 */
import type { Evaluate } from "../../functions/definition/function.ts";
import { OutOfRange, outOfRange, overflowing } from "../../functions/numeric/out-of-range.ts";
import type { Evaluation } from "../../types/evaluation/evaluation.ts";
import { encodeText } from "../../types/value/value.ts";
import type { BoundCall } from "../tree/bound-expression.ts";
import { printBound } from "../tree/expression-text.ts";

/** MySQL cuts the message here. */
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
