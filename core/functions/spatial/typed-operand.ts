/**
 * Operands that spatial functions take of certain types only: whole numbers, text, reference ids.
 */
import { sqlError } from "../../errors/catalogue.ts";
import { familyOf } from "../../types/value/type.ts";
import type { Value } from "../../types/value/value.ts";
import type { Operand } from "../definition/function.ts";

/** Throws 3064, with the operand's name in the message. NULL is of any type. */
export function requireType(
	operand: Operand,
	isOfType: (operand: Operand) => boolean,
	called: string,
	name: string,
): void {
	if (operand.type.name !== "null" && !isOfType(operand)) {
		throw sqlError("incorrectArgumentType", called, name);
	}
}

export function isInteger({ type }: Operand): boolean {
	return familyOf(type) === "integer";
}

/** Text that is no binary string. */
export function isCharacters({ type }: Operand): boolean {
	return familyOf(type) === "text";
}

const greatestId = 4294967295;

/** Throws 1411 for a number that is no reference id. */
export function referenceIdOf(value: Value, name: string): number {
	const id = Number(value);
	if (id < 0 || id > greatestId) {
		throw sqlError("incorrectFunctionValue", "SRID", String(value), name);
	}
	return id;
}
