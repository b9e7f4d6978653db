/**
 * Binds function calls: the function of a name, built in or stored, and its arguments.
 */
import { findRoutine } from "../../catalog/program.ts";
import { sqlError } from "../../errors/catalogue.ts";
import type { FunctionDefinition } from "../../functions/definition/function.ts";
import { functionNamed } from "../../functions/registry.ts";
import type { Expression, FunctionCall, Word } from "../../sql/tree/expression.ts";
import { encodeText } from "../../types/value/value.ts";
import { type BoundExpression, boundWord } from "../tree/bound-expression.ts";
import type { Planning } from "../tree/planning.ts";
import { type Binding, bind, bindValue } from "./binding.ts";
import { callOf } from "./function-call.ts";
import { numberOfBytes } from "./literal.ts";
import { padded } from "./padded-char.ts";
import { storedFunction } from "./stored-function.ts";

const numeric = new Set(["+", "-", "*", "/", "%", "div", "&", "|", "^", "<<", ">>", "~", "char"]);

/** A hex or bit literal is a number in arithmetic and as an argument of CHAR. */
export function bindOperand(expression: Expression, operator: string, binding: Binding): BoundExpression {
	if (
		expression.kind === "literal" &&
		(expression.type === "hex" || expression.type === "bit") &&
		numeric.has(operator)
	) {
		return numberOfBytes(expression.bytes);
	}
	return bind(expression, binding);
}

export function bindCall(expression: FunctionCall, binding: Binding): BoundExpression {
	const { database, name } = expression;
	const { planning } = binding;
	if (/^(charset|collation)$/i.test(name)) {
		planning.admitTextFunction?.(name.toLowerCase());
	}
	const definition =
		functionNamed(database === undefined ? name : `${database.toLowerCase()}.${name}`) ??
		storedDefinition(expression, planning);
	if (definition === undefined) {
		throw sqlError("noSuchFunction", encodeText(`${database ?? planning.database ?? ""}.${name}`));
	}
	if (definition.replacedBy !== undefined) {
		planning.noteOldName?.(expression, definition);
	}
	return callOf(
		definition,
		expression.arguments.flatMap((argument) => bindArgument(argument, name, binding)),
		planning,
	);
}

/** Collects the need of EXECUTE too. */
function storedDefinition(
	{ database, name, arguments: given }: FunctionCall,
	planning: Planning,
): FunctionDefinition | undefined {
	const within = database ?? planning.database;
	const routine = within === null ? undefined : findRoutine(planning.schema, "function", within, name);
	if (routine === undefined) {
		return undefined;
	}
	const { through: views = [] } = planning;
	planning.needs?.push({ kind: "routine", routine, privilege: "EXECUTE", views });
	return storedFunction({ routine, views }, given.length);
}

/** An interval argument becomes two: amount and unit. */
function bindArgument(argument: Expression | Word, name: string, binding: Binding): BoundExpression[] {
	switch (argument.kind) {
		case "word":
			return [boundWord(argument.word)];
		case "interval":
			return [bindValue(argument.amount, binding), boundWord(argument.unit)];
		case "literal":
			return [bindOperand(argument, name, binding)];
		default:
			return [padded(bindValue(argument, binding), binding.planning)];
	}
}
