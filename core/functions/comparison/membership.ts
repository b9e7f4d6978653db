/**
 * IN, and INTERVAL(): membership in a list, and the position in an ascending one.
 *
 * A list of constants is a hash set from the first row on; other lists are searched until a candidate is equal.
 * Subqueries and rows are handled by the planner.
 *
 * | name                    | result     | source (MySQL 5.7 manual)                 |
 * |-------------------------|------------|-------------------------------------------|
 * | in (value, candidates)  | bigint(1)  | 12.3.2 Comparison Functions and Operators |
 * | interval (n, ascending) | bigint(2)  | 12.3.2                                    |
 */
import { groupKey } from "../../types/compare/comparison.ts";
import type { Evaluation } from "../../types/evaluation/evaluation.ts";
import type { SqlType } from "../../types/value/type.ts";
import type { Integer, Row, Value } from "../../types/value/value.ts";
import { asDecimal, commonKind } from "../numeric/arithmetic.ts";
import { compared, mayBeNull, meetingTypes, testBy, textOfElement } from "./comparison.ts";
import { anyNullable, converted, define, isSettled, many, unlimited } from "../definition/definition.ts";
import type { Compiled, FunctionDefinition, Operand } from "../definition/function.ts";
import { isQuotedTime, printedTime } from "../date/quoted-time.ts";
import {
	decimalResult,
	doubleType,
	integerResult,
	isText,
	maximumPrecision,
	sameType,
	truthType,
} from "../definition/result.ts";

const isIn = define("in", 2, unlimited, (operands, context) => {
	const [given, ...candidates] = operands as [Operand, ...Operand[]];
	const met = meetingTypes(operands, context, "in");
	const text = textOfElement(given, met);
	const value = text === undefined ? given : { ...given, type: text };
	const types = text === undefined ? met : meetingTypes([value, ...candidates], context, "in");
	const constant = candidates.every((candidate) => candidate.constant !== undefined);
	const steady = candidates.every(isSettled);
	const quoted = quotedType(given, candidates, types);
	if (quoted !== undefined) {
		return {
			type: truthType,
			nullable: anyNullable(operands),
			compile: ([own, ...others]) =>
				searchSet(
					compared(own!, given, quoted),
					others.map((each, at) => printedTime(each, candidates[at]!, given.type, quoted)),
					quoted,
					constant,
				),
		};
	}
	const uniform = types.every((type) => sameType(type, types[0]!));
	return {
		type: truthType,
		nullable: mayBeNull(operands, types),
		compile: ([own, ...others]) => {
			const compiled = text === undefined ? own! : converted(own!, given, text);
			return steady && uniform && candidates.length > 1
				? searchSet(
						compared(compiled, value, types[0]!),
						others.map((each, at) => compared(each, candidates[at]!, types[at]!)),
						types[0]!,
						constant,
					)
				: searchList(
						value,
						compiled,
						others.map((each, at) => compared(each, candidates[at]!, types[at]!)),
						types,
					);
		},
	};
});

/**
 * Returns the text type for comparing a TIME column with a constant list of texts and times, in which texts that
 * parse as times are printed as the column is.
 */
function quotedType(value: Operand, candidates: readonly Operand[], types: readonly SqlType[]): SqlType | undefined {
	const isListed = candidates.every(
		(candidate) =>
			isSettled(candidate) &&
			(isText(candidate.type) || candidate.type.name === "time" || candidate.type.name === "null"),
	);
	return isListed && candidates.some((candidate) => isQuotedTime(value, candidate)) ? types.find(isText) : undefined;
}

interface KnownValues {
	readonly keys: ReadonlySet<Value>;
	readonly hasNull: boolean;
}

/** Looks the value up in a hash set: of constants it is built once, of parameters once a statement. */
function searchSet(value: Compiled, candidates: readonly Compiled[], type: SqlType, constant: boolean): Compiled {
	const keyOf = groupKey(type);
	let known: KnownValues | undefined;
	let ofStatement: WeakMap<Evaluation, KnownValues> | undefined;
	const collect = (row: Row, evaluation: Evaluation): KnownValues => {
		const values = candidates.map((candidate) => candidate(row, evaluation));
		return {
			keys: new Set(values.filter((each) => each !== null).map(keyOf)),
			hasNull: values.includes(null),
		};
	};
	const collected = (row: Row, evaluation: Evaluation): KnownValues => {
		if (constant) {
			known ??= collect(row, evaluation);
			return known;
		}
		ofStatement ??= new WeakMap();
		let found = ofStatement.get(evaluation);
		if (found === undefined) {
			found = collect(row, evaluation);
			ofStatement.set(evaluation, found);
		}
		return found;
	};
	return (row, evaluation) => {
		const wanted = value(row, evaluation);
		if (wanted === null) {
			return null;
		}
		const { keys, hasNull } = collected(row, evaluation);
		return keys.has(keyOf(wanted)) ? 1 : hasNull ? null : 0;
	};
}

function searchList(
	value: Operand,
	compiled: Compiled,
	candidates: readonly Compiled[],
	types: readonly SqlType[],
): Compiled {
	// The value is converted once for each comparison type, on demand: after a match there are no warnings of later
	// types.
	const distinct = types.filter((type, at) => types.findIndex((other) => sameType(other, type)) === at);
	const forms = types.map((type) => distinct.findIndex((other) => sameType(other, type)));
	const equals = types.map((type) => testBy("=", type));
	let wanted: Value = null;
	const convert = distinct.map((type) => compared(() => wanted, value, type));
	return (row, evaluation) => {
		const given = compiled(row, evaluation);
		if (given === null) {
			return null;
		}
		const converted: Value[] = [];
		let unknown = false;
		for (let at = 0; at < candidates.length; at++) {
			const form = forms[at]!;
			if (converted.length <= form) {
				wanted = given;
				converted[form] = convert[form]!(row, evaluation);
			}
			const candidate = candidates[at]!(row, evaluation);
			if (candidate === null) {
				unknown = true;
			} else if (equals[at]!(converted[form]!, candidate)) {
				return 1;
			}
		}
		return unknown ? null : 0;
	};
}

/** INTERVAL(n, a, b ...): the number of ascending bounds not above n; -1 for NULL. */
const interval = define("interval", 2, many, (operands) => {
	const decimal = commonKind(operands) !== "double";
	const scale = Math.max(...operands.map((operand) => asDecimal(operand).scale));
	const type = decimal ? decimalResult(maximumPrecision, scale) : doubleType;
	return {
		type: integerResult(2),
		nullable: false,
		operands: operands.map(() => type),
		ask: (_evaluation, operand) => {
			const value = operand(0);
			if (value === null) {
				return -1;
			}
			let at = 1;
			for (; at < operands.length; at++) {
				const bound = operand(at);
				if (bound !== null && (bound as Integer) > (value as Integer)) {
					break;
				}
			}
			return at - 1;
		},
	};
});

export const membership: readonly FunctionDefinition[] = [isIn, interval];
