/**
 * Bound expressions: names resolved to slots, types settled, functions resolved to definitions.
 *
 * Plain data: `compile.ts` turns it into closures, access paths are chosen from it, code generation reads it.
 */
import type {
	Coercibility,
	FunctionDefinition,
	Operand,
	Resolution,
	AggregateResolution,
} from "../../functions/definition/function.ts";
import { isTextual } from "../../functions/definition/result.ts";
import { sqlType, type SqlType } from "../../types/value/type.ts";
import type { Value } from "../../types/value/value.ts";
import type { SubqueryPlan } from "./subquery-plan.ts";
import type { ScopeColumn } from "./scope-table.ts";

interface Typed {
	readonly type: SqlType;
	readonly nullable: boolean;
	readonly coercibility: Coercibility;
}

/** A value of the current row: a table's column, or a slot that an operator below fills. */
export interface BoundColumn extends Typed {
	readonly kind: "column";
	readonly slot: number;
	/** undefined: computed by an operator (group key, aggregate). */
	readonly origin: ScopeColumn | undefined;
	/** The aggregate that fills the slot, if one does. */
	readonly aggregate?: GroupAggregate;
	/** Adds the aggregate's full-precision form to the operator; possible while clauses are being bound. */
	readonly finerForm?: () => BoundColumn;
	/** Set on the full-precision form: the type that is shown. */
	readonly shown?: SqlType;
}

/** A correlated value: captured from the enclosing query's row, under this number. */
export interface BoundOuter extends Typed {
	readonly kind: "outer";
	readonly index: number;
	readonly origin: ScopeColumn | undefined;
}

export interface BoundConstant extends Typed {
	readonly kind: "constant";
	readonly value: Value;
	/** The same constant with more digits than are shown. */
	readonly finer?: BoundConstant;
	/** Set on the full-precision form: the type that is shown. */
	readonly shown?: SqlType;
	/** Hex and bit literals: the number their bytes make. */
	readonly number?: BoundConstant;
	/** Constant folding: the call of constants that was replaced by its value. */
	readonly folded?: BoundCall;
}

/** `?`: the same in all rows, known at execution. */
export interface BoundParameter extends Typed {
	readonly kind: "parameter";
	readonly index: number;
	/** Its text is known to be ASCII. */
	readonly ascii: boolean;
}

/** A keyword among the operands of a call: a unit, a charset. */
interface BoundWord extends Typed {
	readonly kind: "word";
	readonly word: string;
}

export interface BoundCall extends Typed {
	readonly kind: "call";
	readonly definition: FunctionDefinition;
	readonly operands: readonly BoundExpression[];
	readonly resolution: Resolution;
	/** A constant in MySQL's sense: literals and parameters only. */
	readonly steady?: boolean;
	/** Set on the full-precision form: the type that is shown. */
	readonly shown?: SqlType;
	/** The full-precision form, where that is another call. */
	readonly fineForm?: BoundCall;
}

/**
 * A subquery used as a value.
 *
 * | form    | SQL                                 | value                                              |
 * |---------|-------------------------------------|----------------------------------------------------|
 * | value   | (select a ...)                      | the one row's value; NULL for none                 |
 * | exists  | exists (select ...)                 | 1 or 0                                             |
 * | in      | a in (select ...), a = any (...)    | 1, 0 or NULL; also rows: (a, b) in (select c, d)   |
 * | row     | (a, b) = (select c, d ...), <=>, <  | the same, but more than one row is an error        |
 * | any all | a < any (select ...)                | 1, 0 or NULL                                       |
 */
export interface BoundSubquery extends Typed {
	readonly kind: "subquery";
	readonly form: "value" | "exists" | "in" | "row" | "any" | "all";
	/** Compared with the subquery's columns; empty for `value` and `exists`. */
	readonly operands: readonly BoundExpression[];
	/** Comparison type of each operand and its column. */
	readonly meetingTypes: readonly SqlType[];
	/** `any`, `all` and `row` only. */
	readonly operator: RowOperator;
	/**
	 * `any` and `all`: the type by which the minimum and maximum are found, where it differs from the comparison type.
	 */
	readonly extremeType?: SqlType;
	/** `value` only: the column taken from the one row. */
	readonly at: number;
	readonly plan: SubqueryPlan;
	/** Expressions over the enclosing query's row whose values the subquery reads (correlation). */
	readonly captures: readonly BoundExpression[];
}

