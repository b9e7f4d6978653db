/**
 * Name resolution and type derivation: binds an expression of the syntax tree to a scope.
 *
 * Throws 1052, 1054, 1111, 1241, 1305, 1582.
 */
import { sqlError } from "../../errors/catalogue.ts";
import { binaryTarget, castTo, castType, collate, convertUsing } from "../../functions/cast.ts";
import { functionNamed } from "../../functions/registry.ts";
import { assignVariable, systemVariable, userVariable } from "../../functions/system/variable.ts";
import {
	decimalResult,
	isNumeric,
	isTextual,
	maximumPrecision,
	maximumScale,
} from "../../functions/definition/result.ts";
import type {
	AssignVariable,
	Binary,
	Case,
	Cast,
	Expression,
	Like,
	Parameter,
	Unary,
	UserVariable,
} from "../../sql/tree/expression.ts";
import { bytewiseCollation } from "../../types/collation/collation.ts";
import { familyOf, isCharacterType, sqlType, type SqlType } from "../../types/value/type.ts";
import { boundWord, bitsAsNumber, storedInVariable, type BoundExpression } from "../tree/bound-expression.ts";
import { bindCall, bindOperand } from "./bind-call.ts";
import { bindLongChain } from "./equality-chain.ts";
import { bindComparison, bindIn, bindQuantified, bindRow } from "./bind-comparison.ts";
import { type Binding, bind, bindValue, negated } from "./binding.ts";
import { asNumber, callNamed, callOf } from "./function-call.ts";
import { padded } from "./padded-char.ts";
import { defaultValue, proposedValue } from "./column-value.ts";
import { bindLiteral } from "./literal.ts";
import { bindMatch } from "./bind-match.ts";
import { countedAmong, isBetween, isComparison } from "./row-comparison.ts";
import { placeAggregate } from "./outer-aggregate.ts";
import { nameColumn, resolveColumn } from "./scope.ts";
import type { Planning, AggregatePlaces, Scope } from "../tree/planning.ts";
import { existsSubquery, scalarSubquery } from "./subquery.ts";

export function bindExpression(
	expression: Expression,
	scope: Scope,
	planning: Planning,
	clause: string,
	aggregates?: AggregatePlaces,
): BoundExpression {
	return bindValue(expression, { scope, planning, clause, aggregates, bindPart });
}

function bindPart(expression: Expression, binding: Binding): BoundExpression {
	const { turns } = binding.planning;
	const bound =
		turns === undefined || isLeaf(expression)
			? bindNode(expression, binding)
			: turns.part(expression, () => bindNode(expression, binding));
	return binding.planning.resolution.comparesBytes === true ? comparedBytewise(bound) : bound;
}

function isLeaf({ kind }: Expression): boolean {
	return kind === "column" || kind === "parameter";
}

/** The same text, of which bytes decide. */
function comparedBytewise(bound: BoundExpression): BoundExpression {
	if (bound.kind === "row" || !isCharacterType(bound.type)) {
		return bound;
	}
	const collation = bytewiseCollation(bound.type.charset);
	return bound.type.collation === collation ? bound : { ...bound, type: { ...bound.type, collation } };
}

