/**
 * Constructors of `FunctionDefinition`, which the families use.
 */
import { type Converter, converter, identity, resultConverter } from "../../types/assign/conversion.ts";
import type { Evaluation } from "../../types/evaluation/evaluation.ts";
import type { SqlType } from "../../types/value/type.ts";
import type { Value } from "../../types/value/value.ts";
import { shortLength } from "../../async/work-meter.ts";
import type { Compiled, FunctionDefinition, Operand, Resolution, ResolutionContext } from "./function.ts";

export type Resolve = (operands: readonly Operand[], context: ResolutionContext) => Resolution;

/** Any number of operands that a function may take as arguments, which are on the stack. */
export const many = 65535;

/** The same for functions that compile their operands themselves. */
export const unlimited = Number.POSITIVE_INFINITY;

/** Defines a function of `least` to `most` operands. */
export function define(name: string, least: number, most: number, resolve: Resolve): FunctionDefinition {
	return { name, arity: [least, most], resolve };
}

/** Defines a function under several names. */
export function named(names: readonly string[], least: number, most: number, resolve: Resolve): FunctionDefinition[] {
	return names.map((name) => define(name, least, most, resolve));
}

/** True if the value is known before the first row: a constant, or constant within a run. */
export function isSettled({ constant, steady }: Operand): boolean {
	return constant !== undefined || steady === true;
}

/** Default nullability: the result may be NULL if an operand may. */
export function anyNullable(operands: readonly Operand[]): boolean {
	return operands.some((operand) => operand.nullable);
}

/** Returns the source named in a warning about JSON that is not a number: its column, or the function of the call. */
export function sourceOf({ call, name }: Operand): string {
	return call === "cast" ? "cast_as_json" : (call ?? name ?? "");
}

/**
 * Returns a compiled operand with its conversion, if it needs one. A constant is converted once a statement, so that
 * its warnings appear once.
 */
export function converted(compiled: Compiled, operand: Operand, to: SqlType | undefined): Compiled {
	return convertedBy(
		to === undefined ? identity : converter(operand.type, to, "", sourceOf(operand)),
		compiled,
		operand,
	);
}

/** The same for an operand that becomes the result, or a part of it: text must be well-formed. */
export function convertedResult(compiled: Compiled, operand: Operand, to: SqlType): Compiled {
	return convertedBy(resultConverter(operand.type, to, "", sourceOf(operand)), compiled, operand);
}

/** The same with a given converter. A parameter counts as a constant, since it does not change within a statement. */
export function convertedBy(convert: Converter, compiled: Compiled, operand: Operand): Compiled {
	if (convert === identity) {
		return compiled;
	}
	if (!isSettled(operand)) {
		return (row, evaluation) => convert(compiled(row, evaluation), evaluation);
	}
	let serial = 0;
	let kept: Value = null;
	let long: WeakMap<Evaluation, Value> | undefined;
	return (row, evaluation) => {
		if (evaluation.serial === serial) {
			return kept ?? long?.get(evaluation) ?? null;
		}
		const value = convert(compiled(row, evaluation), evaluation);
		serial = evaluation.serial;
		kept = value;
		if (typeof value === "string" && value.length > shortLength) {
			// It goes with the evaluation: the weight of a plan does not tell of it.
			kept = null;
			long ??= new WeakMap();
			long.set(evaluation, value);
		}
		return value;
	};
}
