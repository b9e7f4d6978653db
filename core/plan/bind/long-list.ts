/**
 * IN of long lists of literals, and of rows of them: bound as one function that knows the list.
 */
import { type ListedColumn, longMembership } from "../../functions/comparison/long-membership.ts";
import type { Operand } from "../../functions/definition/function.ts";
import { widestRow } from "../../functions/comparison/row-set.ts";
import type { Expression, Literal } from "../../sql/tree/expression.ts";
import { isAscii } from "../../types/text/utf8.ts";
import { familyOf, type SqlType } from "../../types/value/type.ts";
import type { Value } from "../../types/value/value.ts";
import { type BoundConstant, type BoundExpression, operandOf } from "../tree/bound-expression.ts";
import { type Binding, bind } from "./binding.ts";
import { callOf } from "./function-call.ts";
import { countedAmong, itemsOf } from "./row-comparison.ts";

/**
 * Longer lists make no key ranges: these take kilobytes and microseconds each. (MySQL has no more ranges than fit into
 * `range_optimizer_max_mem_size`, some 36,000.)
 */
export const longestList = 32_768;

/** Rows and values of such lists are compared row by row. */
export type LiteralRow = readonly Literal[];

/** `candidates`: of IN. Undefined: they are bound one by one. */
export function bindLongList(
	value: BoundExpression,
	candidates: readonly Expression[],
	binding: Binding,
): BoundExpression | undefined {
	const width = itemsOf(value).length;
	const rows: LiteralRow[] = [];
	for (const candidate of candidates) {
		const items = candidate.kind === "row" ? candidate.items : [candidate];
		if (!areLiterals(items) || items.length !== width) {
			return undefined;
		}
		rows.push(items);
	}
	return isAmongLiterals(value, rows, binding);
}

function areLiterals(items: readonly Expression[]): items is LiteralRow {
	return items.every((item) => item.kind === "literal" && isPlain(item));
}

/** Of one type with all others of its kind, whatever they are compared with. */
export function isPlain(literal: Literal): boolean {
	return (
		literal.type === "integer" ||
		(literal.type === "string" && literal.charset === undefined && literal.national !== true && isAscii(literal.bytes))
	);
}

/** `rows`: plain, each as wide as the value. Undefined where the value and they have no common types. */
export function isAmongLiterals(
	value: BoundExpression,
	rows: readonly LiteralRow[],
	binding: Binding,
): BoundExpression | undefined {
	const items = itemsOf(value);
	const isComparable =
		items.length <= widestRow &&
		items.every(({ kind, type }) => kind !== "row" && type.name !== "year" && familyOf(type) !== "temporal");
	if (!isComparable) {
		return undefined;
	}
	const columns = items.map((_item, at) => new LiteralColumn(rows, at, binding));
	const operands =
		value.kind === "row" ? items : items.map((item) => countedAmong(item, columns[0]!.constants, binding.planning));
	const definition = longMembership(operands.map(operandOf), columns, binding.planning.resolution);
	return definition && callOf(definition, operands, binding.planning);
}

/** The literals of one column: their values, and one constant of each type. */
class LiteralColumn implements ListedColumn {
	readonly constants: BoundConstant[] = [];
	readonly samples: Operand[];
	readonly sampleOf: number[] = [];
	readonly values: Value[] = [];

	constructor(rows: readonly LiteralRow[], column: number, binding: Binding) {
		const known = new Map<SqlType, number>();
		for (const row of rows) {
			const constant = bind(row[column]!, binding) as BoundConstant;
			let sample = known.get(constant.type);
			if (sample === undefined) {
				sample = this.constants.push(constant) - 1;
				known.set(constant.type, sample);
			}
			this.sampleOf.push(sample);
			this.values.push(constant.value);
		}
		this.samples = this.constants.map(operandOf);
	}
}
