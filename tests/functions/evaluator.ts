/**
 * Evaluator of constant expressions for tests, without a planner or a store.
 *
 * Returns the value as text, the type and the warnings. Columns and queries are refused: binding them is the
 * planner's part.
 */
import { work } from "../../core/async/work-meter.ts";
import type { ErrorName } from "../../core/errors/catalogue.ts";
import { catalogue, fillSentence } from "../../core/errors/catalogue.ts";
import { binaryTarget, castTo, castType, collate, convertUsing } from "../../core/functions/cast.ts";
import { converted } from "../../core/functions/definition/definition.ts";
import type {
	Compiled,
	FunctionDefinition,
	Operand,
	Resolution,
	ResolutionContext,
} from "../../core/functions/definition/function.ts";
import { checkArity, functionNamed } from "../../core/functions/registry.ts";
import { isText, isTextual, nullType, truthType } from "../../core/functions/definition/result.ts";
import { englishNames } from "../../core/functions/locale/time-names.ts";
import { assignVariable, systemVariable, userVariable } from "../../core/functions/system/variable.ts";
import { createParser, plainMode } from "../../core/sql/parse/index.ts";
import type { Expression, Literal, Word } from "../../core/sql/tree/expression.ts";
import { charsetNamed, convertText } from "../../core/types/text/charset.ts";
import type { Evaluation, SessionFacts, TypedValue } from "../../core/types/evaluation/evaluation.ts";
import {
	bytesLiteral,
	decimalLiteral,
	doubleLiteral,
	integerLiteral,
	temporalLiteral,
	textLiteral,
} from "../../core/types/convert/literal.ts";
import { parseSqlMode } from "../../core/types/evaluation/sql-mode.ts";
import { printText } from "../../core/types/print/print.ts";
import { familyOf, sqlType, type SqlType } from "../../core/types/value/type.ts";
import { canonical, encodeText } from "../../core/types/value/value.ts";

export const context: ResolutionContext = {
	connectionCharset: "utf8mb4",
	connectionCollation: "utf8mb4_bin",
	divisionPrecisionIncrement: 4,
	defaultWeekFormat: 0,
	timeNames: englishNames,
	noUnsignedSubtraction: false,
	groupConcatMaximumLength: 1024,
};

interface Answer {
	readonly text: string | null;
	readonly type: SqlType;
	readonly nullable: boolean;
	readonly warnings: readonly string[];
}

interface Bound extends Operand {
	readonly compiled: Compiled;
	/** The same operand with more digits than it prints. */
	readonly finer?: () => Bound;
}

/** Returns an evaluation at 2019-03-28 14:19:26.123456 UTC that records its warnings. */
export function testEvaluation(): Evaluation & { readonly warnings: string[] } {
	const variables = new Map<string, TypedValue>();
	const warnings: string[] = [];
	const session: SessionFacts = {
		connectionId: 7,
		user: "root@localhost",
		currentUser: "root@%",
		database: "test",
		version: "5.7.25",
		lastInsertId: 0,
		rowCount: 0,
		foundRows: 1,
		connectionCharset: "utf8mb4",
		connectionCollation: "utf8mb4_bin",
		userVariable: (name) => variables.get(name),
		setUserVariable: (name, value) => void variables.set(name, value),
		systemVariable: () => undefined,
	};
	return {
		serial: ++work.evaluations,
		mode: parseSqlMode("STRICT_TRANS_TABLES,ERROR_FOR_DIVISION_BY_ZERO"),
		nowMicroseconds: 1553782766123456,
		offsetSeconds: () => 0,
		parameters: [],
		strictWrite: false,
		rowNumber: 1,
		session,
		warnings,
		warn(level, name: ErrorName, ...args) {
			warnings.push(
				`${level} ${catalogue[name][0]} ${Buffer.from(fillSentence(catalogue[name][2], args), "latin1").toString()}`,
			);
		},
	};
}

/** Returns the answer to `select <expression>`; throws the function's error. */
export function evaluate(expression: string): Answer {
	const [parsed] = createParser().parse(encodeText(`select ${expression}`), plainMode);
	const statement = parsed!.statement as unknown as {
		readonly items?: unknown;
		readonly query?: { readonly items: unknown };
	};
	const items = (statement.items ?? statement.query!.items) as readonly { readonly expression: Expression }[];
	const evaluation = testEvaluation();
	const bound = bind(items[0]!.expression, evaluation);
	const text = printText(bound.compiled([], evaluation), bound.type);
	return {
		text: text === null ? null : shown(text, bound.type),
		type: bound.type,
		nullable: bound.nullable,
		warnings: evaluation.warnings,
	};
}

