/**
 * Operands and results of text functions: the encoding that operands are converted to, and the result's type.
 */
import { sqlError } from "../../errors/catalogue.ts";
import { convertText } from "../../types/text/charset.ts";
import type { Evaluation } from "../../types/evaluation/evaluation.ts";
import type { SqlType } from "../../types/value/type.ts";
import type { ByteString } from "../../types/value/value.ts";
import { chooseCollation, chooseComparison, encodingOf, type CollationChoice } from "./collation-choice.ts";
import { anyNullable } from "../definition/definition.ts";
import type { Operand, Resolution, ResolutionContext } from "../definition/function.ts";
import { anyText, isText, textResult, type Encoding } from "../definition/result.ts";

/** Text in the charset it has; anything else as it prints in the connection's. */
export function ownText(operand: Operand, context: ResolutionContext): SqlType | undefined {
	return isText(operand.type) ? undefined : anyText(encodingOf(operand, context));
}

/** The encoding of connection: that of text a function makes of numbers. */
export function connectionEncoding(context: ResolutionContext): Encoding {
	return { charset: context.connectionCharset, collation: context.connectionCollation };
}

type TextParts = Pick<Resolution, "type" | "nullable" | "coercibility">;

/** A result of so many characters in a chosen encoding, NULL where an operand is. */
export function textOf(characters: number, choice: CollationChoice, operands: readonly Operand[]): TextParts {
	return { type: textResult(characters, choice), nullable: anyNullable(operands), coercibility: choice.coercibility };
}

interface JointText {
	readonly choice: CollationChoice;
	/** The type that each text operand is converted to. */
	readonly target: SqlType;
}

/** The encoding that several text operands share. */
export function jointText(operands: readonly Operand[], context: ResolutionContext, name: string): JointText {
	const choice = chooseCollation(operands, context, name);
	return { choice, target: anyText(choice) };
}

/** The same where they are compared with each other: a draw between collations is an error. */
export function comparedText(operands: readonly Operand[], context: ResolutionContext, name: string): JointText {
	const choice = chooseComparison(operands, context, name);
	return { choice, target: anyText(choice) };
}

/** ASCII text, such as a space or a comma, in a charset. */
export function asciiIn(text: string, charset: string): ByteString {
	return convertText(text, "ascii", charset);
}

const usualPacket = 67108864;
const surelySmall = 1048576;

/** NULL and warning 1301 in place of text that no packet may carry. */
export function fitsPacket(evaluation: Evaluation, length: number, name: string): boolean {
	if (length <= surelySmall) {
		return true;
	}
	const limit = packetLimit(evaluation);
	if (length > limit) {
		evaluation.warn("Warning", "allowedPacketOverflowed", name, limit);
		return false;
	}
	return true;
}

/** Throws 1301 for a document that no packet may carry. */
export function assertFitsPacket(evaluation: Evaluation, length: number, name: string): void {
	if (length > surelySmall && length > packetLimit(evaluation)) {
		throw sqlError("allowedPacketOverflowed", name, packetLimit(evaluation));
	}
}

export function packetLimit(evaluation: Evaluation): number {
	return Number(evaluation.session.systemVariable("max_allowed_packet", "any")?.value ?? usualPacket);
}
