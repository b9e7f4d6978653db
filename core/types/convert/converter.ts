/**
 * What a conversion is once it has been chosen: a function from one value to another.
 *
 * In: nothing. Out: the type `Converter` and the one converter that does nothing, which is shared so that callers can
 * ask `chosen === identity` and leave the step out. It refuses to know SQL types.
 */
import type { Evaluation } from "../evaluation/evaluation.ts";
import type { Value } from "../value/value.ts";

/** Chosen once an expression or column, called once a value. NULL stays NULL. */
export type Converter = (value: Value, evaluation: Evaluation) => Value;

export const identity: Converter = (value) => value;