function bindNode(expression: Expression, binding: Binding): BoundExpression {
	const { scope, planning, clause } = binding;
	const value = (part: Expression): BoundExpression => bindValue(part, binding);
	const call = (name: string, ...parts: Expression[]): BoundExpression => callNamed(name, parts.map(value), planning);
	switch (expression.kind) {
		case "literal":
			return bindLiteral(expression, planning);
		case "parameter":
			return bindParameter(expression, planning);
		case "column":
			return resolveColumn(expression, scope, clause);
		case "user-variable":
			return callOf(
				userVariable(
					expression.name,
					planning.session.userVariable(expression.name)?.type,
					isAssigned(expression, planning),
				),
				[],
				planning,
			);
		case "system-variable": {
			const known = planning.session.systemVariableType(expression.name, expression.scope);
			return callOf(systemVariable(expression.name, expression.scope, known), [], planning);
		}
		case "assign-variable":
			return assigned(expression, binding);
		case "unary":
			return bindUnary(expression, binding);
		case "binary":
			return bindBinary(expression, binding);
		case "is": {
			const test = expression.test === "unknown" ? "null" : expression.test;
			if (test === "null" && expression.negated) {
				return call("is not null", expression.operand);
			}
			return negated(call(`is ${test}`, expression.operand), expression.negated, planning);
		}
		case "in":
			return negated(bindIn(expression, binding), expression.negated, planning);
		case "between": {
			const [operand, low, high] = [expression.operand, expression.low, expression.high].map((part) =>
				bind(part, binding),
			);
			return negated(isBetween(operand!, low!, high!, planning), expression.negated, planning);
		}
		case "like":
			return negated(bindLike(expression, binding), expression.negated, planning);
		case "regexp":
			return negated(call("regexp", expression.operand, expression.pattern), expression.negated, planning);
		case "exists":
			return existsSubquery(expression.query, binding);
		case "subquery":
			return scalarSubquery(expression.query, binding);
		case "quantified":
			return bindQuantified(expression, binding);
		case "row":
			return bindRow(expression.items, binding);
		case "call":
			return bindCall(expression, binding);
		case "aggregate":
			return placeAggregate(expression, binding, planning);
		case "cast":
			return bindCast(expression, binding);
		case "convert-using":
			planning.admitTextFunction?.("convert", expression.charset.toLowerCase());
			return callOf(convertUsing(expression.charset), [value(expression.operand)], planning);
		case "collate":
			return planning.resolution.comparesBytes === true
				? value(expression.operand)
				: callOf(collate(expression.collation), [value(expression.operand)], planning);
		case "case":
			return bindCase(expression, binding);
		case "interval":
			throw sqlError("wrongUsage", "INTERVAL", "expression");
		case "values-of":
			return proposedValue(nameColumn(expression.column, scope, clause), scope);
		case "default-of":
			return defaultValue(expression, scope, planning, clause);
		case "match":
			return bindMatch(expression, binding);
	}
}

/** Whether the variable may change from row to row. */
function isAssigned({ name, assigned: isInText }: UserVariable, { rowVariables }: Planning): boolean {
	return isInText === true || rowVariables?.has(name.toLowerCase()) === true;
}

/**
 * `@a := concat(@a, b)` or `@a := @a + 0.5` may change the variable's type. It is then bound with the new type, since
 * only the first row reads the previous one.
 */
function assigned({ name, value }: AssignVariable, binding: Binding): BoundExpression {
	const { planning } = binding;
	const definition = assignVariable(name);
	const bound = callOf(definition, [storedInVariable(bindValue(value, binding))], planning);
	const known = planning.session.userVariable(name);
	if (known === undefined || (familyOf(known.type) === familyOf(bound.type) && known.type.scale >= bound.type.scale)) {
		return bound;
	}
	const { session } = planning;
	const asText: Planning = {
		...planning,
		// Its parts are bound for the second time.
		turns: undefined,
		session: {
			userVariable: (asked) =>
				asked.toLowerCase() === name.toLowerCase() ? { type: bound.type, value: null } : session.userVariable(asked),
			systemVariable: (asked, scope) => session.systemVariable(asked, scope),
			systemVariableType: (asked, scope) => session.systemVariableType(asked, scope),
			currentUser: session.currentUser,
		},
	};
	return callOf(definition, [storedInVariable(bindValue(value, { ...binding, planning: asText }))], asText);
}

/** At PREPARE, parameters are assumed to be text. */
function bindParameter({ index, ascii }: Parameter, { parameterTypes, resolution }: Planning): BoundExpression {
	const { connectionCharset: charset, connectionCollation: collation } = resolution;
	const type = parameterTypes[index] ?? sqlType("varchar", { length: 255, charset, collation });
	const coercibility = type.name === "null" ? 6 : isTextual(type) ? 4 : 5;
	return { kind: "parameter", index, type, nullable: true, coercibility, ascii: ascii ?? false };
}

