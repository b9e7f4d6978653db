/**
 * Length of a text, and the code of its first character; other types are printed first.
 *
 * | name                                  | result     | source (MySQL 5.7 manual) |
 * |---------------------------------------|------------|---------------------------|
 * | length, octet_length, bit_length      | bigint(10) | 12.7 String Functions     |
 * | char_length, character_length         | bigint(10) | 12.7                      |
 * | ascii, ord                            | bigint(3), bigint(21) | 12.7           |
 */
import { characterWidth, countCharacters } from "../../types/text/characters.ts";
import type { ByteString } from "../../types/value/value.ts";
import { encodingOf } from "../operand/collation-choice.ts";
import { anyNullable, define, named, type Resolve } from "../definition/definition.ts";
import type { FunctionDefinition } from "../definition/function.ts";
import { integerResult } from "../definition/result.ts";
import { ownText } from "../operand/text-operand.ts";

type Measure = (text: ByteString, charset: string) => number;

function measure(width: number, take: Measure): Resolve {
	return (operands, context) => {
		const { charset } = encodingOf(operands[0]!, context);
		return {
			type: integerResult(width),
			nullable: anyNullable(operands),
			operands: [ownText(operands[0]!, context)],
			evaluate: (_evaluation, text) => take(text as ByteString, charset),
		};
	};
}

const firstByte: Measure = (text) => (text === "" ? 0 : text.charCodeAt(0));

/** Returns the bytes of the first character as one number. */
const firstCharacter: Measure = (text, charset) => {
	let code = 0;
	for (let at = 0; at < (text === "" ? 0 : characterWidth(text, 0, charset)); at++) {
		code = code * 256 + text.charCodeAt(at);
	}
	return code;
};

export const stringMeasure: readonly FunctionDefinition[] = [
	...named(
		["length", "octet_length"],
		1,
		1,
		measure(10, (text) => text.length),
	),
	define(
		"bit_length",
		1,
		1,
		measure(10, (text) => text.length * 8),
	),
	...named(["char_length", "character_length"], 1, 1, measure(10, countCharacters)),
	define("ascii", 1, 1, measure(3, firstByte)),
	define("ord", 1, 1, measure(21, firstCharacter)),
];
