/**
 * Constant folding: replaces a call of constants by its value while planning.
 */
import { isConstantItem } from "../tree/tree-facts.ts";
import { boundConstant, fullPrecision, type BoundCall, type BoundExpression } from "../tree/bound-expression.ts";
import { compileOnce } from "../compile/compile.ts";
import { planningEvaluation, unknownWhilePlanning } from "../compile/planning-evaluation.ts";
import type { Planning } from "../tree/planning.ts";
import type { QueryEvaluation } from "../tree/query-evaluation.ts";
import type { SqlMode } from "../../types/evaluation/evaluation.ts";

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
	if (!operands.every((operand) => operand.kind === "constant" || operand.kind === "word")) {
		return call;
	}
	try {
		const valueOf = (bound: BoundCall) => compileOnce(bound)([], foldingEvaluation(planning));
		const constant = { ...boundConstant(valueOf(call), type, coercibility), nullable, folded: call };
		const fine = fullPrecision(call);
		return fine === call || fine.kind !== "call"
			? constant
			: {
					...constant,
					finer: { ...boundConstant(valueOf(fine), fine.type, coercibility), nullable, shown: type, folded: fine },
				};
	} catch {
		return call;
	}
}
