/**
 * REGEXP: true if a part of the text matches a regular expression, in time linear in the text.
 *
 * Letter case matters where the collation says so; error 1139 for an invalid or too large expression. A constant
 * expression is compiled before the first row.
 *
 * | name                      | result    | source (MySQL 5.7 manual) |
 * |---------------------------|-----------|---------------------------|
 * | regexp (text, expression) | bigint(1) | 12.7.2 Regular Expressions|
 */
import { RE2JS } from "re2js";
import { shortLength, work } from "../../async/work-meter.ts";
import { sqlError } from "../../errors/catalogue.ts";
import { charsetNamed } from "../../types/text/charset.ts";
import { collationNamed } from "../../types/collation/collation.ts";
import { isAscii } from "../../types/text/utf8.ts";
import type { ByteString, Value } from "../../types/value/value.ts";
import { chooseComparison } from "../operand/collation-choice.ts";
import { anyNullable, define, type Resolve } from "../definition/definition.ts";
import type { FunctionDefinition } from "../definition/function.ts";
import { RegularExpressionFault, translateExpression } from "./regular-expression.ts";
import { anyText, isText, truthType } from "../definition/result.ts";

function compile(expression: string, ignoreCase: boolean): RE2JS {
	try {
		return RE2JS.compile(translateExpression(expression), RE2JS.DOTALL | (ignoreCase ? RE2JS.CASE_INSENSITIVE : 0));
	} catch (error) {
		throw sqlError("invalidRegexp", error instanceof RegularExpressionFault ? error.message : "out of memory");
	}
}

/**
 * An expression of n instructions takes n steps for each character at most, some 10 ns each: beyond about two seconds
 * it is refused in the words that the library has for expressions that are too large.
 */
const mostSteps = 200_000_000;

const regexp: Resolve = (operands, context) => {
	const { charset, collation } = chooseComparison(operands, context, "regexp");
	const target = anyText({ charset, collation });
	const { isBinary, isBytewise } = collationNamed(collation) ?? { isBinary: true, isBytewise: true };
	// Servers that compare text bytewise ignore letter case in regular expressions all the same.
	const ignoreCase = charset !== "binary" && (isBytewise || (!isBinary && !collation.endsWith("_cs")));
	const known = charsetNamed(charset);
	const read = (bytes: ByteString): string =>
		known === undefined || (known.minBytes === 1 && isAscii(bytes)) ? bytes : known.decode(bytes);
	const { type, constant } = operands[1]!;
	const isKnown = typeof constant === "string" && isText(type) && type.charset === charset;
	let lastExpression: Value = isKnown ? constant : null;
	let compiled = isKnown ? compile(read(constant), ignoreCase) : undefined;
	return {
		type: truthType,
		nullable: anyNullable(operands),
		operands: [target, target],
		evaluate: (_evaluation, text, expression) => {
			if (compiled === undefined || expression !== lastExpression) {
				compiled = compile(read(expression as ByteString), ignoreCase);
				lastExpression = expression;
			}
			const length = (text as ByteString).length;
			const steps = length * compiled.programSize();
			if (steps > mostSteps) {
				throw sqlError("invalidRegexp", "out of memory");
			}
			if (length > shortLength) {
				work.units += steps;
			}
			return compiled.test(read(text as ByteString)) ? 1 : 0;
		},
	};
};

export const regexps: readonly FunctionDefinition[] = [define("regexp", 2, 2, regexp)];
