/**
 * Search functions: the position of a text in another text or in a list, and parts of lists.
 *
 * Texts are compared in their common collation. Positions start at 1; 0: not found.
 *
 * | name                                     | result      | source (MySQL 5.7 manual) |
 * |------------------------------------------|-------------|---------------------------|
 * | instr (text, part), locate, position (part, text [, from]) | bigint(11) | 12.7 String Functions |
 * | field (value, candidates), elt (place, texts) | bigint(3), text | 12.7             |
 * | find_in_set (text, list)                 | bigint(3)   | 12.7                      |
 * | make_set (bits, texts), export_set (bits, on, off [, separator [, count]]) | text | 12.7 |
 */
import { work } from "../../async/work-meter.ts";
import { sqlError } from "../../errors/catalogue.ts";
import { indexOfBytes } from "../../types/text/byte-search.ts";
import { characterOffset, characterWidth, countCharacters } from "../../types/text/characters.ts";
import { collationNamed } from "../../types/collation/collation.ts";
import { isAscii } from "../../types/text/utf8.ts";
import { asUnsigned } from "../../types/numeric/integer.ts";
import { familyOf } from "../../types/value/type.ts";
import type { ByteString, Integer, Value } from "../../types/value/value.ts";
import { commonKind } from "../numeric/arithmetic.ts";
import { chooseComparison } from "../operand/collation-choice.ts";
import { testBy } from "../comparison/comparison.ts";
import { anyNullable, define, many, named, type Resolve } from "../definition/definition.ts";
import type { FunctionDefinition, Operand, Resolution, ResolutionContext } from "../definition/function.ts";
import {
	anyText,
	bigintType,
	decimalResult,
	doubleType,
	integerResult,
	isTextual,
	maximumPrecision,
	scaleOf,
	textWidth,
	type Encoding,
} from "../definition/result.ts";
import { asciiIn, comparedText, jointText, textOf } from "../operand/text-operand.ts";
import { indexByWeights } from "./weighted-search.ts";

type Finder = (text: ByteString, part: ByteString, from: number) => number;

/** Up to this length a part is compared at every place. */
const shortPart = 64;
/** More bytes weighed in one search, some 15 ns each, are refused. */
const mostWeighed = 150_000_000;

function refuseCostly(text: ByteString, part: ByteString, name: string): void {
	const weighed = (text.length - part.length) * part.length;
	if (weighed > mostWeighed) {
		throw sqlError("valueTooCostly", name);
	}
	work.units += Math.max(0, weighed);
}

/**
 * Returns the index, in characters from 0, of the first occurrence, or -1. As in MySQL, an occurrence has as many
 * bytes as the part: `e` is not found in `é`, but `ss` is in `ß` where their weights are equal.
 */
function finder({ charset, collation }: Encoding, name: string): Finder {
	const order = collationNamed(collation);
	if ((order === undefined || order.isBinary) && (charset.startsWith("utf8") || charset === "binary")) {
		return (text, part, from) => {
			const at = indexOfBytes(text, part, characterOffset(text, charset, from));
			return at < 0 ? -1 : countCharacters(text.slice(0, at), charset);
		};
	}
	const weigh = order === undefined || order.isBinary ? (bytes: ByteString) => bytes : order.weights;
	return (text, part, from) => {
		const wanted = weigh(part);
		if (isAscii(text) && isAscii(part)) {
			const weights = weigh(text);
			if (weights.length === text.length && wanted.length === part.length) {
				return indexOfBytes(weights, wanted, from);
			}
		}
		if (part.length > text.length) {
			return -1;
		}
		if (part.length > shortPart) {
			const found = indexByWeights(text, part, from, charset, weigh);
			if (found !== undefined) {
				return found;
			}
			refuseCostly(text, part, name);
		}
		let at = characterOffset(text, charset, from);
		for (let place = from; at + part.length <= text.length; place++) {
			if (weigh(text.slice(at, at + part.length)) === wanted) {
				return place;
			}
			at += characterWidth(text, at, charset);
		}
		return -1;
	};
}

function place(operands: readonly Operand[], context: ResolutionContext, name: string, textAt: 0 | 1): Resolution {
	const encoding = chooseComparison(operands.slice(0, 2), context, name);
	const find = finder(encoding, name);
	const target = anyText(encoding);
	const hasStart = operands.length === 3;
	return {
		type: integerResult(11),
		nullable: anyNullable(operands),
		operands: [target, target, bigintType],
		evaluate: (_evaluation, a, b, start) => {
			const text = (textAt === 0 ? a : b) as ByteString;
			const part = (textAt === 0 ? b : a) as ByteString;
			const from = hasStart ? Number(start) - 1 : 0;
			if (from < 0 || from > countCharacters(text, encoding.charset)) {
				return 0;
			}
			return find(text, part, from) + 1;
		},
	};
}