function bindUnary({ operator, operand }: Unary, binding: Binding): BoundExpression {
	if (operator === "+") {
		return bind(operand, binding);
	}
	const bound = bindOperand(operand, operator, binding);
	const definition = operator === "binary" ? castTo(binaryTarget) : functionNamed(operator)!;
	return callOf(definition, [bound], binding.planning);
}

function bindBinary(expression: Binary, binding: Binding): BoundExpression {
	const { operator, left, right } = expression;
	const { planning } = binding;
	if (left.kind === "interval" || right.kind === "interval") {
		return addInterval(expression, binding);
	}
	if (operator === "->" || operator === "->>") {
		const found = callNamed("json_extract", [bindValue(left, binding), bindValue(right, binding)], planning);
		return operator === "->" ? found : callNamed("json_unquote", [found], planning);
	}
	if (operator === "sounds like") {
		const [a, b] = [left, right].map((part) => callNamed("soundex", [bindValue(part, binding)], planning));
		return callNamed("=", [a!, b!], planning);
	}
	if (isComparison(operator)) {
		return bindComparison(expression, binding);
	}
	const long = operator === "or" || operator === "and" ? bindLongChain(expression, operator, binding) : undefined;
	return (
		long ?? callNamed(operator, [bindOperand(left, operator, binding), bindOperand(right, operator, binding)], planning)
	);
}

/** A hex or bit literal cast to a number is the number its bytes make. */
function bindCast({ operand, type }: Cast, binding: Binding): BoundExpression {
	const target = castType(type, binding.planning.resolution);
	const bound = bindValue(operand, binding);
	return callOf(
		castTo(target),
		[isNumeric(target.type) ? numberToCast(bound, target.type, binding) : bound],
		binding.planning,
	);
}

/** CAST AS SIGNED converts the selected text; CAST AS DECIMAL compares the alternatives as numbers. */
function numberToCast(bound: BoundExpression, target: SqlType, { planning }: Binding): BoundExpression {
	return familyOf(target) === "integer"
		? bitsAsNumber(bound)
		: asNumber(bound, target.name === "decimal" ? longestDecimal : target, planning);
}

const longestDecimal = decimalResult(maximumPrecision, maximumScale);

/** `date + interval 1 day`, `interval 1 day + date`, `date - interval 1 day` */
function addInterval({ operator, left, right }: Binary, binding: Binding): BoundExpression {
	const [date, interval] = left.kind === "interval" ? [right, left] : [left, right];
	if (interval.kind !== "interval" || date.kind === "interval") {
		throw sqlError("wrongUsage", "INTERVAL", "expression");
	}
	const name = operator === "-" ? "date_sub" : "date_add";
	return callNamed(
		name,
		[bindValue(date, binding), bindValue(interval.amount, binding), boundWord(interval.unit)],
		binding.planning,
	);
}

function bindLike({ operand, pattern, escape }: Like, binding: Binding): BoundExpression {
	const parts = escape === undefined ? [operand, pattern] : [operand, pattern, escape];
	return callNamed(
		"like",
		parts.map((part) => padded(bindValue(part, binding), binding.planning)),
		binding.planning,
	);
}

function bindCase({ operand, branches, otherwise }: Case, binding: Binding): BoundExpression {
	const { planning } = binding;
	const compared = operand === undefined ? undefined : bindValue(operand, binding);
	const bound = branches.map(({ when, then }) => ({ when: bindValue(when, binding), then: bindValue(then, binding) }));
	const parts = bound.flatMap(({ when, then }) => [
		compared === undefined ? bitsAsNumber(when) : countedAmong(when, [compared], planning),
		then,
	]);
	const first =
		compared === undefined
			? []
			: [
					countedAmong(
						compared,
						bound.map(({ when }) => when),
						planning,
					),
				];
	return callNamed(
		compared === undefined ? "case" : "case-of",
		[...first, ...parts, ...(otherwise === undefined ? [] : [bindValue(otherwise, binding)])],
		planning,
	);
}
