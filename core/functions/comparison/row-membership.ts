/**
 * IN of rows, for long lists: a constant list is a hash set of its rows from the first row on.
 *
 * Linear in the list, where an OR of ANDs of comparisons takes kilobytes and microseconds for each of its rows.
 */
import { groupKey } from "../../types/compare/comparison.ts";
import type { SqlType } from "../../types/value/type.ts";
import { compared, meetingTypes } from "./comparison.ts";
import { define, unlimited } from "../definition/definition.ts";
import type { FunctionDefinition, Operand, ResolutionContext } from "../definition/function.ts";
import { sameType, truthType } from "../definition/result.ts";
import { keyed, RowSet } from "./row-set.ts";

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
