/**
 * Code generation for conditions: an expression that is true only where the condition is true (not NULL).
 *
 * Inlined: comparisons of numbers and of texts in byte order, LIKE with `%` at the ends, IN, BETWEEN, IS NULL, AND,
 * OR, NOT.
 *
 * Conjuncts are tested in order, so columns of a later one are decoded only for rows that pass the earlier ones.
 * Inside OR and NOT operands are evaluated before they are tested, so only those that can neither fail nor warn are
 * inlined (`isPlain`).
 */
import { isDirect } from "../../functions/comparison/comparison.ts";
import { bytePattern, escapeOf } from "../../functions/string/like.ts";
import type { BoundCall, BoundExpression } from "../../plan/tree/bound-expression.ts";
import { conjunctsOf } from "../../plan/tree/bound-tree.ts";
import { compileCondition, compileTo } from "../../plan/compile/compile.ts";
import { comparisonConverter, comparisonType } from "../../types/compare/comparison.ts";
import { identity } from "../../types/assign/conversion.ts";
import { familyOf, type SqlType } from "../../types/value/type.ts";
import { byteComparator, byteOrderOf } from "../rows/byte-order.ts";
import { meetsPattern, readyPattern } from "./byte-pattern.ts";
import type { ExpressionCode } from "./expression-codegen.ts";
import { asBytes, isSteady, known, unfit } from "./known-value.ts";
import { isQuiet, mayBeTogether } from "./quiet.ts";
import { membershipCode } from "./membership-codegen.ts";
import type { ValueTerm } from "./term.ts";

const operators: Record<string, string> = { "=": "===", "<>": "!==", "<": "<", "<=": "<=", ">": ">", ">=": ">=" };
const opposites: Record<string, string> = { "=": "<>", "<>": "=", "<": ">=", "<=": ">", ">": "<=", ">=": "<" };

/** Skips rows that do not meet the condition. */
export function requireCondition(condition: BoundExpression, expressions: ExpressionCode): void {
	const { loop } = expressions;
	for (const conjunct of conjunctsOf(condition)) {
		const written = testText(conjunct, true, expressions);
		if (written !== undefined) {
			loop.require(written);
			continue;
		}
		expressions.fill(conjunct);
		loop.require(`${loop.constant(compileCondition(conjunct))}(row, execution)`);
	}
}

/** Returns an expression that is true where the condition is `wanted`; undefined if a closure must evaluate it. */
function testText(bound: BoundExpression, wanted: boolean, expressions: ExpressionCode): string | undefined {
	if (bound.kind === "subquery") {
		return wanted ? membershipCode(bound, expressions) : undefined;
	}
	if (bound.kind !== "call") {
		return undefined;
	}
	const { name } = bound.definition;
	switch (name) {
		case "and":
		case "or":
		case "not":
		case "!":
			return connectedText(bound, wanted, expressions);
		case "between":
			return betweenText(bound, wanted, expressions);
		case "like":
			return likeText(bound, wanted, expressions);
		case "in":
			return listText(bound, wanted, expressions);
		case "is null":
		case "isnull":
			return nullText(bound, wanted, expressions);
		case "is not null":
			return nullText(bound, !wanted, expressions);
		default:
			return name in operators ? comparisonText(bound, wanted ? name : opposites[name]!, expressions) : undefined;
	}
}

function connectedText(call: BoundCall, wanted: boolean, expressions: ExpressionCode): string | undefined {
	if (!call.operands.every(isPlain)) {
		return undefined;
	}
	const { name } = call.definition;
	const inner = name === "and" || name === "or" ? wanted : !wanted;
	const tests: string[] = [];
	for (const operand of call.operands) {
		const test = testText(operand, inner, expressions);
		if (test === undefined) {
			return undefined;
		}
		tests.push(`(${test})`);
	}
	return tests.join((name === "and") === wanted ? " && " : " || ");
}

/** True for columns and known values: they cannot fail, warn or be slow. */
function isPlain(bound: BoundExpression): boolean {
	if (bound.kind !== "call") {
		return false;
	}
	const { name } = bound.definition;
	if (["and", "or", "not", "!"].includes(name)) {
		return bound.operands.every(isPlain);
	}
	return (
		bound.operands.every(isQuiet) &&
		(name in operators || ["between", "like", "in", "is null", "isnull", "is not null"].includes(name))
	);
}

function notNull(term: ValueTerm): string[] {
	return term.nullable ? [`${term.code} !== null`] : [];
}

function comparisonText(call: BoundCall, sign: string, expressions: ExpressionCode): string | undefined {
	const [a, b] = call.operands as [BoundExpression, BoundExpression];
	const type = call.resolution.operands?.[0];
	if (type === undefined || call.resolution.nullPropagates === false || !mayBeTogether(a, b)) {
		return undefined;
	}
	if (!isDirect(type)) {
		return byteComparison(a, b, type, sign, expressions);
	}
	const [left, right] = [expressions.plain(a, type), expressions.plain(b, type)];
	return [...notNull(left), ...notNull(right), `${left.code} ${operators[sign]} ${right.code}`].join(" && ");
}

interface Place {
	readonly text: string;
	readonly test: string[];
}

