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
import type { ByteString } from "../../types/value/value.ts";
import { chooseComparison } from "../operand/collation-choice.ts";
import { LastMade } from "../operand/last-made.ts";
import { anyNullable, define, type Resolve } from "../definition/definition.ts";
import type { FunctionDefinition } from "../definition/function.ts";
import { RegularExpressionFault, translateExpression } from "./regular-expression.ts";
import { anyText, isText, truthType } from "../definition/result.ts";

/**
 * Characters of an expression: about 10 us each to compile (2-core VM, 2026-11). MySQL 5.7's library, too, answers
 * `out of memory` to longer ones.
 */
const mostCharacters = 16_384;

/** Instructions that the repetitions of an expression may make of it, about as costly as its characters. */
const mostRepeated = 30_000;

function compile(expression: string, ignoreCase: boolean): RE2JS {
	if (expression.length > mostCharacters || repeatedSize(expression) > mostRepeated) {
		throw sqlError("invalidRegexp", "out of memory");
	}
	try {
		return RE2JS.compile(translateExpression(expression), RE2JS.DOTALL | (ignoreCase ? RE2JS.CASE_INSENSITIVE : 0));
	} catch (error) {
		throw sqlError("invalidRegexp", error instanceof RegularExpressionFault ? error.message : "out of memory");
	}
}

/** Estimates the instructions of an expression with `{n,m}`: each repetition copies what it repeats. */
function repeatedSize(expression: string): number {
	const open: number[] = [];
	let size = 0;
	let atom = 0;
	for (let at = 0; at < expression.length; at++) {
		const character = expression[at]!;
		if (character === "(") {
			open.push(size);
			size = 0;
		} else if (character === ")") {
			atom = size + 1;
			size += open.pop() ?? 0;
		} else if (character === "{") {
			const [, least = "1", most = least] = /^\{(\d+)(?:,(\d*))?\}/.exec(expression.slice(at, at + 12)) ?? [];
			size += atom * Math.max(0, Number(most === "" ? least : most) - 1);
		} else {
			atom = 1;
			size++;
		}
	}
	return size;
}

/**
 * An expression of n instructions takes n steps for each character at most, some 10 ns each: beyond about a quarter of
 * a second it is refused in the words that the library has for expressions that are too large.
 */
const mostSteps = 25_000_000;

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
	const compiledOf = (expression: ByteString): RE2JS => compile(read(expression), ignoreCase);
	const last = new LastMade<RE2JS>();
	if (isKnown) {
		// A wrong one is refused, whether there are rows or not.
		last.begin(constant, compiledOf(constant));
	}
	return {
		type: truthType,
		nullable: anyNullable(operands),
		operands: [target, target],
		evaluate: (evaluation, text, expression) => {
			const compiled = last.of(expression, null, evaluation, () => compiledOf(expression as ByteString));
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
