/**
 * Where an expression is one of several: IF, CASE, COALESCE, GREATEST and their like.
 *
 * In: a bound expression. Out: its alternatives, and how to choose among what was made of them by the same rules:
 * what depends on which of them it is, and not on their common type, is asked of each. It refuses to know what that
 * is.
 */
import type { FunctionDefinition } from "../../functions/function.ts";
import { alternativePlaces } from "../../functions/comparison/control.ts";
import { functionNamed } from "../../functions/registry.ts";
import type { BoundCall, BoundExpression } from "../tree/bound-expression.ts";
import { isVolatile } from "../tree/bound-tree.ts";

/** How calls are made: `callOf` of a planning. */
export type Caller = (definition: FunctionDefinition, operands: readonly BoundExpression[]) => BoundExpression;

export interface ConditionalBranch {
	readonly alternatives: readonly BoundExpression[];
	/** Chooses among as many others as there are alternatives. */
	choose(others: readonly BoundExpression[]): BoundExpression;
}

/** The call that an expression is, or was before it was folded, in its finer form. */
export function callBehind(bound: BoundExpression): BoundCall | undefined {
	const call = bound.kind === "constant" ? bound.folded : bound;
	return call?.kind === "call" ? (call.fineForm ?? call) : undefined;
}

/**
 * Of a call that chooses, by its name. What COALESCE and its like compare is computed again where it is chosen;
 * undefined where that is not the same.
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

/** The alternatives of a call that computes with what chooses are what it computes with each. */
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
		choose: (others) =>
			call(
				definition,
				operands.map((operand, at) => (places.includes(at) ? others[places.indexOf(at)]! : operand)),
			),
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
 * The first of equal ones, as the function itself finds it; NULL where one is NULL, which neither comparison holds
 * for.
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
