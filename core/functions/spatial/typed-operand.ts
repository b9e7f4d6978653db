/**
 * Operands that spatial functions take of certain types only: whole numbers, text, reference ids.
 */
import { sqlError } from "../../errors/catalogue.ts";
import { familyOf, type SqlType, sqlType } from "../../types/value/type.ts";
import type { Value } from "../../types/value/value.ts";
import type { Operand } from "../definition/function.ts";
import { bigintType } from "../definition/result.ts";

/** Throws 3064, with the operand's name in the message. NULL is of any type, and so is a parameter. */
export function requireType(
	operand: Operand,
	isOfType: (operand: Operand) => boolean,
	called: string,
	name: string,
): void {
	const isParameter = operand.steady === true && operand.call === undefined;
	if (operand.type.name !== "null" && !isParameter && !isOfType(operand)) {
		throw sqlError("incorrectArgumentType", called, name);
	}
}

function isInteger({ type }: Pick<Operand, "type">): boolean {
	return familyOf(type) === "integer";
}

/** Text that is no binary string. */
export function isCharacters({ type }: Operand): boolean {
	return familyOf(type) === "text";
}

/** A whole number, or text that is read as one. */
export function isWhole(operand: Operand): boolean {
	return isInteger(operand) || isCharacters(operand);
}

/** A whole number, its sign as the operand's: messages show it. */
export function wholeType({ type }: Operand): SqlType {
	return isInteger({ type }) && type.unsigned ? unsignedType : bigintType;
}

const unsignedType = sqlType("bigint", { unsigned: true });

const greatestId = 4294967295;

/** Throws 1411 for a number that is no reference id. */
export function referenceIdOf(value: Value, name: string): number {
	const id = Number(value);
	if (id < 0 || id > greatestId) {
		throw sqlError("incorrectFunctionValue", "SRID", String(value), name);
	}
	return id;
}
