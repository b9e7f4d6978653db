/**
 * Expressions after binding: names are slots, types are settled, functions are resolved.
 *
 * In: made by `bind.ts` and its neighbours. Out: plain data, a tree: what `compile.ts` makes closures of, what access
 * paths are chosen from, and what other ways of running (generated loops) can be made of. It refuses to know syntax.
 */
import type {
	Coercibility,
	FunctionDefinition,
	Operand,
	Resolution,
	AggregateResolution,
} from "../../functions/function.ts";
import { isTextual } from "../../functions/result.ts";
import { sqlType, type SqlType } from "../../types/type.ts";
import type { Value } from "../../types/value.ts";
import type { SubqueryPlan } from "./subquery-plan.ts";
import type { ScopeColumn } from "./scope-table.ts";

interface Typed {
	readonly type: SqlType;
	readonly nullable: boolean;
	readonly coercibility: Coercibility;
}

/** A value of the row at hand: a table's column, or what an operator below put into its slot. */
export interface BoundColumn extends Typed {
	readonly kind: "column";
	readonly slot: number;
	/** undefined: computed by an operator: a group's key, an aggregate. */
	readonly origin: ScopeColumn | undefined;
	/** What the operator computes, where it is an aggregate. */
	readonly aggregate?: GroupAggregate;
	/** Has the operator compute the aggregate's finer form, too, as long as clauses are bound. */
	readonly finerForm?: () => BoundColumn;
	/** Of one that was taken in its finer form: the type it shows. */
	readonly shown?: SqlType;
}

/** A value of the enclosing query's row: the captured value of this number. */
export interface BoundOuter extends Typed {
	readonly kind: "outer";
	readonly index: number;
	readonly origin: ScopeColumn | undefined;
}

export interface BoundConstant extends Typed {
	readonly kind: "constant";
	readonly value: Value;
	/** The same constant with more digits than it shows. */
	readonly finer?: BoundConstant;
	/** Of one that was taken in its finer form: the type it shows. */
	readonly shown?: SqlType;
	/** Of a hex or bit literal: the number that its bytes make. */
	readonly number?: BoundConstant;
	/** The call of constants that it is the value of. */
	readonly folded?: BoundCall;
}

/** `?`: the same in all rows, known when the statement runs. */
export interface BoundParameter extends Typed {
	readonly kind: "parameter";
	readonly index: number;
	/** Its text is known to be ASCII. */
	readonly ascii: boolean;
}

/** A keyword among the operands of a call. */
interface BoundWord extends Typed {
	readonly kind: "word";
	readonly word: string;
}

export interface BoundCall extends Typed {
	readonly kind: "call";
	readonly definition: FunctionDefinition;
	readonly operands: readonly BoundExpression[];
	readonly resolution: Resolution;
	/** A constant to MySQL: of literals and parameters alone. */
	readonly steady?: boolean;
	/** Of one that was taken in its finer form: the type it shows. */
	readonly shown?: SqlType;
	/** Its finer form, where that is another call. */
	readonly fineForm?: BoundCall;
}

/**
 * A subquery where a value stands.
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
	/** What is compared with the subquery's columns; empty for `value` and `exists`. */
	readonly operands: readonly BoundExpression[];
	/** The type in which each operand meets its column. */
	readonly meetingTypes: readonly SqlType[];
	/** Of `any`, `all` and `row`. */
	readonly operator: RowOperator;
	/**
	 * Of `any` and `all`: the type by which the least and greatest row is found, where it is not the one in which it
	 * meets the operand.
	 */
	readonly extremeType?: SqlType;
	/** Of `value`: which column of the one row. */
	readonly at: number;
	readonly plan: SubqueryPlan;
	/** Over the enclosing query's row: what the subquery sees of it. */
	readonly captures: readonly BoundExpression[];
}

export type RowOperator = "=" | "<=>" | "<>" | "<" | "<=" | ">" | ">=";

/** `(a, b)`: only while binding; comparisons take rows apart. */
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

/** Columns bind weakly among collations, as MySQL counts. */
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

/** Where a number is asked for, a hex or bit literal is one. */
export function bitsAsNumber(bound: BoundExpression): BoundExpression {
	return bound.kind === "constant" ? (bound.number ?? bound) : bound;
}

/** What chooses among operands and asks them for numbers where it is asked for one, if an expression is that. */
export function branchingCall(bound: BoundExpression): BoundCall | undefined {
	const asked = bitsAsNumber(bound);
	const call = asked.kind === "constant" ? asked.folded : asked;
	return call?.kind === "call" && call.resolution.number !== undefined ? call : undefined;
}

/** What a user variable keeps: all digits of a quotient. */
export function storedInVariable(bound: BoundExpression): BoundExpression {
	return bound.type.name === "decimal" ? fullPrecision(bound) : bound;
}

/** With all the digits it can be had with: what operators that `takesFiner` compute with. */
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

/** What a function may know of an operand. */
export function operandOf(bound: BoundExpression): Operand {
	const { type, nullable, coercibility } = bound;
	switch (bound.kind) {
		case "constant":
			return {
				type,
				nullable,
				coercibility,
				constant: bound.value,
				...shownScaleOf(bound),
				...(bound.folded === undefined ? {} : { call: bound.folded.definition.name }),
			};
		case "parameter":
			return { type, nullable, coercibility, steady: true, ascii: bound.ascii };
		case "word":
			return { type, nullable, coercibility, word: bound.word };
		case "call":
			return {
				type,
				nullable,
				coercibility,
				call: bound.definition.name,
				...(bound.steady === true ? { steady: true } : {}),
				...(bound.resolution.ascii === true ? { ascii: true } : {}),
				...shownScaleOf(bound),
			};
		case "column":
			return {
				type,
				nullable,
				coercibility,
				...(bound.origin === undefined ? {} : { name: bound.origin.name }),
				...shownScaleOf(bound),
			};
		case "outer":
			return { type, nullable, coercibility, ...(bound.origin === undefined ? {} : { name: bound.origin.name }) };
		default:
			return { type, nullable, coercibility };
	}
}

function shownScaleOf({ shown }: BoundCall | BoundConstant | BoundColumn): Pick<Operand, "shownScale"> {
	return shown === undefined ? {} : { shownScale: shown.scale };
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