const bitsOf = (value: Value): bigint => BigInt.asIntN(64, BigInt(value as Integer));
const sameBits = (a: Value, b: Value): boolean => a === b || bitsOf(a) === bitsOf(b);

/** FIELD compares as text where all are text, as decimals where all are exact numbers, else as doubles. */
const field: Resolve = (operands, context) => {
	const known = operands.filter((operand) => operand.type.name !== "null");
	// Dates and times are compared as text here.
	const textual = known.every(({ type }) => isTextual(type) || familyOf(type) === "temporal");
	const exact = commonKind(known) !== "double";
	const scale = Math.max(0, ...known.map((operand) => scaleOf(operand.type)));
	const type = textual
		? anyText(chooseComparison(operands, context, "field"))
		: exact
			? decimalResult(maximumPrecision, scale)
			: doubleType;
	// Integers are compared by their 64 bits, signed or not.
	const equal = !textual && commonKind(known) === "integer" ? sameBits : testBy("=", type);
	return {
		type: integerResult(3),
		nullable: false,
		operands: operands.map(() => type),
		ask: (_evaluation, operand) => {
			const value = operand(0);
			for (let at = 1; value !== null && at < operands.length; at++) {
				const candidate = operand(at);
				if (candidate !== null && equal(value, candidate)) {
					return at;
				}
			}
			return 0;
		},
	};
};

const elt: Resolve = (operands, context) => {
	const texts = operands.slice(1);
	const { choice, target } = jointText(texts, context, "elt");
	return {
		...textOf(Math.max(...texts.map((text) => textWidth(text.type))), choice, texts),
		nullable: true,
		operands: [bigintType, ...texts.map(() => target)],
		ask: (_evaluation, operand) => {
			const at = Number(operand(0));
			return at > 0 && at < operands.length ? operand(at) : null;
		},
	};
};

const findInSet: Resolve = (operands, context) => {
	const { choice, target } = comparedText(operands, context, "find_in_set");
	const weigh = collationNamed(choice.collation)?.weights ?? ((bytes: ByteString) => bytes);
	const comma = asciiIn(",", choice.charset);
	return {
		type: integerResult(3),
		nullable: anyNullable(operands),
		operands: [target, target],
		evaluate: (_evaluation, text, list) => {
			if (list === "" || (text as ByteString).includes(comma)) {
				return 0;
			}
			const wanted = weigh(text as ByteString);
			return (list as ByteString).split(comma).findIndex((part) => weigh(part) === wanted) + 1;
		},
	};
};

function hasBit(bits: Value, at: number): boolean {
	return at < 64 && ((BigInt(asUnsigned(bits as Integer)) >> BigInt(at)) & 1n) === 1n;
}

const makeSet: Resolve = (operands, context) => {
	const texts = operands.slice(1);
	const { choice, target } = jointText(texts, context, "make_set");
	const comma = asciiIn(",", choice.charset);
	return {
		...textOf(
			texts.reduce((sum, text) => sum + textWidth(text.type) + 1, -1),
			choice,
			[operands[0]!],
		),
		operands: [bigintType, ...texts.map(() => target)],
		ask: (_evaluation, operand) => {
			const bits = operand(0);
			if (bits === null) {
				return null;
			}
			const parts = texts.map((_text, at) => (hasBit(bits, at) ? operand(at + 1) : null));
			return parts.filter((part) => part !== null).join(comma);
		},
	};
};

const exportSet: Resolve = (operands, context) => {
	const texts = operands.slice(1, 4);
	const { choice, target } = jointText(texts, context, "export_set");
	const comma = asciiIn(",", choice.charset);
	const width = Math.max(...texts.slice(0, 2).map((text) => textWidth(text.type)));
	const between = texts[2] === undefined ? 1 : textWidth(texts[2].type);
	const hasCount = operands.length === 5;
	return {
		...textOf(width * 64 + between * 63, choice, operands),
		operands: [bigintType, target, target, target, bigintType],
		evaluate: (_evaluation, bits, on, off, separator, count) => {
			const given = hasCount ? Number(count) : 64;
			const shown = given < 0 || given > 64 ? 64 : given;
			return Array.from({ length: shown }, (_, at) => (hasBit(bits, at) ? on : off)).join(
				operands.length > 3 ? (separator as string) : comma,
			);
		},
	};
};

export const stringSearch: readonly FunctionDefinition[] = [
	define("instr", 2, 2, (operands, context) => place(operands, context, "instr", 0)),
	...named(["locate", "position"], 2, 3, (operands, context) => place(operands, context, "locate", 1)),
	define("field", 2, many, field),
	define("elt", 2, many, elt),
	define("find_in_set", 2, 2, findInSet),
	define("make_set", 2, many, makeSet),
	define("export_set", 3, 5, exportSet),
];
