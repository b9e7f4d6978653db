/**
 * `Converter`, a function from one value to another, and the shared identity converter.
 *
 * Callers test `chosen === identity` to omit the step.
 */
import type { Evaluation } from "../evaluation/evaluation.ts";
import type { Value } from "../value/value.ts";

/** Chosen once an expression or column, called once a value. NULL stays NULL. */
export type Converter = (value: Value, evaluation: Evaluation) => Value;

export const identity: Converter = (value) => value;
