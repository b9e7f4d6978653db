/**
 * PAD_CHAR_TO_FULL_LENGTH: wraps CHAR columns in a function that restores their trailing spaces.
 *
 * SQL cannot spell its name. Source: MySQL 5.7, 5.1.10, PAD_CHAR_TO_FULL_LENGTH.
 */
import { countCharacters } from "../../types/text/characters.ts";
import type { ByteString } from "../../types/value/value.ts";
import { define } from "../definition/definition.ts";
import { asciiIn } from "./text-operand.ts";

export const toFullLength = define("full length", 1, 1, ([operand]) => {
	const { type, nullable, coercibility } = operand!;
	const space = asciiIn(" ", type.charset);
	return {
		type,
		nullable,
		coercibility,
		evaluate: (_evaluation, text) =>
			(text as ByteString) + space.repeat(Math.max(0, type.length - countCharacters(text as ByteString, type.charset))),
	};
});
