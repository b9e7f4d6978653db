/**
 * REGEXP: text against a regular expression.
 *
 * In: text and an expression. Out: whether a part of the text matches, in linear time whatever the expression.
 * Letter case counts where the collation says so. It refuses back references, which linear time excludes; 1139 is for what is no expression.
 *
 * | name                      | result    | source (MySQL 5.7 manual) |
 * |---------------------------|-----------|---------------------------|
 * | regexp (text, expression) | bigint(1) | 12.7.2 Regular Expressions|
 */
import { RE2JS } from "re2js";
import { sqlError } from "../errors.ts";
import { charsetNamed } from "../types/charset.ts";
import { collationNamed } from "../types/collation.ts";
import { isAscii } from "../types/utf8.ts";
import { encodeText, type ByteString, type Value } from "../types/value.ts";
import { chooseComparison } from "./collation-choice.ts";
import { anyNullable, define, type Resolve } from "./definition.ts";
import type { FunctionDefinition } from "./function.ts";
import { anyText, truthType } from "./result.ts";

/** Word boundaries are written in a way of their own. */
function translated(expression: string): string {
	return expression.replaceAll("[[:<:]]", "\\b").replaceAll("[[:>:]]", "\\b");
}

/** What MySQL calls the mistakes that an expression can't be read for; others keep their words. */
const mistakes: readonly (readonly [said: string, words: string])[] = [
	["missing closing ]", "brackets ([ ]) not balanced"],
	["missing closing )", "parentheses not balanced"],
	["unexpected )", "parentheses not balanced"],
	["missing argument to repetition operator", "repetition-operator operand invalid"],
	["invalid nested repetition operator", "repetition-operator operand invalid"],
	["invalid or unsupported Perl syntax", "repetition-operator operand invalid"],
	["invalid repeat count", "invalid repetition count(s)"],
	["invalid character class range: `[:", "invalid character class"],
	["invalid character class range", "invalid character range"],
	["trailing backslash", "trailing backslash (\\)"],
];

function wordsFor({ message }: Error): string {
	return mistakes.find(([said]) => message.includes(`: ${said}`))?.[1] ?? message;
}

function compile(expression: string, ignoreCase: boolean): RE2JS {
	try {
		return RE2JS.compile(translated(expression), RE2JS.DOTALL | (ignoreCase ? RE2JS.CASE_INSENSITIVE : 0));
	} catch (error) {
		throw sqlError("invalidRegexp", encodeText(error instanceof Error ? wordsFor(error) : String(error)));
	}
}

const regexp: Resolve = (operands, context) => {
	const { charset, collation } = chooseComparison(operands, context, "regexp");
	const target = anyText({ charset, collation });
	const ignoreCase = collationNamed(collation)?.isBinary === false && !collation.endsWith("_cs");
	const known = charsetNamed(charset);
	const read = (bytes: ByteString): string => (known === undefined || (known.minBytes === 1 && isAscii(bytes)) ? bytes : known.decode(bytes));
	let lastExpression: Value = null;
	let compiled: RE2JS | undefined;
	return {
		type: truthType,
		nullable: anyNullable(operands),
		operands: [target, target],
		evaluate: (_evaluation, text, expression) => {
			if (compiled === undefined || expression !== lastExpression) {
				compiled = compile(read(expression as ByteString), ignoreCase);
				lastExpression = expression;
			}
			return compiled.test(read(text as ByteString)) ? 1 : 0;
		},
	};
};

export const regexps: readonly FunctionDefinition[] = [define("regexp", 2, 2, regexp)];
