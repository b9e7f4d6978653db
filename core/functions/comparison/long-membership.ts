/**
 * IN of a long list of literals: their values are kept in lists by column, without an operand for each.
 *
 * 500,000 operands took a second of planning and 300 MB; their values take a tenth. The hash set is made at the first
 * row, since conversions may warn.
 */
import { groupKey } from "../../types/compare/comparison.ts";
import type { Evaluation } from "../../types/evaluation/evaluation.ts";
import type { SqlType } from "../../types/value/type.ts";
import type { Row, Value } from "../../types/value/value.ts";
import { compared, mayBeNull, meetingTypes, textOfElement } from "./comparison.ts";
import type { Compiled, FunctionDefinition, Operand, ResolutionContext } from "../definition/function.ts";
import { sameType, truthType } from "../definition/result.ts";
import { keyed, RowSet } from "./row-set.ts";

/** One column of a list; values with the same sample have its type. */
export interface ListedColumn {
	readonly samples: readonly Operand[];
	/** By row. */
	readonly sampleOf: readonly number[];
	readonly values: readonly Value[];
}

/** Each list is a function of its own: two calls are not the same because their operands are. */
let lists = 0;

/**
 * A function of the row's values. Undefined where they and the list have no common types: these are compared one by
 * one.
 */
export function longMembership(
	operands: readonly Operand[],
	columns: readonly ListedColumn[],
	context: ResolutionContext,
): FunctionDefinition | undefined {
	const types: SqlType[] = [];
	for (const [at, { samples }] of columns.entries()) {
		const type = commonType(operands[at]!, samples, context);
		if (type === undefined) {
			return undefined;
		}
		types.push(type);
	}
	const width = columns.length;
	return {
		name: `in list ${++lists}`,
		arity: [width, width],
		takesFiner: true,
		resolve: (given) => ({
			type: truthType,
			nullable: given.some((operand, at) => mayBeNull([operand, ...columns[at]!.samples], [types[at]!])),
			compile: (all) => {
				const values = all.map((each, at) => compared(each, given[at]!, types[at]!));
				const read = columns.map((column, at) => reader(column, types[at]!));
				const keys = types.map(groupKey);
				return width === 1
					? amongValues(values[0]!, read[0]!, keys[0]!, columns[0]!.values.length)
					: amongRows(values, read, keys, columns[0]!.values.length);
			},
		}),
	};
}

/** Undefined where values are compared in several types, or an ENUM or SET counts as text. */
function commonType(value: Operand, samples: readonly Operand[], context: ResolutionContext): SqlType | undefined {
	const types = meetingTypes([value, ...samples], context, "in");
	const isCommon = types.every((type) => sameType(type, types[0]!)) && textOfElement(value, types) === undefined;
	return isCommon ? types[0] : undefined;
}

type Read = (at: number, row: Row, evaluation: Evaluation) => Value;

/** Reads a column's values in the type that they are compared in. */
function reader({ samples, sampleOf, values }: ListedColumn, type: SqlType): Read {
	let value: Value = null;
	const convert = samples.map((sample) => compared(() => value, unknown(sample), type));
	return (at, row, evaluation) => {
		value = values[at]!;
		return convert[sampleOf[at]!]!(row, evaluation);
	};
}

/** A conversion of a known constant would be made once. */
function unknown({ constant: _constant, ...operand }: Operand): Operand {
	return { ...operand, steady: false };
}

function amongValues(value: Compiled, read: Read, keyOf: (value: Value) => Value, count: number): Compiled {
	let known: Set<Value> | undefined;
	return (row, evaluation) => {
		const wanted = value(row, evaluation);
		if (wanted === null) {
			return null;
		}
		if (known === undefined) {
			known = new Set();
			for (let at = 0; at < count; at++) {
				known.add(keyOf(read(at, row, evaluation)));
			}
		}
		return known.has(keyOf(wanted)) ? 1 : 0;
	};
}

function amongRows(
	values: readonly Compiled[],
	read: readonly Read[],
	keys: readonly ((value: Value) => Value)[],
	count: number,
): Compiled {
	let rows: RowSet | undefined;
	return (row, evaluation) => {
		if (rows === undefined) {
			rows = new RowSet();
			for (let at = 0; at < count; at++) {
				rows.add(keys.map((keyOf, column) => keyed(read[column]!(at, row, evaluation), keyOf)));
			}
		}
		return rows.holds(keys.map((keyOf, column) => keyed(values[column]!(row, evaluation), keyOf)));
	};
}
