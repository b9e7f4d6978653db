/**
 * Three-valued logic (AND, OR, XOR, NOT) of operands of any type.
 *
 * | name    | result    | source (MySQL 5.7 manual)  |
 * |---------|-----------|----------------------------|
 * | and, or | bigint(1) | 12.3.3 Logical Operators   |
 * | xor     | bigint(1) | 12.3.3                     |
 * | not, !  | bigint(1) | 12.3.3                     |
 */
import { converter } from "../../types/assign/conversion.ts";
import type { Evaluation } from "../../types/evaluation/evaluation.ts";
import { familyOf } from "../../types/value/type.ts";
import type { Row, Value } from "../../types/value/value.ts";
import { anyNullable, define, named, sourceOf } from "../definition/definition.ts";
import type { Compiled, FunctionDefinition, Operand, Resolution } from "../definition/function.ts";
import { doubleType, truthType } from "../definition/result.ts";

/** Truth value of an expression; `null`: unknown. */
type Test = (row: Row, evaluation: Evaluation) => boolean | null;

/** Text is tested as the number at its start; all other types by their value 0. */
export function testOf(compiled: Compiled, operand: Operand): Test {
	const { type } = operand;
	const family = familyOf(type);
	if (family === "text" || family === "bytes" || family === "json") {
		const convert = converter(type, doubleType, "", sourceOf(operand));
		return (row, evaluation) => {
			const value = convert(compiled(row, evaluation), evaluation);
			return value === null ? null : value !== 0;
		};
	}
	return (row, evaluation) => {
		const value = compiled(row, evaluation);
		return value === null ? null : value !== 0;
	};
}

type Connect = (tests: readonly [Test, Test]) => Compiled;

const and: Connect =
	([left, right]) =>
	(row, evaluation) => {
		const a = left(row, evaluation);
		if (a === false) {
			return 0;
		}
		const b = right(row, evaluation);
		return b === false ? 0 : a === null || b === null ? null : 1;
	};

/** AND that skips its right side after NULL: valid only under an OR whose other side is then NULL too. */
const andThen: Connect =
	([left, right]) =>
	(row, evaluation) => {
		const a = left(row, evaluation);
		const b = a === true ? right(row, evaluation) : a;
		return b === null ? null : b ? 1 : 0;
	};

const or: Connect =
	([left, right]) =>
	(row, evaluation) => {
		const a = left(row, evaluation);
		if (a === true) {
			return 1;
		}
		const b = right(row, evaluation);
		return b === true ? 1 : a === null || b === null ? null : 0;
	};

const xor: Connect =
	([left, right]) =>
	(row, evaluation) => {
		const a = left(row, evaluation);
		const b = a === null ? null : right(row, evaluation);
		return a === null || b === null ? null : a === b ? 0 : 1;
	};

function connective(name: string, connect: Connect): FunctionDefinition {
	return define(name, 2, 2, (operands) => {
		const [left, right] = operands as readonly [Operand, Operand];
		return {
			type: truthType,
			nullable: anyNullable(operands),
			compile: ([a, b]) => connect([testOf(a!, left), testOf(b!, right)]),
		};
	});
}

function negation([operand]: readonly Operand[]): Resolution {
	const { nullable } = operand!;
	return {
		type: truthType,
		nullable,
		compile: ([a]) => {
			const test = testOf(a!, operand!);
			return (row, evaluation): Value => {
				const truth = test(row, evaluation);
				return truth === null ? null : truth ? 0 : 1;
			};
		},
	};
}

/** Named `and`, so that the planner treats it as a conjunction. */
export const andBehindKnown = connective("and", andThen);

export const logic: readonly FunctionDefinition[] = [
	connective("and", and),
	connective("or", or),
	connective("xor", xor),
	...named(["not", "!"], 1, 1, negation),
];
