/**
 * IN of rows, for long lists: a constant list is a hash set of its rows from the first row on.
 *
 * Linear in the list, where an OR of ANDs of comparisons takes kilobytes and microseconds for each of its rows.
 */
import { groupKey } from "../../types/compare/comparison.ts";
import type { SqlType } from "../../types/value/type.ts";
import type { Value } from "../../types/value/value.ts";
import { compared, meetingTypes } from "./comparison.ts";
import { define, unlimited } from "../definition/definition.ts";
import type { FunctionDefinition, Operand, ResolutionContext } from "../definition/function.ts";
import { sameType, truthType } from "../definition/result.ts";

/** Columns whose NULLs are noted in one integer. */
export const widestRow = 30;

/** Returns the one type in which a column is compared with all its candidates; undefined where there are several. */
function columnType(column: readonly Operand[], context: ResolutionContext): SqlType | undefined {
	const types = meetingTypes(column, context, "in");
	return types.every((type) => sameType(type, types[0]!)) ? types[0] : undefined;
}

/**
 * The operands are the row's values and then those of each candidate. Undefined where the columns have no common types.
 */
export function rowMembership(
	operands: readonly Operand[],
	width: number,
	context: ResolutionContext,
): FunctionDefinition | undefined {
	const types: SqlType[] = [];
	for (let column = 0; column < width; column++) {
		const type = columnType(
			operands.filter((_operand, at) => at % width === column),
			context,
		);
		if (type === undefined) {
			return undefined;
		}
		types.push(type);
	}
	const keys = types.map(groupKey);
	return define("row in", width, unlimited, (given) => ({
		type: truthType,
		nullable: true,
		compile: (all) => {
			const values = all.map((each, at) => compared(each, given[at]!, types[at % width]!));
			let rows: RowSet | undefined;
			return (row, evaluation) => {
				if (rows === undefined) {
					rows = new RowSet();
					for (let at = width; at < values.length; at += width) {
						rows.add(keys.map((keyOf, column) => keyed(values[at + column]!(row, evaluation), keyOf)));
					}
				}
				return rows.holds(keys.map((keyOf, column) => keyed(values[column]!(row, evaluation), keyOf)));
			};
		},
	}));
}

function keyed(value: Value, keyOf: (value: Value) => Value): Value {
	return value === null ? null : keyOf(value);
}

/** Which columns are NULL, one bit each. */
function nullsOf(row: readonly Value[]): number {
	return row.reduce<number>((bits, value, at) => (value === null ? bits | (1 << at) : bits), 0);
}

/** One text of the columns that a mask leaves. */
function joined(row: readonly Value[], without: number): string {
	let text = "";
	row.forEach((value, at) => {
		if ((without & (1 << at)) === 0) {
			const part = String(value);
			text += `${typeof value === "string" ? "s" : "n"}${part.length}:${part}`;
		}
	});
	return text;
}

/** Rows by their NULL columns, and sets of what they have in the columns that neither side leaves NULL. */
class RowSet {
	readonly #byNulls = new Map<number, (readonly Value[])[]>();
	readonly #sets = new Map<string, ReadonlySet<string>>();

	add(row: readonly Value[]): void {
		const nulls = nullsOf(row);
		const rows = this.#byNulls.get(nulls);
		rows === undefined ? this.#byNulls.set(nulls, [row]) : rows.push(row);
	}

	/** 1: equal to a row; NULL: different from none but by NULLs; 0: different from all. */
	holds(row: readonly Value[]): Value {
		const own = nullsOf(row);
		let isUnknown = false;
		for (const nulls of this.#byNulls.keys()) {
			if (this.#set(nulls, own | nulls).has(joined(row, own | nulls))) {
				if ((own | nulls) === 0) {
					return 1;
				}
				isUnknown = true;
			}
		}
		return isUnknown ? null : 0;
	}

	#set(nulls: number, without: number): ReadonlySet<string> {
		const name = `${nulls} ${without}`;
		let set = this.#sets.get(name);
		if (set === undefined) {
			set = new Set(this.#byNulls.get(nulls)!.map((row) => joined(row, without)));
			this.#sets.set(name, set);
		}
		return set;
	}
}