/** Returns text as UTF-8, or in hexadecimal where the bytes are not text. */
function shown(bytes: string, type: SqlType): string {
	const utf8 = isText(type) && type.charset !== "binary" ? convertText(bytes, type.charset, "utf8mb4") : bytes;
	const text = Buffer.from(utf8, "latin1").toString("utf8");
	return Buffer.from(text, "utf8").toString("latin1") === utf8 && !/[\x00-\x08\x0b-\x1f]/.test(text)
		? text
		: `0x${Buffer.from(utf8, "latin1").toString("hex")}`;
}

/** Binds an expression, or an operand such as a unit, as the function's definition resolves it. */
function bind(node: Expression | Word, evaluation: Evaluation): Bound {
	switch (node.kind) {
		case "word":
			return { type: nullType, nullable: true, coercibility: 6, word: node.word, compiled: () => null };
		case "literal":
			return constant(literal(node, evaluation), node);
		case "call":
			return call(named(node.name), operandsOf(node.arguments), evaluation);
		case "unary":
			return node.operator === "+"
				? bind(node.operand, evaluation)
				: call(
						node.operator === "binary" ? castTo(binaryTarget) : named(node.operator),
						[node.operand],
						evaluation,
						node.operator !== "binary",
					);
		case "binary":
			return node.right.kind === "interval" || node.left.kind === "interval"
				? call(
						named(node.operator === "-" ? "date_sub" : "date_add"),
						operandsOf(node.left.kind === "interval" ? [node.right, node.left] : [node.left, node.right]),
						evaluation,
					)
				: call(named(node.operator), [node.left, node.right], evaluation, "+-*/%&|^<<>>div".includes(node.operator));
		case "is":
			return negated(node.negated, call(named(`is ${node.test}`), [node.operand], evaluation), evaluation);
		case "in":
			return negated(
				node.negated,
				call(named("in"), [node.operand, ...(node.candidates as readonly Expression[])], evaluation),
				evaluation,
			);
		case "between":
			return negated(node.negated, call(named("between"), [node.operand, node.low, node.high], evaluation), evaluation);
		case "like":
			return negated(
				node.negated,
				call(
					named("like"),
					node.escape === undefined ? [node.operand, node.pattern] : [node.operand, node.pattern, node.escape],
					evaluation,
				),
				evaluation,
			);
		case "regexp":
			return negated(node.negated, call(named("regexp"), [node.operand, node.pattern], evaluation), evaluation);
		case "cast":
			return call(castTo(castType(node.type, context)), [node.operand], evaluation);
		case "convert-using":
			return call(convertUsing(node.charset), [node.operand], evaluation);
		case "collate":
			return call(collate(node.collation), [node.operand], evaluation);
		case "case": {
			const parts = node.branches.flatMap(({ when, then }) => [when, then]);
			const rest = node.otherwise === undefined ? parts : [...parts, node.otherwise];
			return call(
				named(node.operand === undefined ? "case" : "case-of"),
				node.operand === undefined ? rest : [node.operand, ...rest],
				evaluation,
			);
		}
		case "user-variable":
			return call(userVariable(node.name, evaluation.session.userVariable(node.name)?.type, true), [], evaluation);
		case "assign-variable":
			return call(assignVariable(node.name), [node.value], evaluation);
		case "system-variable":
			return call(systemVariable(node.name, node.scope, undefined), [], evaluation);
		default:
			throw new Error(`No constant: ${node.kind}`);
	}
}

function named(name: string): FunctionDefinition {
	const definition = functionNamed(name);
	if (definition === undefined) {
		throw new Error(`No function ${name}`);
	}
	return definition;
}

/** An interval is passed as its amount and its unit. */
function operandsOf(items: readonly (Expression | Word)[]): readonly (Expression | Word)[] {
	return items.flatMap((item): (Expression | Word)[] =>
		item.kind === "interval" ? [item.amount, { kind: "word", word: item.unit }] : [item],
	);
}

function negated(isNegated: boolean, bound: Bound, evaluation: Evaluation): Bound {
	return isNegated ? apply(named("not"), [bound], evaluation) : bound;
}

