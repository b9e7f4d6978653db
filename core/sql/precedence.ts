/**
 * How tightly operators bind, MySQL 5.7's ladder: parser and printer climb the same one.
 *
 * In: nothing. Out: numbers; a higher one binds tighter. Between operators of one level the left one is first. `is`,
 * `predicate` and the operators of a comparison's right side do not chain: what stands beside them must bind tighter.
 */
import type { BinaryOperator } from "./tree/expression.ts";

export const Precedence = {
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

export const binaryPrecedences: Record<BinaryOperator, number> = {
	or: Precedence.or,
	xor: Precedence.xor,
	and: Precedence.and,
	"=": Precedence.comparison,
	"<=>": Precedence.comparison,
	"<>": Precedence.comparison,
	"<": Precedence.comparison,
	"<=": Precedence.comparison,
	">": Precedence.comparison,
	">=": Precedence.comparison,
	"sounds like": Precedence.predicate,
	"|": Precedence.bitOr,
	"&": Precedence.bitAnd,
	"<<": Precedence.shift,
	">>": Precedence.shift,
	"+": Precedence.add,
	"-": Precedence.add,
	"*": Precedence.multiply,
	"/": Precedence.multiply,
	div: Precedence.multiply,
	"%": Precedence.multiply,
	"^": Precedence.bitXor,
	"->": Precedence.primary,
	"->>": Precedence.primary,
};
