/**
 * Expression compilation: bound expressions to closures over a row.
 *
 * A closure is made once for each expression and shared by all executions of the plan; it holds no state of an
 * execution except by evaluation. Calls that may wait are compiled at every place where they occur.
 */
import { work } from "../../async/work-meter.ts";
import { converted, convertedResult } from "../../functions/definition/definition.ts";
import type { Compiled, Resolution } from "../../functions/definition/function.ts";
import { testOf } from "../../functions/comparison/logic.ts";
import { assertFitsPacket, fitsPacket } from "../../functions/operand/text-operand.ts";
import { countMade, shortLength } from "../../async/work-meter.ts";
import { isNumeric } from "../../functions/definition/result.ts";
import { sqlError } from "../../errors/catalogue.ts";
import { invariant } from "../../errors/invariant.ts";
import { converter, identity, type Converter } from "../../types/assign/conversion.ts";
import { mayMakeNoText } from "../../types/convert/convert-text.ts";
import type { Evaluation } from "../../types/evaluation/evaluation.ts";
import { familyOf, type SqlType } from "../../types/value/type.ts";
import type { Row, Value } from "../../types/value/value.ts";
import { isConstantItem, countNodes } from "../tree/tree-facts.ts";
import {
	branchingCall,
	bitsAsNumber,
	fullPrecision,
	operandOf,
	type BoundCall,
	type BoundExpression,
	type BoundParameter,
} from "../tree/bound-expression.ts";
import { compileSubquery } from "./compile-subquery.ts";
import { namingExpression } from "./out-of-range.ts";
import type { QueryEvaluation } from "../tree/query-evaluation.ts";

const made = new WeakMap<BoundExpression, Compiled>();

export function compile(bound: BoundExpression): Compiled {
	// An entry of a WeakMap costs more than a leaf's closure.
	if (bound.kind === "constant" || bound.kind === "column" || bound.kind === "parameter") {
		return make(bound);
	}
	let compiled = made.get(bound);
	if (compiled === undefined) {
		const before = apart;
		compiled = make(bound);
		if (isApart(bound)) {
			apart++;
		}
		if (apart === before) {
			made.set(bound, compiled);
		}
	}
	return compiled;
}

/** How often an expression was compiled that is apart: one around it must be, too, or it would share it. */
let apart = 0;

/** For an expression that is evaluated once: a million entries of a WeakMap cost the garbage collector seconds. */
export function compileOnce(bound: BoundExpression): Compiled {
	return make(bound);
}

/** Whether an expression holds state of its own, so that each occurrence needs its own closure. */
function isApart(bound: BoundExpression): boolean {
	return bound.kind === "subquery"
		? bound.plan.volatile
		: bound.kind === "call" && bound.resolution.evaluator !== undefined;
}

/** Compiles with a conversion to a type appended. */
export function compileTo(bound: BoundExpression, type: SqlType): Compiled {
	return isNumeric(type) ? numberOf(bound, type) : converted(compile(bound), operandOf(bound), type);
}

/** The same where the value becomes text of a result. */
export function compileToResult(bound: BoundExpression, type: SqlType): Compiled {
	return mayMakeNoText(bound.type, type)
		? convertedResult(compile(bound), operandOf(bound), type)
		: compileTo(bound, type);
}

/** GREATEST('9', '10') + 0 is 10: in numeric context the operands are compared as numbers. */
function numberOf(bound: BoundExpression, type: SqlType): Compiled {
	const asked = bitsAsNumber(bound);
	const call = branchingCall(asked);
	if (call === undefined) {
		return converted(compile(asked), operandOf(asked), type);
	}
	const { operands } = call;
	return call.resolution.number!(
		type,
		operands.map(compile),
		(at) => numberOf(fullPrecision(operands[at]!), type),
		() => compile(call),
	);
}

/** Whether a row meets a condition; NULL counts as false. */
export type Condition = (row: Row, evaluation: Evaluation) => boolean;

