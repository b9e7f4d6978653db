/**
 * Parses expressions by precedence climbing over `precedence.ts`; operands are parsed in `operand.ts`.
 *
 *     a + b * c = d      climb(or)   a
 *                            +         climb(multiply) b
 *                                        *  climb(bitXor) c
 *                            =         climb(predicate) d
 */
import { binaryPrecedences, Precedence } from "../../precedence.ts";
import type { Binary, BinaryOperator, Expression, InTest, Quantified } from "../../tree/expression.ts";
import type { Cursor } from "../cursor/cursor.ts";
import { nestedQuery } from "./inner-query.ts";
import { interval, isInterval } from "./interval.ts";
import { literal } from "./literal.ts";
import { operand } from "./operand.ts";

type BinaryReading = { readonly level: number; readonly operator: BinaryOperator };

const binaryReadings = new Map<string, BinaryReading>();
for (const operator of Object.keys(binaryPrecedences) as BinaryOperator[]) {
	binaryReadings.set(operator, { level: binaryPrecedences[operator], operator });
}
const synonyms: readonly (readonly [string, BinaryOperator])[] = [
	["!=", "<>"],
	["mod", "%"],
	["&&", "and"],
	["||", "or"],
];
for (const [word, operator] of synonyms) {
	binaryReadings.set(word, { level: binaryPrecedences[operator], operator });
}
for (const operator of ["->", "->>", "sounds like"]) {
	binaryReadings.delete(operator); // not plain binary operators: see the column in operand.ts and `sounds` below
}

const otherLevels = new Map<string, number>([
	["is", Precedence.comparison],
	["not", Precedence.predicate],
	["in", Precedence.predicate],
	["between", Precedence.predicate],
	["like", Precedence.predicate],
	["regexp", Precedence.predicate],
	["rlike", Precedence.predicate],
	["sounds", Precedence.predicate],
	["||", Precedence.concat], // only used with PIPES_AS_CONCAT
]);

export function expression(cursor: Cursor, level: number): Expression {
	const next = cursor.wordAhead(1);
	if (next === "," || next === ")") {
		const alone = literal(cursor); // fast path: most values in rows of an INSERT
		if (alone !== undefined) {
			return alone;
		}
	}
	return climb(cursor, level);
}

function climb(cursor: Cursor, level: number): Expression {
	const negates = cursor.is("not") && level <= Precedence.not && !cursor.mode.highNotPrecedence;
	let left = negates ? negation(cursor) : operand(cursor);
	let ceiling: number = negates ? Precedence.not : Precedence.primary;
	for (;;) {
		const word = cursor.word;
		if (word === "" || word === "," || word === ")") {
			return left;
		}
		const reading = readingOf(cursor, word);
		if (reading !== undefined) {
			if (reading.level < level || reading.level > ceiling) {
				return left;
			}
			left =
				reading.operator === "and" || reading.operator === "or"
					? chain(cursor, reading, left)
					: binary(cursor, reading, left);
			ceiling = isIntervalSum(left) ? Precedence.bitXor : reading.level;
			continue;
		}
		const other = otherLevels.get(word);
		const step = other === undefined || other < level ? undefined : otherOperator(cursor, word, left, ceiling);
		if (step === undefined) {
			return left;
		}
		left = step;
		ceiling = ceilingBehind(left);
	}
}

function readingOf(cursor: Cursor, word: string): BinaryReading | undefined {
	return word === "||" && cursor.mode.pipesAsConcat ? undefined : binaryReadings.get(word);
}

/** Longer chains of AND or OR become balanced trees, since tree walks are recursive. */
const longestSpine = 64;

/** `a or b or c ...`, iteratively. */
function chain(cursor: Cursor, { level, operator }: BinaryReading, left: Expression): Expression {
	const others = cursor.items(
		() => {
			cursor.at++;
			return cursor.expression(level + 1);
		},
		() => readingOf(cursor, cursor.word)?.operator === operator,
	);
	return joined(operator, [left, ...others]);
}

function joined(operator: BinaryOperator, operands: readonly Expression[]): Expression {
	if (operands.length <= longestSpine) {
		return operands.reduce((left, right) => ({ kind: "binary", operator, left, right }));
	}
	const middle = operands.length >> 1;
	return {
		kind: "binary",
		operator,
		left: joined(operator, operands.slice(0, middle)),
		right: joined(operator, operands.slice(middle)),
	};
}

/** Any arithmetic operator may follow `a + interval 1 day`, with the whole as its left operand. */
function isIntervalSum(node: Expression): boolean {
	return node.kind === "binary" && node.right.kind === "interval";
}

