/**
 * Operator precedence of MySQL 5.7, shared by parser and printer; higher numbers bind tighter.
 *
 * Operators of one level are left-associative. `is`, `predicate` and comparisons with a right side of their own do
 * not chain: operands beside them must bind tighter.
 */
import type { BinaryOperator } from "./tree/expression.ts";

export const Precedence = {
	/** `@a := b` extends as far right as possible. */
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
	/** Unary - + ~ ! BINARY */
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
