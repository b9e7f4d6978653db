/**
 * How tightly operators bind, MySQL 5.7's ladder: parser and printer climb the same one.
 *
 * In: nothing. Out: numbers; a higher one binds tighter. Between operators of one level the left one is first.
 * `is`, `predicate` and the operators of a comparison's right side do not chain: what stands beside them must
 * bind tighter.
 */
import type { BinaryOperator } from "./tree/expression.ts";

export const Level = {
	/** `@a := b` takes everything to its right. */
	assign: 0,
	or: 1,
	xor: 2,
	and: 3,
	not: 4,
	/** IS TRUE, FALSE, UNKNOWN */
	is: 5,
	/** = <=> <> < <= > >=, IS NULL, = ANY */
	comparison: 6,
	/** IN, BETWEEN, LIKE, REGEXP, SOUNDS LIKE */
	predicate: 7,
	bitOr: 8,
	bitAnd: 9,
	shift: 10,
	add: 11,
	multiply: 12,
	bitXor: 13,
	/** `||` under PIPES_AS_CONCAT */
	concat: 14,
	/** - + ~ ! BINARY in front of an operand */
	unary: 15,
	collate: 16,
	primary: 17,
} as const;

export const binaryLevels: Record<BinaryOperator, number> = {
	or: Level.or,
	xor: Level.xor,
	and: Level.and,
	"=": Level.comparison,
	"<=>": Level.comparison,
	"<>": Level.comparison,
	"<": Level.comparison,
	"<=": Level.comparison,
	">": Level.comparison,
	">=": Level.comparison,
	"sounds like": Level.predicate,
	"|": Level.bitOr,
	"&": Level.bitAnd,
	"<<": Level.shift,
	">>": Level.shift,
	"+": Level.add,
	"-": Level.add,
	"*": Level.multiply,
	"/": Level.multiply,
	div: Level.multiply,
	"%": Level.multiply,
	"^": Level.bitXor,
	"->": Level.primary,
	"->>": Level.primary,
};
