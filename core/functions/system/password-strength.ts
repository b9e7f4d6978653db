/**
 * VALIDATE_PASSWORD_STRENGTH: rates a password from 0 to 100, as MySQL's plugin does with default settings.
 *
 * No dictionary is used, since none is configured by default.
 *
 * | characters                                                      | strength |
 * |-----------------------------------------------------------------|----------|
 * | fewer than 4                                                    | 0        |
 * | fewer than 8                                                    | 25       |
 * | 8 and more                                                      | 50       |
 * | and among them a digit, a lower- and an upper-case letter, a sign | 100    |
 *
 * | name                          | result     | source (MySQL 5.7 manual)          |
 * |-------------------------------|------------|------------------------------------|
 * | validate_password_strength    | bigint(10) | 12.13 Encryption, 6.4.3 the plugin |
 */
import { decodeText, type ByteString } from "../../types/value/value.ts";
import { define } from "../definition/definition.ts";
import type { FunctionDefinition } from "../definition/function.ts";
import { anyText, integerResult } from "../definition/result.ts";

const kinds = [/\d/, /\p{Ll}/u, /\p{Lu}/u, /[^\p{L}\p{N}]/u];

function strengthOf(password: string): number {
	const { length } = [...password];
	if (length < 4) {
		return 0;
	}
	if (length < 8) {
		return 25;
	}
	return kinds.every((kind) => kind.test(password)) ? 100 : 50;
}

const utf8 = anyText({ charset: "utf8", collation: "utf8_general_ci" });

export const passwordStrength: readonly FunctionDefinition[] = [
	define("validate_password_strength", 1, 1, ([password]) => ({
		type: integerResult(10),
		nullable: password!.nullable,
		operands: [utf8],
		evaluate: (_evaluation, text) => strengthOf(decodeText(text as ByteString)),
	})),
];