function call(
	definition: FunctionDefinition,
	items: readonly (Expression | Word)[],
	evaluation: Evaluation,
	numeric = false,
): Bound {
	const operands = items.map((item) =>
		numeric && item.kind === "literal" && (item.type === "hex" || item.type === "bit")
			? number(item.bytes)
			: bind(item, evaluation),
	);
	return apply(definition, operands, evaluation);
}

function apply(definition: FunctionDefinition, operands: readonly Bound[], evaluation: Evaluation): Bound {
	checkArity(definition, operands.length);
	const given = definition.takesFiner === true ? operands.map((operand) => operand.finer?.() ?? operand) : operands;
	const resolution = definition.resolve(given, context);
	const bound = { ...run(resolution, given, evaluation), call: definition.name };
	const { finer } = resolution;
	return finer === undefined
		? bound
		: { ...bound, finer: () => ({ ...run(finer, given, evaluation), shownScale: bound.type.scale }) };
}

function run(resolution: Resolution, operands: readonly Bound[], evaluation: Evaluation): Bound {
	const { type, nullable, coercibility = isTextual(type) ? 4 : 5 } = resolution;
	const compiled = compile(resolution, operands);
	const isConstant =
		resolution.volatile !== true &&
		operands.every((operand) => operand.constant !== undefined || operand.word !== undefined);
	if (!isConstant) {
		return { type, nullable, coercibility, compiled };
	}
	const value = compiled([], evaluation);
	return { type, nullable, coercibility, constant: value, compiled: () => value };
}

function compile(resolution: Resolution, operands: readonly Bound[]): Compiled {
	if (resolution.compile !== undefined) {
		return resolution.compile(operands.map(({ compiled }) => compiled));
	}
	const inputs = operands.map((operand, at) => converted(operand.compiled, operand, resolution.operands?.[at]));
	const { ask } = resolution;
	if (ask !== undefined) {
		return (row, evaluation) => ask(evaluation, (at) => inputs[at]!(row, evaluation));
	}
	const run = (resolution.evaluate ?? resolution.evaluator?.()) as (
		evaluation: Evaluation,
		...values: unknown[]
	) => string | number | bigint | null;
	return (row, evaluation) => {
		const values = inputs.map((input) => input(row, evaluation));
		return resolution.nullPropagates !== false && values.includes(null) ? null : run(evaluation, ...values);
	};
}

function constant({ type, value }: TypedValue, node: Literal): Bound {
	const coercibility = type.name === "null" ? 6 : node.type === "string" || isTextual(type) ? 4 : 5;
	return { type, nullable: value === null, coercibility, constant: value, compiled: () => value };
}

function number(bytes: string): Bound {
	const value = canonical([...bytes].reduce((sum, byte) => sum * 256n + BigInt(byte.charCodeAt(0)), 0n));
	const type = sqlType("bigint", { unsigned: true });
	return { type, nullable: false, coercibility: 5, constant: value, compiled: () => value };
}

function literal(node: Literal, evaluation: Evaluation): TypedValue {
	switch (node.type) {
		case "null":
			return { type: nullType, value: null };
		case "boolean":
			return { type: truthType, value: node.value ? 1 : 0 };
		case "integer":
			return integerLiteral(node.text);
		case "decimal":
			return decimalLiteral(node.text);
		case "double":
			return doubleLiteral(node.text);
		case "string": {
			const charset = node.national === true ? "utf8" : (node.charset ?? context.connectionCharset);
			return textLiteral(
				node.bytes,
				charset,
				charset === context.connectionCharset ? context.connectionCollation : charsetNamed(charset)!.defaultCollation,
			);
		}
		case "hex":
		case "bit":
			return node.charset === undefined
				? bytesLiteral(node.bytes)
				: textLiteral(node.bytes, node.charset, charsetNamed(node.charset)!.defaultCollation);
		default:
			return temporalLiteral(node.type, node.text, evaluation);
	}
}

/** Returns a type as the expectation tables print it: `bigint(21) unsigned`. */
export function typeText(type: SqlType): string {
	const family = familyOf(type);
	const sizes =
		family === "decimal"
			? `(${type.length},${type.scale})`
			: isText(type) || family === "integer"
				? `(${type.length})`
				: type.scale > 0
					? `(${type.scale})`
					: "";
	return `${type.name}${sizes}${type.unsigned ? " unsigned" : ""}`;
}
