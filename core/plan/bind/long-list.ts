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

/** One value is no list, which a million of them would make room for. */
export type LiteralRow = Literal | readonly Literal[];

/** `candidates`: of IN. Undefined: they are bound one by one. */
export function bindLongList(
	value: BoundExpression,
	candidates: readonly Expression[],
	binding: Binding,
): BoundExpression | undefined {
	const width = itemsOf(value).length;
	const rows: LiteralRow[] = [];
	for (const candidate of candidates) {
		if (candidate.kind === "literal" && isPlain(candidate) && width === 1) {
			rows.push(candidate);
		} else if (candidate.kind === "row" && areLiterals(candidate.items) && candidate.items.length === width) {
			rows.push(candidate.items);
		} else {
			return undefined;
		}
	}
	return isAmongLiterals(value, rows, binding);
}

function areLiterals(items: readonly Expression[]): items is readonly Literal[] {
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

/** Longer ones may be no number of JavaScript's. */
const longestSmall = 15;

/** The literals of one column: their values, and one constant of each type. */
class LiteralColumn implements ListedColumn {
	readonly constants: BoundConstant[] = [];
	readonly samples: Operand[];
	readonly sampleOf: number[] = [];
	readonly values: Value[] = [];
	readonly #known = new Map<SqlType, number>();
	/** Samples of integers by their digits, which decide the type. */
	readonly #byDigits: number[] = [];

	constructor(rows: readonly LiteralRow[], column: number, binding: Binding) {
		for (const row of rows) {
			const literal = "kind" in row ? row : row[column]!;
			const digits = literal.type === "integer" ? literal.text.length : longestSmall + 1;
			const sample = this.#byDigits[digits];
			if (sample !== undefined && literal.type === "integer") {
				this.sampleOf.push(sample);
				this.values.push(literal.value);
				continue;
			}
			const constant = bind(literal, binding) as BoundConstant;
			const found = this.#sampleOf(constant);
			if (digits <= longestSmall) {
				this.#byDigits[digits] = found;
			}
			this.sampleOf.push(found);
			this.values.push(constant.value);
		}
		this.samples = this.constants.map(operandOf);
	}

	#sampleOf(constant: BoundConstant): number {
		let sample = this.#known.get(constant.type);
		if (sample === undefined) {
			sample = this.constants.push(constant) - 1;
			this.#known.set(constant.type, sample);
		}
		return sample;
	}
}