function negation(cursor: Cursor): Expression {
	cursor.at++;
	return { kind: "unary", operator: "not", operand: cursor.expression(Precedence.not) };
}

/** The highest precedence that may still follow: operators that do not chain lower it. */
function ceilingBehind(node: Expression): number {
	if (node.kind === "call") {
		return Precedence.concat;
	}
	if (node.kind === "is") {
		return node.test === "null" ? Precedence.comparison : Precedence.is - 1;
	}
	return Precedence.predicate - 1;
}

function binary(cursor: Cursor, { level, operator }: BinaryReading, left: Expression): Binary | Quantified {
	cursor.at++;
	if (level === Precedence.comparison) {
		const quantified = quantifiedComparison(cursor, operator, left);
		if (quantified !== undefined) {
			return quantified;
		}
	}
	const right = level === Precedence.add && isInterval(cursor) ? interval(cursor) : cursor.expression(level + 1);
	return { kind: "binary", operator, left, right };
}

function quantifiedComparison(cursor: Cursor, operator: BinaryOperator, left: Expression): Quantified | undefined {
	const word = cursor.word;
	if ((word !== "any" && word !== "some" && word !== "all") || cursor.wordAhead(1) !== "(" || operator === "<=>") {
		return undefined;
	}
	cursor.at += 2;
	const query = nestedQuery(cursor);
	cursor.expect(")");
	const quantifier = word === "all" ? "all" : "any";
	return { kind: "quantified", operator: operator as Quantified["operator"], quantifier, operand: left, query };
}

/** Operators that are words, and `||` as concatenation; undefined if the word is no operator here. */
function otherOperator(cursor: Cursor, word: string, left: Expression, ceiling: number): Expression | undefined {
	if (word === "is") {
		return isTest(cursor, left, ceiling);
	}
	if (word === "||") {
		if (ceiling < Precedence.concat) {
			return undefined;
		}
		cursor.at++;
		return { kind: "call", name: "concat", arguments: [left, cursor.expression(Precedence.concat + 1)] };
	}
	if (ceiling < Precedence.predicate) {
		return undefined;
	}
	if (word === "sounds") {
		return cursor.acceptPhrase("sounds", "like")
			? { kind: "binary", operator: "sounds like", left, right: cursor.expression(Precedence.bitOr) }
			: undefined;
	}
	const negated = cursor.accept("not");
	return predicate(cursor, left, negated);
}

function isTest(cursor: Cursor, left: Expression, ceiling: number): Expression | undefined {
	const negated = cursor.wordAhead(1) === "not";
	const word = cursor.wordAhead(negated ? 2 : 1);
	const ahead = negated ? 3 : 2;
	if (word === "null" && ceiling >= Precedence.comparison) {
		cursor.at += ahead;
		return { kind: "is", operand: left, test: "null", negated };
	}
	if ((word === "true" || word === "false" || word === "unknown") && ceiling >= Precedence.is) {
		cursor.at += ahead;
		return { kind: "is", operand: left, test: word, negated };
	}
	return undefined;
}

function predicate(cursor: Cursor, left: Expression, negated: boolean): Expression {
	switch (cursor.expectOneOf("in", "between", "like", "regexp", "rlike")) {
		case "in":
			return { kind: "in", operand: left, candidates: candidates(cursor), negated };
		case "between": {
			const low = cursor.expression(Precedence.bitOr);
			cursor.expect("and");
			return { kind: "between", operand: left, low, high: cursor.expression(Precedence.predicate), negated };
		}
		case "like": {
			const pattern = cursor.expression(Precedence.concat);
			const escape = cursor.accept("escape") ? cursor.expression(Precedence.concat) : undefined;
			return { kind: "like", operand: left, pattern, escape, negated };
		}
		default:
			return { kind: "regexp", operand: left, pattern: cursor.expression(Precedence.bitOr), negated };
	}
}

const expressionWithin = (cursor: Cursor): Expression => cursor.expression();

function candidates(cursor: Cursor): InTest["candidates"] {
	cursor.expect("(");
	if (cursor.is("select")) {
		const query = nestedQuery(cursor);
		cursor.expect(")");
		return query;
	}
	const first = cursor.expression();
	if (first.kind === "subquery" && !cursor.is(",")) {
		const query = cursor.is(")") ? first.query : cursor.queryBehind(first.query);
		cursor.expect(")");
		return query;
	}
	const others = cursor.accept(",") ? cursor.list(expressionWithin) : [];
	cursor.expect(")");
	return [first, ...others];
}