function byteComparison(
	a: BoundExpression,
	b: BoundExpression,
	type: SqlType,
	sign: string,
	expressions: ExpressionCode,
): string | undefined {
	const order = byteOrderOf(type);
	if (order === undefined || !isPlace(a, type) || !isPlace(b, type)) {
		return undefined;
	}
	const [left, right] = [placeText(a, type, expressions), placeText(b, type, expressions)];
	const compare = expressions.loop.constant(byteComparator(order));
	return [...left.test, ...right.test, `${compare}(${left.text}, ${right.text}) ${operators[sign]} 0`].join(" && ");
}

/** True for text stored in bytes: a column or a known value. */
function isPlace(bound: BoundExpression, type: SqlType): boolean {
	return (
		isSteady(bound) ||
		(bound.kind === "column" &&
			bound.origin?.column !== undefined &&
			comparisonConverter(bound.type, type) === identity)
	);
}

function placeText(bound: BoundExpression, type: SqlType, expressions: ExpressionCode): Place {
	const { loop } = expressions;
	if (isSteady(bound)) {
		const name = loop.known(known(compileTo(bound, type), asBytes));
		return { text: `${name}, 0, ${name}.length`, test: [] };
	}
	const term = expressions.value(bound);
	if (term.kind === "bytes") {
		return { text: `${term.bytes}, ${term.from}, ${term.to}`, test: term.nullable ? [`${term.from} >= 0`] : [] };
	}
	const bytes = loop.keep(`${term.code} === null ? null : ${loop.constant(bytesOf)}(${term.code})`);
	return { text: `${bytes}, 0, ${bytes}.length`, test: [`${bytes} !== null`] };
}

const bytesOf = (text: string): Uint8Array => Buffer.from(text, "latin1");

const counted: ReadonlySet<string> = new Set(["integer", "decimal", "float"]);

function betweenText(call: BoundCall, wanted: boolean, expressions: ExpressionCode): string | undefined {
	const [value, low, high] = call.operands as [BoundExpression, BoundExpression, BoundExpression];
	const types = [comparisonType(value.type, low.type), comparisonType(value.type, high.type)];
	// Unless all are numbers, the types of all three decide how they are compared.
	if (call.operands.some(({ type }) => !counted.has(familyOf(type)))) {
		return undefined;
	}
	const [lowType, highType] = types as [SqlType, SqlType];
	const terms = [
		expressions.plain(value, lowType),
		expressions.plain(low, lowType),
		expressions.plain(value, highType),
		expressions.plain(high, highType),
	] as const;
	const [a, bottom, b, top] = terms;
	if (bottom.nullable || top.nullable) {
		return undefined;
	}
	const within = wanted
		? `${a.code} >= ${bottom.code} && ${b.code} <= ${top.code}`
		: `(${a.code} < ${bottom.code} || ${b.code} > ${top.code})`;
	return [...notNull(a), within].join(" && ");
}

function likeText(call: BoundCall, wanted: boolean, expressions: ExpressionCode): string | undefined {
	const [text, pattern] = call.operands as [BoundExpression, BoundExpression];
	const encoding = call.resolution.operands?.[0];
	if (
		encoding === undefined ||
		call.operands.length !== 2 ||
		!isSteady(pattern) ||
		text.kind !== "column" ||
		!isPlace(text, encoding) ||
		byteOrderOf(encoding) === undefined
	) {
		return undefined;
	}
	const place = placeText(text, encoding, expressions);
	const ready = expressions.loop.known(
		known(compileTo(pattern, encoding), (value, { mode }) => {
			const found = bytePattern(
				value as string,
				escapeOf(undefined, mode.noBackslashEscapes, encoding.charset),
				encoding,
			);
			return found === undefined ? unfit : readyPattern(found);
		}),
	);
	const meets = `${wanted ? "" : "!"}${expressions.loop.constant(meetsPattern)}(${place.text}, ${ready})`;
	return [...place.test, meets].join(" && ");
}

/** IN list of integers of one kind, comparable without a conversion. */
function listText(call: BoundCall, wanted: boolean, expressions: ExpressionCode): string | undefined {
	const [value, ...candidates] = call.operands as [BoundExpression, ...BoundExpression[]];
	const isFit =
		candidates.length <= 8 &&
		candidates.every((candidate) => isSteady(candidate) && familyOf(candidate.type) === "integer");
	if (!isFit || familyOf(value.type) !== "integer") {
		return undefined;
	}
	const term = expressions.plain(value);
	const tests = candidates.map((candidate) => {
		const { code } = expressions.plain(candidate);
		return wanted ? `${term.code} === ${code}` : `${term.code} !== ${code}`;
	});
	return [...notNull(term), `(${tests.join(wanted ? " || " : " && ")})`].join(" && ");
}

function nullText(call: BoundCall, wanted: boolean, expressions: ExpressionCode): string | undefined {
	const [value] = call.operands as [BoundExpression];
	if (value.kind !== "column") {
		return undefined;
	}
	const term = expressions.value(value);
	if (term.kind === "bytes") {
		return wanted ? `${term.from} < 0` : `${term.from} >= 0`;
	}
	return `${term.code} ${wanted ? "===" : "!=="} null`;
}
