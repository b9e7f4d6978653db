/**
 * Contract between expressions and the built-in functions and operators.
 *
 * A definition resolves a call once a plan, from its operands' types: the result's type, the type each operand is
 * converted to, and how to compute it. The resolution is evaluated once a row.
 */
import type { Evaluation } from "../../types/evaluation/evaluation.ts";
import type { SqlType } from "../../types/value/type.ts";
import type { Integer, Row, Value } from "../../types/value/value.ts";
import type { TimeNames } from "../locale/time-names.ts";

/** An expression made ready to run. */
export type Compiled = (row: Row, evaluation: Evaluation) => Value;

/** How strongly an operand's collation binds, as MySQL's COERCIBILITY() counts. */
export type Coercibility = 0 | 1 | 2 | 3 | 4 | 5 | 6;

export interface Operand {
	readonly type: SqlType;
	readonly nullable: boolean;
	readonly coercibility: Coercibility;
	/** Of a column. */
	readonly name?: string;
	/** The value where it is known while planning: literals, and constants folded by the planner (constant folding). */
	readonly constant?: Value;
	/** The same value for all rows of one run: a parameter, and calls of nothing else. */
	readonly steady?: boolean;
	/** The function that it is a call of. */
	readonly call?: string;
	/** Text that is known to be ASCII, though not which. */
	readonly ascii?: boolean;
	/** Digits behind the point that the operand shows, where it was taken in its finer form and has more. */
	readonly shownScale?: number;
	/** A keyword in the operand's place (`day`, `leading`, a charset's name): such an operand has type `null`. */
	readonly word?: string;
}

/** Session settings that a call may use while it is planned. */
export interface ResolutionContext {
	readonly connectionCharset: string;
	readonly connectionCollation: string;
	/** Charset in which statements arrived; absent: UTF-8. */
	readonly clientCharset?: string;
	/** Digits that `/` adds behind the point: `div_precision_increment`. */
	readonly divisionPrecisionIncrement: number;
	readonly noUnsignedSubtraction: boolean;
	readonly groupConcatMaximumLength: number;
	/** `lc_time_names`. */
	readonly timeNames: TimeNames;
	/** The mode of WEEK() with one operand. */
	readonly defaultWeekFormat: number;
}

/**
 * Called with converted operands; those beyond the fourth are in `more`. In the place of operands that a call does
 * not have stands NULL or nothing.
 */
export type Evaluate = (evaluation: Evaluation, a: Value, b: Value, c: Value, d: Value, ...more: Value[]) => Value;

export interface Resolution {
	readonly type: SqlType;
	readonly nullable: boolean;
	/** Of the result; undefined: 4 (coercible) for text a function makes, 5 for numbers. */
	readonly coercibility?: Coercibility;
	/** Its text is ASCII, whatever charset it is in. */
	readonly ascii?: boolean;
	/**
	 * Types that operands are converted to before the call (by `converter` of types); undefined or absent: not
	 * converted. Not used with `compile`.
	 */
	readonly operands?: readonly (SqlType | undefined)[];
	/** Where any operand is NULL the result is, and `evaluate` is not called. Default true. */
	readonly nullPropagates?: boolean;
	/** Either this, */
	readonly evaluate?: Evaluate;
	/** or this, which is made for each place that the call is compiled for, */
	readonly evaluator?: () => Evaluate;
	/**
	 * or this, for functions that do not evaluate every operand, or evaluate them in their own way. Operands come
	 * unconverted.
	 */
	readonly compile?: (operands: readonly Compiled[]) => Compiled;
	/**
	 * The same with more digits than it shows, as long as it is an operand of what `takesFiner`: 10 / 3 * 3 is 10.0000.
	 */
	readonly finer?: Resolution;
	/**
	 * Of text and of bits, where a number of this type is asked for and is another than what the text begins with: what
	 * chooses among operands asks them for numbers. `compiled`: as for `compile`; `numbers`: an operand as such a
	 * number; `whole`: the text.
	 */
	readonly number?: (
		type: SqlType,
		compiled: readonly Compiled[],
		numbers: (at: number) => Compiled,
		whole: () => Compiled,
	) => Compiled;
	/** Must run for every row, without constant folding: RAND(), UUID(), SLEEP(), NEXTVAL. */
	readonly volatile?: boolean;
	/** The same during one statement, but not over plans: NOW(), DATABASE(), @@variables. */
	readonly statementConstant?: boolean;
}

export interface FunctionDefinition {
	/** Lower case; operators go by their sign: `+`, `<=>`, `like`. */
	readonly name: string;
	/** Least and most operands. */
	readonly arity: readonly [least: number, most: number];
	/** Operands that have a finer form are to be given in it. */
	readonly takesFiner?: boolean;
	/** It hands on one of its operands: where those have a finer form, so has it. */
	readonly handsOn?: boolean;
	/** Throws SqlError for operands it can't take. */
	resolve(operands: readonly Operand[], context: ResolutionContext): Resolution;
}

export interface Accumulator {
	/** One row's operands, converted. NULL handling is the aggregate's own. */
	add(evaluation: Evaluation, values: readonly Value[]): void;
	result(evaluation: Evaluation): Value;
}

/**
 * How an accumulator computes its result, for operators that count and sum by themselves. All of them ignore NULL.
 */
export type Totals =
	| { readonly kind: "count" }
	| { readonly kind: "exact"; readonly finish: (sum: Integer, count: number) => Value }
	/** Added in the order of the rows. */
	| { readonly kind: "float"; readonly finish: (sum: number, count: number) => Value }
	/** By `<` and `>`. */
	| { readonly kind: "extreme"; readonly greatest: boolean };

export interface AggregateResolution {
	readonly type: SqlType;
	readonly nullable: boolean;
	/** Of the result, as for functions: text of MIN, MAX and GROUP_CONCAT binds as its operands do. */
	readonly coercibility?: Coercibility;
	readonly operands?: readonly (SqlType | undefined)[];
	/** A new group's accumulator. Duplicates are removed before it (DISTINCT), and rows sorted (GROUP_CONCAT). */
	create(): Accumulator;
	/** The accumulator's work, where it is that simple. */
	readonly totals?: Totals;
	/** As for functions: AVG(a) * 3 is computed with more digits than AVG(a) shows. */
	readonly finer?: AggregateResolution;
}

export interface AggregateDefinition {
	readonly name: string;
	/** As for functions. */
	readonly takesFiner?: boolean;
	resolve(operands: readonly Operand[], context: ResolutionContext, separator: string | undefined): AggregateResolution;
}