export type RowOperator = "=" | "<=>" | "<>" | "<" | "<=" | ">" | ">=";

/** `(a, b)`: exists while binding only; comparisons split rows into values. */
interface BoundRow extends Typed {
	readonly kind: "row";
	readonly items: readonly BoundExpression[];
}

export type BoundExpression =
	| BoundColumn
	| BoundOuter
	| BoundConstant
	| BoundParameter
	| BoundWord
	| BoundCall
	| BoundSubquery
	| BoundRow;

const nullType = sqlType("null");

/** Coercibility as in MySQL: 2 for a text column, 5 for others. */
export function boundColumn(slot: number, type: SqlType, nullable: boolean, origin?: ScopeColumn): BoundColumn {
	return { kind: "column", slot, type, nullable, coercibility: isTextual(type) ? 2 : 5, origin };
}

export function boundConstant(value: Value, type: SqlType, coercibility?: Coercibility): BoundConstant {
	const strength = coercibility ?? (type.name === "null" ? 6 : isTextual(type) ? 4 : 5);
	return { kind: "constant", value, type, nullable: value === null, coercibility: strength };
}

export function boundWord(word: string): BoundWord {
	return { kind: "word", word, type: nullType, nullable: false, coercibility: 6 };
}

/** In numeric context a hex or bit literal is a number. */
export function bitsAsNumber(bound: BoundExpression): BoundExpression {
	return bound.kind === "constant" ? (bound.number ?? bound) : bound;
}

/**
 * The call that selects one of its operands (IF, CASE, GREATEST ...) and evaluates them as numbers in numeric
 * context.
 */
export function branchingCall(bound: BoundExpression): BoundCall | undefined {
	const asked = bitsAsNumber(bound);
	const call = asked.kind === "constant" ? asked.folded : asked;
	return call?.kind === "call" && call.resolution.number !== undefined ? call : undefined;
}

/** A user variable stores all digits of a quotient. */
export function storedInVariable(bound: BoundExpression): BoundExpression {
	return bound.type.name === "decimal" ? fullPrecision(bound) : bound;
}

/** The full-precision form: all digits a value can have, for functions that `takesFiner`. */
export function fullPrecision(bound: BoundExpression): BoundExpression {
	if (bound.kind === "constant") {
		return bound.finer ?? bound;
	}
	if (bound.kind === "column") {
		return bound.finerForm?.() ?? bound;
	}
	if (bound.kind !== "call") {
		return bound;
	}
	if (bound.fineForm !== undefined) {
		return { ...bound.fineForm, shown: bound.type };
	}
	const { finer } = bound.resolution;
	return finer === undefined ? bound : { ...bound, resolution: finer, type: finer.type, shown: bound.type };
}

/**
 * The properties of an operand that a function resolves its types by. All have one shape: two are made for each operand
 * of each call, and objects made by spreading were a fifth of what planning a long condition allocated.
 */
export function operandOf(bound: BoundExpression): Operand {
	const { kind, type, nullable, coercibility } = bound;
	return {
		type,
		nullable,
		coercibility,
		name: kind === "column" || kind === "outer" ? bound.origin?.name : undefined,
		constant: kind === "constant" ? bound.value : undefined,
		steady: kind === "parameter" || (kind === "call" && bound.steady === true) ? true : undefined,
		call: kind === "call" ? bound.definition.name : kind === "constant" ? bound.folded?.definition.name : undefined,
		ascii: kind === "parameter" ? bound.ascii : kind === "call" ? bound.resolution.ascii : undefined,
		shownScale: kind === "call" || kind === "constant" || kind === "column" ? bound.shown?.scale : undefined,
		word: kind === "word" ? bound.word : undefined,
	};
}

export interface GroupAggregate {
	readonly name: string;
	readonly resolution: AggregateResolution;
	readonly operands: readonly BoundExpression[];
	readonly distinct: boolean;
	readonly order: readonly SortKey[];
	readonly separator: string | undefined;
	readonly slot: number;
}

export interface SortKey {
	readonly expression: BoundExpression;
	readonly descending: boolean;
}
