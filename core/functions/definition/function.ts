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

/** A compiled expression. */
export type Compiled = (row: Row, evaluation: Evaluation) => Value;

/** Coercibility as MySQL's COERCIBILITY() counts it: a lower number is stronger. */
export type Coercibility = 0 | 1 | 2 | 3 | 4 | 5 | 6;

export interface Operand {
	readonly type: SqlType;
	readonly nullable: boolean;
	readonly coercibility: Coercibility;
	/** A column's name. */
	readonly name?: string;
	/** The value where it is known at planning time: literals, and results of constant folding. */
	readonly constant?: Value;
	/** Constant within one run: a parameter, or a call of such operands only. */
	readonly steady?: boolean;
	/** The function whose call it is. */
	readonly call?: string;
	/** Its text is known to be ASCII. */
	readonly ascii?: boolean;
	/** The scale that the operand shows, where it is given in its finer form with more digits. */
	readonly shownScale?: number;
	/** A keyword in place of an operand (`day`, `leading`, a charset's name): such an operand has type `null`. */
	readonly word?: string;
}

/** Session settings that resolution may depend on. */
export interface ResolutionContext {
	readonly connectionCharset: string;
	readonly connectionCollation: string;
	/** The charset of the statement's text; absent: UTF-8. */
	readonly clientCharset?: string;
	/** Text is compared byte by byte, whatever collation it has or names. */
	readonly comparesBytes?: boolean;
	/** Digits that `/` adds after the point: `div_precision_increment`. */
	readonly divisionPrecisionIncrement: number;
	readonly noUnsignedSubtraction: boolean;
	readonly groupConcatMaximumLength: number;
	/** `lc_time_names`. */
	readonly timeNames: TimeNames;
	/** The default mode of WEEK(). */
	readonly defaultWeekFormat: number;
}

/** Called with converted operands; those beyond the fourth are in `more`. Absent operands are NULL or undefined. */
export type Evaluate = (evaluation: Evaluation, a: Value, b: Value, c: Value, d: Value, ...more: Value[]) => Value;

export interface Resolution {
	readonly type: SqlType;
	readonly nullable: boolean;
	/** Of the result; undefined: 4 (coercible) for text of a function, 5 for numbers. */
	readonly coercibility?: Coercibility;
	/** Its text is ASCII, in any charset. */
	readonly ascii?: boolean;
	/**
	 * Types that operands are converted to before the call (by `converter` of types); undefined or absent: not
	 * converted. Not used with `compile`.
	 */
	readonly operands?: readonly (SqlType | undefined)[];
	/** The result is NULL where any operand is, without a call of `evaluate`. Default true. */
	readonly nullPropagates?: boolean;
	/** One of four: evaluates converted operands; */
	readonly evaluate?: Evaluate;
	/** makes such a function for each place where the call is compiled, for functions with state; */
	readonly evaluator?: () => Evaluate;
	/** or asks for converted operands by their places, each when it is needed: no other is evaluated; */
	readonly ask?: (evaluation: Evaluation, operand: (at: number) => Value) => Value;
	/**
	 * or compiles the call, for functions that do not evaluate every operand, or in an order of their own. Operands
	 * come unconverted.
	 */
	readonly compile?: (operands: readonly Compiled[]) => Compiled;
	/**
	 * The same call with more digits than it shows, used as an operand of a function with `takesFiner`: 10 / 3 * 3 is
	 * 10.0000.
	 */
	readonly finer?: Resolution;
	/**
	 * Of text and BIT results whose value as a number differs from the number at the start of their text: compiles the
	 * call to a number of this type. A function that selects an operand selects its number. `compiled`: as for
	 * `compile`; `numbers`: an operand as such a number; `whole`: the text.
	 */
	readonly number?: (
		type: SqlType,
		compiled: readonly Compiled[],
		numbers: (at: number) => Compiled,
		whole: () => Compiled,
	) => Compiled;
	/** Evaluated for every row, without constant folding: RAND(), UUID(), SLEEP(), NEXTVAL. */
	readonly volatile?: boolean;
	/** Constant within one statement, but not for a cached plan: NOW(), DATABASE(), @@variables. */
	readonly statementConstant?: boolean;
	/** Its value may have to be waited for, although it is the same for all rows. */
	readonly waits?: boolean;
}

export interface FunctionDefinition {
	/** In lower case; operators have their sign as name: `+`, `<=>`, `like`. */
	readonly name: string;
	/** Minimum and maximum of operands. */
	readonly arity: readonly [least: number, most: number];
	/** Operands are passed in their finer form, where they have one. */
	readonly takesFiner?: boolean;
	/** Returns one of its operands: it has a finer form where they have one. */
	readonly handsOn?: boolean;
	/** Of an old name: the name to be used instead, which warning 1287 says. */
	readonly replacedBy?: string;
	/** Throws SqlError for operands that are not allowed. */
	resolve(operands: readonly Operand[], context: ResolutionContext): Resolution;
}

export interface Accumulator {
	/** Adds one row's converted operands. NULL is handled by the aggregate. */
	add(evaluation: Evaluation, values: readonly Value[]): void;
	result(evaluation: Evaluation): Value;
}

/**
 * The computation of a simple aggregate, for operators that count and sum without an accumulator. NULL is ignored.
 */
export type Totals =
	| { readonly kind: "count" }
	| { readonly kind: "exact"; readonly finish: (sum: Integer, count: number) => Value }
	/** Added in row order, since double addition is not associative. */
	| { readonly kind: "float"; readonly finish: (sum: number, count: number) => Value }
	/** Compared by `<` and `>`. */
	| { readonly kind: "extreme"; readonly greatest: boolean };

export interface AggregateResolution {
	readonly type: SqlType;
	readonly nullable: boolean;
	/** Of the result, as for functions: text of MIN, MAX and GROUP_CONCAT has the coercibility of its operands. */
	readonly coercibility?: Coercibility;
	readonly operands?: readonly (SqlType | undefined)[];
	/**
	 * Creates a group's accumulator. The operator removes duplicates (DISTINCT) and sorts rows (GROUP_CONCAT) before.
	 */
	create(): Accumulator;
	/** The accumulator's computation, where it is a simple one. */
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
