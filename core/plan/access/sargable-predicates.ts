/**
 * Sargable predicates: for each column the equal values, bounds and LIKE patterns that an index can use.
 *
 * Only where the index orders values as the comparison does, and the value is known when the table is opened.
 */
import { meetingTypes, pairType, rangeTypes } from "../../functions/comparison/comparison.ts";
import type { Operand } from "../../functions/definition/function.ts";
import { isQuotedTime, quotedMeeting } from "../../functions/date/quoted-time.ts";
import { isText } from "../../functions/definition/result.ts";
import { familyOf, sqlType, type SqlType } from "../../types/value/type.ts";
import {
	boundConstant,
	operandOf,
	type BoundCall,
	type BoundColumn,
	type BoundExpression,
} from "../tree/bound-expression.ts";
import { conjunctsOf, disjunctsOf } from "../tree/bound-tree.ts";
import { longestList } from "../bind/long-list.ts";
import { columnOfExpression } from "./generated-column.ts";
import type { Planning } from "../tree/planning.ts";
import type { ScopeTable } from "../tree/scope-table.ts";
import type { SpanEnd, SpanValue } from "../tree/query-plan.ts";

export interface SargablePredicate {
	/** One of these values. */
	equal?: readonly (SpanValue & { readonly nullSafe: boolean })[];
	low?: SpanEnd;
	high?: SpanEnd;
	like?: BoundExpression;
}

/** By column offset. */
export type SargablePredicates = Map<number, SargablePredicate>;

export interface TableFacts {
	readonly all: SargablePredicates;
	/** For each OR over more than one column: the predicates of each side. */
	readonly either: readonly (readonly SargablePredicates[])[];
}

/** Parts of a chain that decide how rows are read: the choice hardly changes with those beyond, maybe 100,000. */
export const weighedParts = 1000;

type IsKnown = (bound: BoundExpression) => boolean;

export function columnFacts(
	source: ScopeTable,
	conjuncts: readonly BoundExpression[],
	isKnown: IsKnown,
	planning: Planning,
): SargablePredicates {
	const facts: SargablePredicates = new Map();
	const reader = new FactReader(source, isKnown, planning, facts);
	for (let at = 0; at < Math.min(conjuncts.length, weighedParts); at++) {
		const conjunct = conjuncts[at]!;
		if (conjunct.kind === "call") {
			reader.read(conjunct);
		}
	}
	return facts;
}

export function tableFacts(
	source: ScopeTable,
	conjuncts: readonly BoundExpression[],
	isKnown: IsKnown,
	planning: Planning,
): TableFacts {
	const either = conjuncts.slice(0, weighedParts).flatMap((conjunct) => {
		const sides = disjunctsOf(conjunct);
		return sides.length === 1 || sides.length > longestList
			? []
			: [sides.map((side) => columnFacts(source, conjunctsOf(side), isKnown, planning))];
	});
	return { all: columnFacts(source, conjuncts, isKnown, planning), either };
}

const mirrored: Record<string, string> = { "=": "=", "<=>": "<=>", "<": ">", "<=": ">=", ">": "<", ">=": "<=" };

class FactReader {
	readonly #source: ScopeTable;
	readonly #isKnown: IsKnown;
	readonly #planning: Planning;
	readonly #facts: SargablePredicates;

	constructor(source: ScopeTable, isKnown: IsKnown, planning: Planning, facts: SargablePredicates) {
		this.#source = source;
		this.#isKnown = isKnown;
		this.#planning = planning;
		this.#facts = facts;
	}

	read(call: BoundCall): void {
		const [first, second] = call.operands;
		const { name } = call.definition;
		switch (name) {
			case "=":
			case "<=>":
			case "<":
			case "<=":
			case ">":
			case ">=":
				this.#compared(name, first!, second!);
				this.#compared(mirrored[name]!, second!, first!);
				return;
			case "is null":
			case "isnull":
				this.#isNull(first!);
				return;
			case "in":
				this.#among(call.operands);
				return;
			case "between":
				this.#between(call.operands);
				return;
			case "like":
				this.#like(call.operands);
				return;
			case "or":
				this.#either(call);
		}
	}

