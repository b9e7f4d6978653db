/**
 * Expression index: finds an expression that is equal to a given one, among few or thousands.
 */
import type { BoundExpression } from "./bound-expression.ts";
import { expressionKey, sameExpression } from "./bound-tree.ts";
import { Multimap } from "./multimap.ts";

/** Among more they are found by key: each compared with all others took seconds for some thousands. */
const few = 16;

export class ExpressionIndex {
	readonly #expressions: readonly BoundExpression[];
	/** Their places, made when one is looked for among many. */
	#byKey: Multimap<string, number> | undefined;

	constructor(expressions: readonly BoundExpression[]) {
		this.#expressions = expressions;
	}

	/** Returns the place of the first that is equal, or -1. */
	find(wanted: BoundExpression): number {
		if (this.#expressions.length <= few) {
			return this.#expressions.findIndex((expression) => sameExpression(expression, wanted));
		}
		this.#byKey ??= this.#placesByKey();
		return (
			this.#byKey.get(expressionKey(wanted)).find((place) => sameExpression(this.#expressions[place]!, wanted)) ?? -1
		);
	}

	#placesByKey(): Multimap<string, number> {
		const byKey = new Multimap<string, number>();
		this.#expressions.forEach((expression, place) => byKey.add(expressionKey(expression), place));
		return byKey;
	}
}
