/**
 * Whether an expression is long, so that it is planned in turns (`planning-turns.ts`).
 *
 * Turns cost microseconds, as much as all else of `set i = i + 1` in a program's loop: so it is asked once a syntax
 * tree.
 */
import type { Expression } from "../../sql/tree/expression.ts";

/** Nodes and lists: fewer are planned within a millisecond. */
const few = 256;

const known = new WeakMap<Expression, boolean>();

export function isLong(expression: Expression): boolean {
	let long = known.get(expression);
	if (long === undefined) {
		long = hasMore(expression, few);
		known.set(expression, long);
	}
	return long;
}

function hasMore(expression: Expression, most: number): boolean {
	const left: object[] = [expression];
	for (let count = 0; left.length > 0; count++) {
		if (count + left.length > most) {
			return true;
		}
		for (const part of Object.values(left.pop()!)) {
			if (typeof part === "object" && part !== null) {
				left.push(part);
			}
		}
	}
	return false;
}