	/** The column's predicate, created if missing; undefined if the expression is no column of the table. */
	#factOf(bound: BoundExpression): SargablePredicate | undefined {
		const column = this.#columnOf(bound);
		if (column === undefined) {
			return undefined;
		}
		const offset = column.slot - this.#source.firstSlot;
		let fact = this.#facts.get(offset);
		if (fact === undefined) {
			fact = {};
			this.#facts.set(offset, fact);
		}
		return fact;
	}

	/** A column of the table, or the generated column with the expression's value. */
	#columnOf(bound: BoundExpression): BoundColumn | undefined {
		if (bound.kind === "column") {
			return bound.origin?.source === this.#source ? bound : undefined;
		}
		return columnOfExpression(bound, this.#source);
	}

	/** The value in the comparison type; undefined if it is unknown or compares in another order than the index. */
	#met(bound: BoundExpression, value: BoundExpression, operator: string): SpanValue | undefined {
		const column = this.#isKnown(value) ? this.#columnOf(bound) : undefined;
		if (column === undefined) {
			return undefined;
		}
		const [own, other] = [operandOf(bound), operandOf(value)];
		const meeting = isQuotedTime(own, other)
			? quotedMeeting(own)
			: pairType(own, other, this.#planning.resolution, operator);
		return isUsable(column.type, meeting) ? { value, meeting } : undefined;
	}

	#compared(operator: string, column: BoundExpression, value: BoundExpression): void {
		const met = this.#met(column, value, operator);
		if (met === undefined) {
			return;
		}
		const fact = this.#factOf(column)!;
		switch (operator) {
			case "=":
			case "<=>":
				fact.equal ??= [{ ...met, nullSafe: operator === "<=>" }];
				return;
			case "<":
			case "<=":
				fact.high ??= { ...met, inclusive: operator === "<=" };
				return;
			default:
				fact.low ??= { ...met, inclusive: operator === ">=" };
		}
	}

	#isNull(column: BoundExpression): void {
		const fact = this.#factOf(column);
		if (fact !== undefined) {
			fact.equal ??= [{ value: boundConstant(null, sqlType("null")), meeting: column.type, nullSafe: true }];
		}
	}

	/** BETWEEN and IN: one comparison type for all operands. */
	#metTogether(operands: readonly BoundExpression[], operator: string): SpanValue[] | undefined {
		const [bound, ...values] = operands as [BoundExpression, ...BoundExpression[]];
		const column = values.every(this.#isKnown) ? this.#columnOf(bound) : undefined;
		if (column === undefined) {
			return undefined;
		}
		const [own, ...others] = operands.map(operandOf) as [Operand, ...Operand[]];
		const types = others.every((other) => isQuotedTime(own, other))
			? others.map(() => quotedMeeting(own))
			: (operator === "between" ? rangeTypes : meetingTypes)([own, ...others], this.#planning.resolution, operator);
		return types.every((type) => isUsable(column.type, type))
			? values.map((value, at) => ({ value, meeting: types[at]! }))
			: undefined;
	}

	#among(operands: readonly BoundExpression[]): void {
		if (operands.length > longestList) {
			return;
		}
		const values = this.#metTogether(operands, "in");
		if (values !== undefined) {
			this.#factOf(operands[0]!)!.equal ??= values.map((value) => ({ ...value, nullSafe: false }));
		}
	}

	#between(operands: readonly BoundExpression[]): void {
		const values = this.#metTogether(operands, "between");
		if (values !== undefined) {
			const fact = this.#factOf(operands[0]!)!;
			fact.low ??= { ...values[0]!, inclusive: true };
			fact.high ??= { ...values[1]!, inclusive: true };
		}
	}

	/** Patterns with an ESCAPE clause are not used. */
	#like(operands: readonly BoundExpression[]): void {
		const [column, pattern] = operands as [BoundExpression, BoundExpression];
		if (operands.length === 2 && this.#met(column, pattern, "like") !== undefined && isText(column.type)) {
			const fact = this.#factOf(column);
			if (fact !== undefined) {
				fact.like ??= pattern;
			}
		}
	}

	/** Merges `a = 1 or a = 2 or a in (3, 4)` to `a in (1, 2, 3, 4)`. */
	#either(call: BoundCall): void {
		const facts: SargablePredicates = new Map();
		const values: (SpanValue & { readonly nullSafe: boolean })[] = [];
		const reader = new FactReader(this.#source, this.#isKnown, this.#planning, facts);
		let offset: number | undefined;
		const sides = disjunctsOf(call);
		if (sides.length > longestList) {
			return;
		}
		for (const side of sides) {
			facts.clear();
			if (side.kind === "call") {
				reader.read(side);
			}
			const [[only, fact] = [undefined, undefined]] = facts;
			if (facts.size !== 1 || fact?.equal === undefined || (offset !== undefined && only !== offset)) {
				return;
			}
			offset = only;
			values.push(...fact.equal);
		}
		const column = this.#source.columns[offset!]!;
		const fact = this.#facts.get(column.slot - this.#source.firstSlot) ?? {};
		fact.equal ??= values;
		this.#facts.set(offset!, fact);
	}
}

/** Whether an index orders the column's values as this type compares them. */
function isUsable(column: SqlType, meeting: SqlType): boolean {
	const met = familyOf(meeting);
	switch (familyOf(column)) {
		case "text":
		case "bytes":
			return isText(meeting) && meeting.charset === column.charset && meeting.collation === column.collation;
		case "integer":
			return column.name !== "year" && (met === "integer" || met === "decimal" || met === "float");
		case "decimal":
		case "float":
			return met === "integer" || met === "decimal" || met === "float";
		case "temporal":
			return (
				(met === "temporal" && (column.name === "time") === (meeting.name === "time")) ||
				(column.name === "time" && met === "float")
			);
		default:
			return false;
	}
}