const conditions = new WeakMap<BoundExpression, Condition>();

export function compileCondition(bound: BoundExpression): Condition {
	let condition = conditions.get(bound);
	if (condition === undefined) {
		condition = counted(makeCondition(bound), countNodes(bound));
		conditions.set(bound, condition);
	}
	return condition;
}

/** Of a longer expression each evaluation is counted as work, so that loops over rows give way. */
const fewParts = 256;
const unitsOfPart = 20;

function counted<Closure extends Compiled | Condition>(evaluate: Closure, parts: number): Closure {
	return parts <= fewParts
		? evaluate
		: (((row, evaluation) => {
				work.units += parts * unitsOfPart;
				return evaluate(row, evaluation);
			}) as Closure);
}

function makeCondition(bound: BoundExpression): Condition {
	return isConnective(bound) ? connected(bound).holds : tested(bound);
}

function isConnective(bound: BoundExpression): bound is BoundCall {
	return bound.kind === "call" && (bound.definition.name === "and" || bound.definition.name === "or");
}

function tested(bound: BoundExpression): Condition {
	const test = testOf(make(bound), operandOf(bound));
	return (row, evaluation) => test(row, evaluation) === true;
}

/**
 * Operands that are the same for all rows are evaluated first and may decide alone: text on the other side that is no
 * number is then never converted.
 */
function connected({ definition, operands }: BoundCall): ConnectedCondition {
	const left = sideOf(operands[0]!);
	const right = sideOf(operands[1]!);
	const isTurned = right.isConstant && !left.isConstant;
	const first = (isTurned ? right : left).holds;
	const second = (isTurned ? left : right).holds;
	return {
		isConstant: left.isConstant && right.isConstant,
		holds:
			definition.name === "and"
				? (row, evaluation) => first(row, evaluation) && second(row, evaluation)
				: (row, evaluation) => first(row, evaluation) || second(row, evaluation),
	};
}

/** A side says whether it is constant: asked at each level of a chain, its sides would be walked for each. */
interface ConnectedCondition {
	readonly holds: Condition;
	readonly isConstant: boolean;
}

function sideOf(bound: BoundExpression): ConnectedCondition {
	return isConnective(bound) ? connected(bound) : { holds: tested(bound), isConstant: isConstantItem(bound) };
}

function make(bound: BoundExpression): Compiled {
	switch (bound.kind) {
		case "column": {
			const { slot } = bound;
			return (row) => row[slot] as Value;
		}
		case "outer": {
			const { index } = bound;
			return (_row, evaluation) => (evaluation as QueryEvaluation).outer[index] as Value;
		}
		case "constant": {
			const { value } = bound;
			return () => value;
		}
		case "parameter":
			return parameter(bound);
		case "word":
			return () => null;
		case "call":
			return counted(call(bound), bound.operands.length);
		case "subquery":
			return compileSubquery(
				bound,
				bound.captures.map(compile),
				bound.operands.map((operand, at) => compileTo(operand, bound.meetingTypes[at]!)),
			);
		case "row":
			// A comparison takes rows apart: this one is where a single value is wanted, such as within a row.
			throw sqlError("operandColumns", 1);
	}
}

/** The value has the planned type, unless the statement was planned before the type was known. */
function parameter({ index, type }: BoundParameter): Compiled {
	let from: SqlType | undefined;
	let convert: Converter = identity;
	return (_row, evaluation) => {
		const typed = evaluation.parameters[index];
		invariant(typed !== undefined, "There is a value for each parameter.");
		if (typed.type === type || typed.value === null) {
			return typed.value;
		}
		if (typed.type !== from) {
			from = typed.type;
			convert = converter(from, type);
		}
		return convert(typed.value, evaluation);
	};
}

