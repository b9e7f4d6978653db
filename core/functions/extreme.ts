/**
 * The least and the greatest of several operands in one row.
 *
 * In: two or more operands. Out: one of them, in the type that holds all; NULL where any is. Numbers among text make all
 * of it numbers; dates among text are compared as text, in which their order is the same.
 *
 * | name            | result                    | source (MySQL 5.7 manual)                 |
 * |-----------------|---------------------------|-------------------------------------------|
 * | least, greatest | the operands' common type | 12.3.2 Comparison Functions and Operators |
 */
import { familyOf, type SqlType } from "../types/type.ts";
import { unionType } from "../types/union.ts";
import { doubleOfScale, isFixed } from "./arithmetic.ts";
import { chooseComparison, type CollationChoice } from "./collation-choice.ts";
import { testBy } from "./comparison.ts";
import { anyNullable, define, many } from "./definition.ts";
import type { FunctionDefinition, Operand, ResolutionContext } from "./function.ts";
import { doubleType, isTextual, shownScaleOf, textResult, textWidth } from "./result.ts";

interface Common {
	readonly type: SqlType;
	readonly choice?: CollationChoice;
}

function commonOf(operands: readonly Operand[], context: ResolutionContext, name: string): Common {
	const known = operands.filter((operand) => operand.type.name !== "null");
	const texts = known.filter((operand) => isTextual(operand.type));
	const temporals = known.filter((operand) => familyOf(operand.type) === "temporal");
	if (texts.length > 0 && texts.length + temporals.length === known.length) {
		const choice = chooseComparison(operands, context, name);
		return { type: textResult(Math.max(...known.map((operand) => textWidth(operand.type))), choice), choice };
	}
	const type = texts.length > 0 ? doubleType : unionType(operands.map((operand) => operand.type));
	const isDouble = type.name === "double" && operands.every((operand) => isFixed(operand.type));
	return { type: isDouble ? doubleOfScale(Math.max(...operands.map(shownScaleOf)), true) : type };
}

function extreme(name: string, sign: "<" | ">"): FunctionDefinition {
	return define(name, 2, many, (operands, context) => {
		const { type, choice } = commonOf(operands, context, name);
		const isBetter = testBy(sign, type);
		return {
			type,
			nullable: anyNullable(operands),
			...(choice === undefined ? {} : { coercibility: choice.coercibility }),
			operands: operands.map(() => type),
			evaluate: (_evaluation, first, ...rest) => {
				let best = first;
				for (let at = 0; at < operands.length - 1; at++) {
					best = isBetter(rest[at]!, best) ? rest[at]! : best;
				}
				return best;
			},
		};
	});
}

export const extremeOperands: readonly FunctionDefinition[] = [extreme("least", "<"), extreme("greatest", ">")].map((definition) => ({ ...definition, handsOn: true }));
