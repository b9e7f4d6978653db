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

/** Text in its own charset; other types as printed in the connection's. */
export function ownText(operand: Operand, context: ResolutionContext): SqlType | undefined {
	return isText(operand.type) ? undefined : anyText(encodingOf(operand, context));
}

/** Returns the connection's encoding, that of text made from numbers. */
export function connectionEncoding(context: ResolutionContext): Encoding {
	return { charset: context.connectionCharset, collation: context.connectionCollation };
}

type TextParts = Pick<Resolution, "type" | "nullable" | "coercibility">;

/** Returns a text result of so many characters, nullable where an operand is. */
export function textOf(characters: number, choice: CollationChoice, operands: readonly Operand[]): TextParts {
	return { type: textResult(characters, choice), nullable: anyNullable(operands), coercibility: choice.coercibility };
}

interface JointText {
	readonly choice: CollationChoice;
	/** The type that each text operand is converted to. */
	readonly target: SqlType;
}

/** Returns the common encoding of several text operands. */
export function jointText(operands: readonly Operand[], context: ResolutionContext, name: string): JointText {
	const choice = chooseCollation(operands, context, name);
	return { choice, target: anyText(choice) };
}

/** The same for a comparison: a tie between collations is an error. */
export function comparedText(operands: readonly Operand[], context: ResolutionContext, name: string): JointText {
	const choice = chooseComparison(operands, context, name);
	return { choice, target: anyText(choice) };
}

/** Encodes ASCII text, such as a space or a comma, in a charset. */
export function asciiIn(text: string, charset: string): ByteString {
	return convertText(text, "ascii", charset);
}

const usualPacket = 67108864;
const surelySmall = 1048576;

/** False, with warning 1301, for text longer than `max_allowed_packet`; the result is then NULL. */
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

/** Throws 1301 for a document longer than `max_allowed_packet`. */
export function assertFitsPacket(evaluation: Evaluation, length: number, name: string): void {
	if (length > surelySmall && length > packetLimit(evaluation)) {
		throw sqlError("allowedPacketOverflowed", name, packetLimit(evaluation));
	}
}

export function packetLimit(evaluation: Evaluation): number {
	return Number(evaluation.session.systemVariable("max_allowed_packet", "any")?.value ?? usualPacket);
}