function call(bound: BoundCall): Compiled {
	const { operands, resolution } = bound;
	if (resolution.compile !== undefined) {
		return resolution.compile(operands.map(compile));
	}
	const { operands: types, nullPropagates = true } = resolution;
	const evaluate = resolution.evaluate ?? resolution.evaluator?.();
	const makesText = familyOf(bound.type) === "text";
	const compiled = operands.map((operand, at) => {
		const type = types?.[at];
		if (type === undefined) {
			return compile(operand);
		}
		return makesText ? compileToResult(operand, type) : compileTo(operand, type);
	});
	if (resolution.ask !== undefined) {
		return limited(asking(resolution.ask, compiled), bound);
	}
	invariant(evaluate !== undefined, "A function can be evaluated or compiled.");
	const run = namingExpression(evaluate, bound) as EvaluateAll;
	return limited(nullPropagates ? strict(run, compiled) : lenient(run, compiled), bound);
}

function asking(ask: NonNullable<Resolution["ask"]>, operands: readonly Compiled[]): Compiled {
	return (row, evaluation) => ask(evaluation, (at) => operands[at]!(row, evaluation));
}

function limited(called: Compiled, bound: BoundCall): Compiled {
	return ["text", "bytes", "json"].includes(familyOf(bound.type)) ? weighed(called, bound) : called;
}

/** Long texts count as work, and none is longer than `max_allowed_packet`, whichever function made it. */
function weighed(called: Compiled, { definition, type }: BoundCall): Compiled {
	const isDocument = type.name === "json";
	return (row, evaluation) => {
		const value = called(row, evaluation);
		if (typeof value !== "string" || value.length <= shortLength) {
			return value;
		}
		countMade(value.length);
		if (isDocument) {
			assertFitsPacket(evaluation, value.length, definition.name);
			return value;
		}
		return fitsPacket(evaluation, value.length, definition.name) ? value : null;
	};
}

/** Exactly one value for each operand: variadic functions count them. */
type EvaluateAll = (evaluation: Evaluation, ...values: Value[]) => Value;

/** Returns NULL if any operand is NULL. */
function strict(evaluate: EvaluateAll, operands: readonly Compiled[]): Compiled {
	const [first, second, third] = operands as [Compiled, Compiled, Compiled];
	switch (operands.length) {
		case 0:
			return (_row, evaluation) => evaluate(evaluation);
		case 1:
			return (row, evaluation) => {
				const a = first(row, evaluation);
				return a === null ? null : evaluate(evaluation, a);
			};
		case 2:
			return (row, evaluation) => {
				const a = first(row, evaluation);
				if (a === null) {
					return null;
				}
				const b = second(row, evaluation);
				return b === null ? null : evaluate(evaluation, a, b);
			};
		case 3:
			return (row, evaluation) => {
				const a = first(row, evaluation);
				if (a === null) {
					return null;
				}
				const b = second(row, evaluation);
				const c = b === null ? null : third(row, evaluation);
				return c === null ? null : evaluate(evaluation, a, b, c);
			};
		default:
			return (row, evaluation) => {
				const values: Value[] = [];
				for (const operand of operands) {
					const value = operand(row, evaluation);
					if (value === null) {
						return null;
					}
					values.push(value);
				}
				return evaluate(evaluation, ...values);
			};
	}
}

/** Passes NULLs to the function. */
function lenient(evaluate: EvaluateAll, operands: readonly Compiled[]): Compiled {
	const [first, second, third] = operands as [Compiled, Compiled, Compiled];
	switch (operands.length) {
		case 0:
			return (_row, evaluation) => evaluate(evaluation);
		case 1:
			return (row, evaluation) => evaluate(evaluation, first(row, evaluation));
		case 2:
			return (row, evaluation) => evaluate(evaluation, first(row, evaluation), second(row, evaluation));
		case 3:
			return (row, evaluation) =>
				evaluate(evaluation, first(row, evaluation), second(row, evaluation), third(row, evaluation));
		default:
			return (row, evaluation) => evaluate(evaluation, ...operands.map((operand) => operand(row, evaluation)));
	}
}
