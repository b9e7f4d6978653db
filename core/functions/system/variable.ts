/**
 * Variables as expressions: `@name`, `@name := value`, `@@name`.
 *
 * The name is syntax and not an operand, so factories make the definitions, with the type as far as the planner knows
 * it. The session stores the values.
 *
 * | factory                                 | SQL              | source (MySQL 5.7 manual)         |
 * |-----------------------------------------|------------------|-----------------------------------|
 * | `userVariable(name, known, assigned)`   | @name            | 9.4 User-Defined Variables        |
 * | `assignVariable(name)`                  | @name := value   | 9.4                               |
 * | `systemVariable(name, scope, known)`    | @@scope.name     | 5.1.8 Using System Variables      |
 */
import { sqlError } from "../../errors/catalogue.ts";
import { type Converter, resultConverter } from "../../types/assign/conversion.ts";
import type { Evaluation, TypedValue } from "../../types/evaluation/evaluation.ts";
import { bytesAttributes } from "../../types/collation/common-collation.ts";
import { familyOf, type SqlType } from "../../types/value/type.ts";
import { encodeText, type Value } from "../../types/value/value.ts";
import { encodingOf } from "../operand/collation-choice.ts";
import { connectionEncoding } from "../operand/text-operand.ts";
import { define } from "../definition/definition.ts";
import type { FunctionDefinition, Operand, ResolutionContext } from "../definition/function.ts";
import {
	anyText,
	bigintType,
	decimalResult,
	doubleType,
	isText,
	maximumPrecision,
	textResult,
	textWidth,
	unsignedType,
} from "../definition/result.ts";

/** Length, in characters, of an unset variable. */
const unsetLength = 4194303;

const bytes = anyText(bytesAttributes);

/** Text may be longer than it was, and what was NULL is text. */
function plannedType(shown: SqlType): SqlType {
	return shown.name === "null" ? bytes : isText(shown) ? anyText(shown) : shown;
}

/** Converts a variable's value to the planned type; they differ only if it was set since. */
function reader(shown: SqlType): (typed: TypedValue, evaluation: Evaluation) => Value {
	let from: SqlType | undefined;
	let convert: Converter | undefined;
	const planned = plannedType(shown);
	return ({ type, value }, evaluation) => {
		if (type === planned || value === null) {
			return value;
		}
		if (type !== from || convert === undefined) {
			convert = resultConverter(type, planned);
			from = type;
		}
		return convert(value, evaluation);
	};
}

/**
 * `known`: the type of its value at planning time, if it is set. `assigned`: the statement also assigns it, so that
 * it may change from row to row: a decimal number may get more digits than it has.
 */
export function userVariable(name: string, known: SqlType | undefined, assigned = false): FunctionDefinition {
	return define(`@${name}`, 0, 0, (_operands, context) => {
		const type =
			known === undefined
				? textResult(unsetLength, { charset: context.connectionCharset, collation: context.connectionCollation })
				: assigned && familyOf(known) === "decimal"
					? decimalResult(maximumPrecision, known.scale)
					: known;
		const read = reader(type);
		return {
			type,
			nullable: true,
			coercibility: 2,
			...(assigned ? { volatile: true } : { statementConstant: true }),
			evaluate: (evaluation) => {
				const typed = evaluation.session.userVariable(name);
				return typed === undefined ? null : read(typed, evaluation);
			},
		};
	});
}

/** Returns the stored type: BIGINT, DECIMAL, DOUBLE or text; dates and others become text. */
function storedType(operand: Operand, context: ResolutionContext): SqlType {
	const { type } = operand;
	switch (familyOf(type)) {
		case "integer":
		case "bit":
			return type.unsigned ? unsignedType : bigintType;
		case "decimal":
			return type;
		case "float":
			return doubleType;
		default:
			return isText(type)
				? type
				: textResult(
						textWidth(type),
						type.name === "null" ? connectionEncoding(context) : encodingOf(operand, context),
					);
	}
}

export function assignVariable(name: string): FunctionDefinition {
	return define(":=", 1, 1, ([operand], context) => {
		const type = storedType(operand!, context);
		return {
			type,
			nullable: operand!.nullable,
			coercibility: 2,
			operands: [type],
			nullPropagates: false,
			volatile: true,
			evaluate: (evaluation, value) => {
				evaluation.session.setUserVariable(name, { type, value });
				return value;
			},
		};
	});
}

/** `known`: the variable's type in this scope; undefined: unknown variable, error 1193. */
export function systemVariable(
	name: string,
	scope: "session" | "global" | "any",
	known: SqlType | undefined,
): FunctionDefinition {
	return define(`@@${name}`, 0, 0, () => {
		if (known === undefined) {
			throw sqlError("unknownSystemVariable", encodeText(name));
		}
		const read = reader(known);
		return {
			type: known,
			nullable: true,
			coercibility: 3,
			statementConstant: true,
			evaluate: (evaluation) => {
				const typed = evaluation.session.systemVariable(name, scope);
				return typed === undefined ? null : read(typed, evaluation);
			},
		};
	});
}
