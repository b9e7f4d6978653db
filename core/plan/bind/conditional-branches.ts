/**
 * Branches of IF, CASE, COALESCE, GREATEST and similar calls.
 *
 * Lists the alternatives of a call, and rebuilds the choice over what was made of each. Used for properties that
 * depend on the selected value instead of the common type: scale of a quotient, source charset.
 */
import type { FunctionDefinition } from "../../functions/definition/function.ts";
import { alternativePlaces } from "../../functions/comparison/control.ts";
import { functionNamed } from "../../functions/registry.ts";
import type { BoundCall, BoundExpression } from "../tree/bound-expression.ts";
import { isVolatile } from "../tree/tree-facts.ts";

/** Makes a call: `callOf` with its planning. */
export type Caller = (definition: FunctionDefinition, operands: readonly BoundExpression[]) => BoundExpression;

export interface ConditionalBranch {
	readonly alternatives: readonly BoundExpression[];
	/** Selects among replacements, one for each alternative. */
	choose(others: readonly BoundExpression[]): BoundExpression;
}

/** The call of an expression, or the one it was constant-folded from, in full precision. */
export function callBehind(bound: BoundExpression): BoundCall | undefined {
	const call = bound.kind === "constant" ? bound.folded : bound;
	return call?.kind === "call" ? (call.fineForm ?? call) : undefined;
}

/**
 * Branches of a call, by function name. Operands that COALESCE and similar functions test are evaluated again by the
 * choice; undefined where that could give another result.
 */
export function conditionalBranch({ definition, operands }: BoundCall, call: Caller): ConditionalBranch | undefined {
	switch (definition.name) {
		case "if":
			return forkAt(definition, operands, [1, 2], call);
		case "case":
			return forkAt(definition, operands, alternativePlaces(operands.length, 0), call);
		case "case-of":
			return forkAt(definition, operands, alternativePlaces(operands.length, 1), call);
		case "ifnull":
		case "coalesce":
			return operands.some(isVolatile)
				? undefined
				: { alternatives: operands, choose: (others) => firstNotNull(operands, others, call) };
		case "greatest":
		case "least":
			return operands.some(isVolatile)
				? undefined
				: { alternatives: operands, choose: (others) => extreme(definition, operands, others, call) };
		default:
			return undefined;
	}
}

/** A call over a branching operand has one alternative for each of the operand's. */
export function conditionalBranchBehind(
	{ definition, operands }: Pick<BoundCall, "definition" | "operands">,
	at: number,
	chooser: ConditionalBranch,
	call: Caller,
): ConditionalBranch {
	return {
		alternatives: chooser.alternatives.map((alternative) =>
			alternative.type.name === "null" ? alternative : call(definition, operands.with(at, alternative)),
		),
		choose: (others) => chooser.choose(others),
	};
}

function forkAt(
	definition: FunctionDefinition,
	operands: readonly BoundExpression[],
	places: readonly number[],
	call: Caller,
): ConditionalBranch {
	return {
		alternatives: places.map((place) => operands[place]!),
		choose: (others) => {
			const chosen = [...operands];
			places.forEach((place, at) => {
				chosen[place] = others[at]!;
			});
			return call(definition, chosen);
		},
	};
}

const named = (name: string, operands: readonly BoundExpression[], call: Caller): BoundExpression =>
	call(functionNamed(name)!, operands);

function firstNotNull(
	operands: readonly BoundExpression[],
	others: readonly BoundExpression[],
	call: Caller,
): BoundExpression {
	return others.reduceRight((rest, other, at) =>
		named("case", [named("is null", [operands[at]!], call), rest, other], call),
	);
}

/**
 * GREATEST and LEAST: the first of equal operands, as in the function itself; NULL if one is NULL, since no
 * comparison holds then.
 */
function extreme(
	definition: FunctionDefinition,
	operands: readonly BoundExpression[],
	others: readonly BoundExpression[],
	call: Caller,
): BoundExpression {
	const [better, notBetter] = definition.name === "least" ? ["<", ">="] : [">", "<="];
	return others.reduce((best, other, at) => {
		const before = at === 1 ? operands[0]! : call(definition, operands.slice(0, at));
		return named(
			"case",
			[named(better!, [operands[at]!, before], call), other, named(notBetter!, [operands[at]!, before], call), best],
			call,
		);
	});
}
