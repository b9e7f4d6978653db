/**
 * Binds calls of functions and operators: type resolution, implicit conversions, constant folding.
 *
 * Throws 1241 for row operands.
 */
import { sqlError } from "../../errors/catalogue.ts";
import { castTo } from "../../functions/cast.ts";
import type { FunctionDefinition, Resolution } from "../../functions/definition/function.ts";
import { checkArity, functionNamed } from "../../functions/registry.ts";
import { invariant } from "../../errors/invariant.ts";
import { define } from "../../functions/definition/definition.ts";
import { doubleType, isNumeric, isTextual } from "../../functions/definition/result.ts";
import { mayMakeNoText } from "../../types/convert/convert-text.ts";
import { familyOf, type SqlType } from "../../types/value/type.ts";
import {
	branchingCall,
	bitsAsNumber,
	fullPrecision,
	operandOf,
	type BoundCall,
	type BoundExpression,
} from "../tree/bound-expression.ts";
import type { Caller } from "./conditional-branches.ts";
import { callBySourceCharset } from "./source-charset.ts";
import { quotientByScale } from "./quotient-scale.ts";
import type { Planning } from "../tree/planning.ts";
import { foldConstant } from "./constant-folding.ts";

/** Operators that evaluate all operands as conditions. */
const conditions = new Set(["and", "or", "xor", "not", "!", "is true", "is false"]);

/** Calls an operator or function known to exist. */
export function callNamed(name: string, operands: readonly BoundExpression[], planning: Planning): BoundExpression {
	const definition = functionNamed(name);
	invariant(definition !== undefined, `There is an operator ${name}.`);
	return callOf(definition, operands, planning);
}

export function callOf(
	definition: FunctionDefinition,
	operands: readonly BoundExpression[],
	planning: Planning,
): BoundExpression {
	checkArity(definition, operands.length);
	const { name, takesFiner = comparing.has(name) } = definition;
	const areConditions = conditions.has(name);
	// Few arrays, and none that grows: a long condition makes this call a hundred thousand times.
	const given = operands.slice();
	for (let at = 0; at < operands.length; at++) {
		const operand = operands[at]!;
		if (operand.kind === "row") {
			throw sqlError("operandColumns", 1);
		}
		given[at] =
			takesFiner || comparesFullPrecision(name, at, operands.length)
				? fullPrecision(operand)
				: areConditions || (name === "if" && at === 0)
					? asNumber(operand, doubleType, planning)
					: operand;
	}
	const resolution = definition.resolve(given.map(operandOf), planning.resolution);
	const { type, coercibility = isTextual(type) ? 4 : 5 } = resolution;
	let { nullable } = resolution;
	let steady = resolution.volatile !== true;
	for (let at = 0; at < given.length; at++) {
		const operand = asRequested(given[at]!, resolution.operands?.[at]);
		given[at] = operand;
		nullable ||= becomesNoText(operand, at, resolution);
		steady &&= isSteadyPart(operand);
	}
	const call: BoundCall = {
		kind: "call",
		definition,
		operands: given,
		resolution,
		type,
		nullable,
		coercibility,
		steady: steady ? true : undefined,
	};
	const again: Caller = (each, of) => callOf(each, of, planning);
	const quotient = quotientByScale(call, operands, planning.resolution.divisionPrecisionIncrement, again);
	return quotient !== undefined
		? roundedToShown(quotient, call, planning)
		: (callBySourceCharset(call, operands, again) ??
				foldConstant(definition.handsOn === true ? withFinerForm(call, planning) : call, planning));
}

/** Bytes that become text of the result are NULL where they are ill-formed. */
function becomesNoText({ type }: BoundExpression, at: number, { type: result, operands }: Resolution): boolean {
	const target = operands?.[at];
	return target !== undefined && familyOf(result) === "text" && mayMakeNoText(type, target);
}

function isSteadyPart(operand: BoundExpression): boolean {
	return (
		operand.kind === "constant" ||
		operand.kind === "parameter" ||
		operand.kind === "word" ||
		(operand.kind === "call" && operand.steady === true)
	);
}

function asRequested(operand: BoundExpression, target: SqlType | undefined): BoundExpression {
	if (target === undefined || !isNumeric(target)) {
		return operand;
	}
	return takesFullPrecision(target) ? fullPrecision(bitsAsNumber(operand)) : bitsAsNumber(operand);
}

/** Comparisons use all digits of a quotient, these at some of their operands. */
function comparesFullPrecision(name: string, at: number, count: number): boolean {
	return (name === "nullif" && at === 1) || (name === "case-of" && (at === 0 || (at % 2 === 1 && at < count - 1)));
}

/** Comparisons use all digits of a quotient. */
const comparing = new Set(["=", "<=>", "<>", "<", "<=", ">", ">=", "between", "in", "row in"]);

/** Conversions to a numeric type, for functions that take their operand unconverted. */
const numberDefinitions = new Map<SqlType, FunctionDefinition>();

function numberDefinition(type: SqlType): FunctionDefinition {
	let definition = numberDefinitions.get(type);
	if (definition === undefined) {
		definition = define("number of", 1, 1, ([operand]) => ({
			type,
			nullable: operand!.nullable,
			operands: [type],
			evaluate: (_evaluation, value) => value,
		}));
		numberDefinitions.set(type, definition);
	}
	return definition;
}

/** In numeric context bits are a number, and branching calls select among numbers. */
export function asNumber(bound: BoundExpression, type: SqlType, planning: Planning): BoundExpression {
	const asked = bitsAsNumber(bound);
	return branchingCall(asked) === undefined ? asked : callOf(numberDefinition(type), [asked], planning);
}

/** Target types that ignore the operand's scale: a quotient is passed with all its digits. */
function takesFullPrecision(target: SqlType): boolean {
	return target.name === "double" || familyOf(target) === "integer";
}

/** Selects in full precision, then rounds to the shown scale: SUM(IF(a, b / c, 0)) adds all digits. */
function withFinerForm(call: BoundCall, planning: Planning): BoundCall {
	const operands = call.operands.map(fullPrecision);
	if (call.type.name === "double") {
		return { ...call, operands, resolution: call.definition.resolve(operands.map(operandOf), planning.resolution) };
	}
	if (call.type.name !== "decimal" || operands.every((operand, at) => operand === call.operands[at])) {
		return call;
	}
	const resolution = call.definition.resolve(operands.map(operandOf), planning.resolution);
	return cutTo(call, { ...call, operands, resolution, type: resolution.type }, planning);
}

function cutTo(call: BoundCall, fineForm: BoundCall, planning: Planning): BoundCall {
	const definition = castTo({ type: call.type, open: false });
	return {
		...call,
		definition,
		operands: [fineForm],
		resolution: definition.resolve([operandOf(fineForm)], planning.resolution),
		fineForm,
	};
}

/** Rounds a full-precision replacement to the scale the call shows. */
function roundedToShown(fine: BoundExpression, call: BoundCall, planning: Planning): BoundExpression {
	if (fine.kind === "call") {
		return cutTo(call, fine, planning);
	}
	const cut = callOf(castTo({ type: call.type, open: false }), [fine], planning);
	return fine.kind === "constant" && cut.kind === "constant" ? { ...cut, finer: { ...fine, shown: call.type } } : cut;
}
