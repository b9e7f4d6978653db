/**
 * Facts about columns that a condition states: the values that its comparisons with constants leave.
 */
import type { Column } from "../../catalog/table.ts";
import { isText } from "../../functions/definition/result.ts";
import { exactConstant } from "../../types/convert/exact-constant.ts";
import { defaultSqlModeText, parseSqlMode } from "../../types/evaluation/sql-mode.ts";
import { dateOfDayNumber, dayNumberOf } from "../../types/temporal/date.ts";
import { linearSeconds, packedSeconds } from "../../types/temporal/datetime.ts";
import { familyOf, type SqlType } from "../../types/value/type.ts";
import type { Value } from "../../types/value/value.ts";
import { planningEvaluation } from "../compile/planning-evaluation.ts";
import type { BoundConstant, BoundExpression } from "../tree/bound-expression.ts";
import type { ScopeTable } from "../tree/scope-table.ts";

const evaluation = planningEvaluation({ mode: parseSqlMode(defaultSqlModeText) }, () => undefined);

export interface Fact {
	values?: readonly Value[];
	low?: Value;
	high?: Value;
	/** The upper bound as written. */
	end?: Value;
}

/** Values of the column's own type, in partition order. */
export type Facts = Map<Column, Fact>;

const opposites: Readonly<Record<string, string>> = { "<": ">=", "<=": ">", ">": "<=", ">=": "<" };

/** Rewrites NOT of a comparison to the opposite comparison. */
function positive(conjunct: BoundExpression): BoundExpression {
	const [inner] = conjunct.kind === "call" && conjunct.definition.name === "not" ? conjunct.operands : [];
	const opposite = inner?.kind === "call" ? opposites[inner.definition.name] : undefined;
	return inner?.kind === "call" && opposite !== undefined
		? { ...inner, definition: { ...inner.definition, name: opposite } }
		: conjunct;
}

const mirrored: Record<string, string> = { "=": "=", "<=>": "<=>", "<": ">", "<=": ">=", ">": "<", ">=": "<=" };

/** Notes what a conjunct of the condition says of a column. The first word on a column's values or bounds counts. */
export function readFact(written: BoundExpression, source: ScopeTable, facts: Facts): void {
	const conjunct = positive(written);
	if (conjunct.kind !== "call") {
		return;
	}
	const {
		definition: { name },
		operands,
	} = conjunct;
	const [first, second] = operands;
	const column = columnOf(first, source);
	if (column === undefined) {
		const mirror = mirrored[name];
		const other = operands.length === 2 && mirror !== undefined ? columnOf(second, source) : undefined;
		if (other !== undefined) {
			note(mirror!, other, [first!], facts);
		}
		return;
	}
	note(name, column, operands.slice(1), facts);
}

function columnOf(bound: BoundExpression | undefined, source: ScopeTable): Column | undefined {
	return bound?.kind === "column" && bound.origin?.source === source ? bound.origin.column : undefined;
}

function note(operator: string, column: Column, operands: readonly BoundExpression[], facts: Facts): void {
	const values = operands.map((operand) => valueFor(operand, column.type));
	if (values.includes(undefined)) {
		return;
	}
	const [value = null, other = null] = values as Value[];
	const fact = facts.get(column) ?? {};
	facts.set(column, fact);
	switch (operator) {
		case "=":
		case "<=>":
		case "in":
		case "is null":
			fact.values ??= operator === "is null" ? [null] : (values as Value[]);
			return;
		case "<":
			fact.high ??= neighbour(value, column.type, -1);
			fact.end ??= value;
			return;
		case "<=":
			fact.high ??= value;
			fact.end ??= value;
			return;
		case ">":
			fact.low ??= neighbour(value, column.type, 1);
			return;
		case ">=":
			fact.low ??= value;
			return;
		case "between":
			fact.low ??= value;
			fact.high ??= other;
			fact.end ??= other;
	}
}

/** The constant converted to the column's type; undefined: unknown, or compared in another type. */
function valueFor(bound: BoundExpression, type: SqlType): Value | undefined {
	if (bound.kind !== "constant") {
		return undefined;
	}
	const { value, type: own } = bound as BoundConstant;
	const isComparable = isText(type) === isText(own) || familyOf(type) === "temporal" || value === null;
	return isComparable ? exactConstant(value, own, type, evaluation) : undefined;
}

/** The next smaller or greater value; the value itself if there is none. */
export function neighbour(value: Value, type: SqlType, step: -1 | 1): Value {
	if (typeof value === "number" && familyOf(type) === "integer") {
		return value + step;
	}
	if (typeof value === "number" && type.name === "date") {
		return dateOfDayNumber(dayNumberOf(value) + step);
	}
	return type.name === "datetime" && type.scale === 0 && typeof value === "number"
		? (packedSeconds(linearSeconds(value) + step) ?? value)
		: value;
}
