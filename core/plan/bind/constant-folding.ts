/**
 * Constant folding: replaces a call of constants by its value while planning.
 */
import { isConstantItem } from "../tree/tree-facts.ts";
import {
	boundConstant,
	fullPrecision,
	type BoundCall,
	type BoundConstant,
	type BoundExpression,
} from "../tree/bound-expression.ts";
import { compileOnce } from "../compile/compile.ts";
import { planningEvaluation, unknownWhilePlanning } from "../compile/planning-evaluation.ts";
import type { Planning } from "../tree/planning.ts";
import type { QueryEvaluation } from "../tree/query-evaluation.ts";
import type { SqlMode } from "../../types/evaluation/evaluation.ts";
import type { SqlType } from "../../types/value/type.ts";
import type { Value } from "../../types/value/value.ts";
import type { Coercibility } from "../../functions/definition/function.ts";

/** Bytes of long values that plans have folded since the start of the process: a plan holds them. */
export const folded = { bytes: 0 };

/** Bytes; shorter values are no more than their text. */
const longValue = 256;

/** Bytes of a value that a plan may hold, however short its text. */
const alwaysHeld = 4096;

/** Calls of constants that stay calls, since their values outgrow their texts. */
const late = new WeakSet<BoundExpression>();
/** The value of the last of them, for the call around it. */
let lastLate: { readonly call: BoundCall; readonly constant: BoundConstant } | undefined;

/**
 * Whether the value is much longer than the call's literals: `repeat('a', 1000000)` is made where it is needed, or 600
 * of them would be held at once. What is made of it may be folded again.
 */
function outgrows(value: Value, call: BoundCall): boolean {
	return typeof value === "string" && value.length > alwaysHeld && value.length > 2 * literalBytes(call);
}

function literalBytes({ operands }: BoundCall): number {
	return operands.reduce(
		(sum, operand) =>
			late.has(operand)
				? sum + literalBytes(operand as BoundCall)
				: operand.kind !== "constant"
					? sum
					: operand.folded?.kind === "call"
						? sum + literalBytes(operand.folded)
						: sum + (typeof operand.value === "string" ? operand.value.length : 0),
		0,
	);
}

function foldedConstant(value: Value, type: SqlType, coercibility: Coercibility | undefined): BoundConstant {
	if (typeof value === "string" && value.length > longValue) {
		folded.bytes += value.length;
	}
	return boundConstant(value, type, coercibility);
}

/** One for each sql_mode object: a statement may fold a million calls. */
const evaluations = new WeakMap<SqlMode, QueryEvaluation>();

function foldingEvaluation(planning: Planning): QueryEvaluation {
	let evaluation = evaluations.get(planning.mode);
	if (evaluation === undefined) {
		evaluation = planningEvaluation(planning, unknownWhilePlanning);
		evaluations.set(planning.mode, evaluation);
	}
	return evaluation;
}

/** Evaluates a call of constants, unless that warns, fails or may differ at execution: then the call stays. */
export function foldConstant(call: BoundCall, planning: Planning): BoundExpression {
	const { operands, resolution, type, nullable, coercibility } = call;
	if (resolution.volatile === true || resolution.statementConstant === true) {
		return call;
	}
	if (
		(call.definition.name === "is null" || call.definition.name === "isnull") &&
		!operands[0]!.nullable &&
		isConstantItem(operands[0]!)
	) {
		// IS NULL of a non-nullable constant needs no evaluation of it.
		return { ...boundConstant(0, type, coercibility), nullable, folded: call };
	}
	if (!operands.every((operand) => operand.kind === "constant" || operand.kind === "word" || late.has(operand))) {
		return call;
	}
	try {
		const valueOf = (bound: BoundCall) => compileOnce(withLastLate(bound))([], foldingEvaluation(planning));
		const value = valueOf(call);
		if (outgrows(value, call)) {
			late.add(call);
			lastLate = { call, constant: boundConstant(value, type, coercibility) };
			return call;
		}
		const constant = { ...foldedConstant(value, type, coercibility), nullable, folded: call };
		const fine = fullPrecision(call);
		return fine === call || fine.kind !== "call"
			? constant
			: {
					...constant,
					finer: { ...foldedConstant(valueOf(fine), fine.type, coercibility), nullable, shown: type, folded: fine },
				};
	} catch {
		return call;
	}
}

function withLastLate(call: BoundCall): BoundCall {
	const known = lastLate;
	return known === undefined || !call.operands.includes(known.call)
		? call
		: { ...call, operands: call.operands.map((operand) => (operand === known.call ? known.constant : operand)) };
}
