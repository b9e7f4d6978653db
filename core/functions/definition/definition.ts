/**
 * Constructors of `FunctionDefinition`, with which the families write their functions.
 */
import { type Converter, converter, identity } from "../../types/assign/conversion.ts";
import type { Evaluation } from "../../types/evaluation/evaluation.ts";
import type { SqlType } from "../../types/value/type.ts";
import type { Value } from "../../types/value/value.ts";
import type { Compiled, FunctionDefinition, Operand, Resolution, ResolutionContext } from "./function.ts";

export type Resolve = (operands: readonly Operand[], context: ResolutionContext) => Resolution;

/** As many operands as one likes. */
export const many = 65535;

/** A function of `least` to `most` operands. */
export function define(name: string, least: number, most: number, resolve: Resolve): FunctionDefinition {
	return { name, arity: [least, most], resolve };
}

/** The same function under further names. */
export function named(names: readonly string[], least: number, most: number, resolve: Resolve): FunctionDefinition[] {
	return names.map((name) => define(name, least, most, resolve));
}

/** The value is known before rows are, if not while the statement is planned. */
export function isSettled({ constant, steady }: Operand): boolean {
	return constant !== undefined || steady === true;
}

/** The rule for most functions: the result may be NULL where an operand may. */
export function anyNullable(operands: readonly Operand[]): boolean {
	return operands.some((operand) => operand.nullable);
}

/** Returns the source named in a warning about JSON that is no number: its column, or the function that made it. */
export function sourceOf({ call, name }: Operand): string {
	return call === "cast" ? "cast_as_json" : (call ?? name ?? "");
}

/**
 * A compiled operand with its conversion put behind it, where there is something to convert. A constant is converted
 * once a statement, so that its warnings come once too.
 */
export function converted(compiled: Compiled, operand: Operand, to: SqlType | undefined): Compiled {
	return convertedBy(
		to === undefined ? identity : converter(operand.type, to, "", sourceOf(operand)),
		compiled,
		operand,
	);
}

/** The same with a conversion of one's own. A parameter is as good as a constant: it lasts a statement. */
export function convertedBy(convert: Converter, compiled: Compiled, operand: Operand): Compiled {
	if (convert === identity) {
		return compiled;
	}
	if (!isSettled(operand)) {
		return (row, evaluation) => convert(compiled(row, evaluation), evaluation);
	}
	let statement: Evaluation | undefined;
	let kept: Value = null;
	return (row, evaluation) => {
		if (evaluation !== statement) {
			kept = convert(compiled(row, evaluation), evaluation);
			statement = evaluation;
		}
		return kept;
	};
}
