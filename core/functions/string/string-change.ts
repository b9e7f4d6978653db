/**
 * Concatenation, repetition, padding, replacement and letter case of text.
 *
 * Several texts are converted to one encoding. NULL with warning 1301 for a result longer than `max_allowed_packet`.
 * REPLACE compares byte by byte.
 *
 * | name                                     | result                       | source (MySQL 5.7 manual) |
 * |------------------------------------------|------------------------------|---------------------------|
 * | concat, concat_ws                        | text of the joint encoding   | 12.7 String Functions     |
 * | repeat, space, reverse                   | text of the operand's        | 12.7                      |
 * | lpad, rpad, insert, replace              | text of the joint encoding   | 12.7                      |
 * | lower, lcase, upper, ucase               | text of the operand's; bytes stay as they are | 12.7     |
 * | quote                                    | text of the operand's, never NULL | 12.7                 |
 */
import type { Evaluation } from "../../types/evaluation/evaluation.ts";
import { shortLength } from "../../async/work-meter.ts";
import { indexOfBytes, occurrences } from "../../types/text/byte-search.ts";
import { charsetNamed, isUtf8 } from "../../types/text/charset.ts";
import { collationNamed } from "../../types/collation/collation.ts";
import { characterOffset, countCharacters, cutCharacters, widthIn } from "../../types/text/characters.ts";
import { type LetterForm, letterCase } from "../../types/text/letter-case.ts";
import type { ByteString, Value } from "../../types/value/value.ts";
import { asInteger } from "../numeric/arithmetic.ts";
import { type CollationChoice, encodingOf } from "../operand/collation-choice.ts";
import { define, many, named, type Resolve } from "../definition/definition.ts";
import type { FunctionDefinition, Operand } from "../definition/function.ts";
import { anyText, bigintType, isText, isTextual, textResult, textWidth } from "../definition/result.ts";
import {
	asciiIn,
	comparedText,
	connectionEncoding,
	fitsPacket,
	jointText,
	ownText,
	textOf,
} from "../operand/text-operand.ts";
import { FlatParts, partLength } from "../../types/text/flat-parts.ts";
import { ownPart } from "../../types/text/own-part.ts";

function totalWidth(operands: readonly Operand[]): number {
	return operands.reduce((sum, operand) => sum + textWidth(operand.type), 0);
}

/** Of many texts together, before they are joined: V8 has no strings of more than 512 MB. */
function lengthOf(texts: readonly Value[]): number {
	let length = 0;
	for (const text of texts) {
		length += (text as ByteString).length;
	}
	return length;
}

const concat: Resolve = (operands, context) => {
	const { choice, target } = jointText(operands, context, "concat");
	return {
		...textOf(totalWidth(operands), choice, operands),
		operands: operands.map(() => target),
		evaluate: (evaluation, ...texts) => {
			if (texts.length === 2) {
				const joined = (texts[0] as string) + (texts[1] as string);
				return fitsPacket(evaluation, joined.length, "concat") ? joined : null;
			}
			return fitsPacket(evaluation, lengthOf(texts), "concat") ? texts.join("") : null;
		},
	};
};

/** A NULL separator gives NULL; other NULLs are skipped. */
const concatWithSeparator: Resolve = (operands, context) => {
	const { choice, target } = jointText(operands, context, "concat_ws");
	const [separator, ...rest] = operands as readonly [Operand, ...Operand[]];
	return {
		...textOf(totalWidth(rest) + textWidth(separator.type) * Math.max(0, rest.length - 1), choice, [separator]),
		operands: operands.map(() => target),
		ask: (evaluation, operand) => {
			const between = operand(0);
			if (between === null) {
				return null;
			}
			const left = rest.map((_text, at) => operand(at + 1)).filter((text) => text !== null);
			const length = lengthOf(left) + (between as string).length * Math.max(0, left.length - 1);
			return fitsPacket(evaluation, length, "concat_ws") ? left.join(between as string) : null;
		},
	};
};

const countOf = (value: Value): number => Math.max(0, Math.min(Number(value), 2147483647));

const repeat: Resolve = (operands, context) => {
	const [operand, count] = operands as readonly [Operand, Operand];
	const choice = encodingOf(operand, context);
	const known = count.constant;
	const width = typeof known === "number" ? textWidth(operand.type) * countOf(known) : 4294967295;
	return {
		...textOf(width, choice, operands),
		nullable: true,
		operands: [ownText(operand, context), asInteger(count)],
		evaluate: (evaluation, text, times) => {
			const full = text as ByteString;
			return fitsPacket(evaluation, full.length * countOf(times), "repeat") ? full.repeat(countOf(times)) : null;
		},
	};
};

const space: Resolve = ([count], context) => {
	const encoding = connectionEncoding(context);
	const blank = asciiIn(" ", encoding.charset);
	const known = count!.constant;
	return {
		type: textResult(typeof known === "number" ? countOf(known) : 4294967295, encoding),
		nullable: true,
		operands: [asInteger(count!)],
		evaluate: (evaluation, times) =>
			fitsPacket(evaluation, blank.length * countOf(times), "space") ? blank.repeat(countOf(times)) : null,
	};
};

/** Characters from the last to the first, each with its bytes in their order. */
function reversed(text: ByteString, charset: string): ByteString {
	const width = widthIn(text, charset);
	const bytes = Buffer.from(text, "latin1");
	if (width === undefined) {
		return bytes.reverse().toString("latin1");
	}
	const made = Buffer.allocUnsafe(bytes.length);
	for (let at = 0; at < bytes.length; ) {
		const next = Math.min(at + width(text, at), bytes.length);
		bytes.copy(made, bytes.length - next, at, next);
		at = next;
	}
	return made.toString("latin1");
}

const reverse: Resolve = (operands, context) => {
	const choice = encodingOf(operands[0]!, context);
	return {
		...textOf(textWidth(operands[0]!.type), choice, operands),
		operands: [ownText(operands[0]!, context)],
		evaluate: (_evaluation, text) => reversed(text as ByteString, choice.charset),
	};
};

type Side = "left" | "right";

/** Truncates to the length, or pads on one side; NULL where there is no padding text. */
function padded(text: ByteString, count: number, filling: ByteString, side: Side, charset: string): Value {
	const missing = count - countCharacters(text, charset);
	if (missing <= 0) {
		return cutCharacters(text, charset, count);
	}
	const width = countCharacters(filling, charset);
	if (width === 0) {
		return null;
	}
	const filled = cutCharacters(filling.repeat(Math.ceil(missing / width)), charset, missing);
	return side === "left" ? filled + text : text + filled;
}

function padding(name: string, side: Side): Resolve {
	return (operands, context) => {
		const [text, count, filling] = operands as readonly [Operand, Operand, Operand];
		const { choice, target } = jointText([text, filling], context, name);
		const known = count.constant;
		return {
			...textOf(typeof known === "number" ? countOf(known) : 4294967295, choice, operands),
			nullable: true,
			operands: [target, bigintType, target],
			evaluate: (evaluation, a, length, b) =>
				(length as number) < 0 || !fitsPacket(evaluation, countOf(length), name)
					? null
					: padded(a as ByteString, countOf(length), b as ByteString, side, choice.charset),
		};
	};
}

/** INSERT(text, from, count, other): a position outside of the text returns it unchanged. */
function replacedPart(text: ByteString, from: number, count: number, other: ByteString, charset: string): ByteString {
	const length = countCharacters(text, charset);
	if (from < 1 || from > length) {
		return text;
	}
	const taken = count < 0 || count > length - from + 1 ? length - from + 1 : count;
	const start = characterOffset(text, charset, from - 1);
	return ownPart(text, 0, start) + other + ownPart(text, characterOffset(text, charset, from - 1 + taken));
}

const insert: Resolve = (operands, context) => {
	const [text, , , other] = operands as readonly [Operand, Operand, Operand, Operand];
	const { choice, target } = jointText([text, other], context, "insert");
	return {
		...textOf(totalWidth([text, other]), choice, operands),
		operands: [target, bigintType, bigintType, target],
		evaluate: (_evaluation, a, from, count, b) =>
			replacedPart(a as ByteString, Number(from), Number(count), b as ByteString, choice.charset),
	};
};

/** Where the result grows, the places are counted before it is made. */
function replaceAll(text: ByteString, from: ByteString, to: ByteString, evaluation: Evaluation): ByteString | null {
	if (to.length > from.length && text.length > shortLength) {
		let count = 0;
		for (const _ of occurrences(text, from, Number.POSITIVE_INFINITY)) {
			count++;
		}
		if (!fitsPacket(evaluation, text.length + count * (to.length - from.length), "replace")) {
			return null;
		}
	}
	const kept: ByteString[] = [];
	let end = 0;
	for (const at of occurrences(text, from, Number.POSITIVE_INFINITY)) {
		kept.push(text.slice(end, at));
		end = at + from.length;
	}
	kept.push(text.slice(end));
	return kept.join(to);
}

const replace: Resolve = (operands, context) => {
	const { choice, target } = comparedText(operands, context, "replace");
	const [text, from, to] = operands.map((operand) => textWidth(operand.type)) as [number, number, number];
	const { isBinary, isBytewise } = collationNamed(choice.collation) ?? { isBinary: false, isBytewise: false };
	const looksAtAll = (charsetNamed(choice.charset)?.maxBytes ?? 1) > 1 && (!isBinary || isBytewise);
	return {
		...textOf(to > from ? text * Math.max(1, to) : text, choice, operands),
		operands: [target, target, target],
		nullPropagates: false,
		// Without an occurrence the replacement is not converted, except in a multi-byte charset whose collation is not
		// binary.
		evaluate: (evaluation, a, b, c) => {
			if (a === null || b === null) {
				return null;
			}
			if (b === "" || ((!looksAtAll || c !== null) && indexOfBytes(a as string, b as string) < 0)) {
				return a;
			}
			return c === null ? null : replaceAll(a as string, b as string, c as string, evaluation);
		},
	};
};

function changingCase(form: LetterForm): Resolve {
	return (operands, context) => {
		const choice = encodingOf(operands[0]!, context);
		const change = letterCase(choice.charset, choice.collation, form);
		return {
			...textOf(textWidth(operands[0]!.type), choice, operands),
			operands: [ownText(operands[0]!, context)],
			evaluate: (_evaluation, text) => change(text as ByteString),
		};
	};
}

const escapes: Readonly<Record<string, string>> = { "\0": "\\0", "'": "\\'", "\\": "\\\\", "\x1a": "\\Z" };

function quoted(text: string): string {
	if (!/[\0'\\\x1a]/.test(text)) {
		return `'${text}'`;
	}
	let shown = "'";
	let flat: FlatParts | undefined;
	for (let at = 0; at < text.length; at++) {
		const character = text[at]!;
		shown += escapes[character] ?? character;
		if (shown.length >= partLength) {
			flat ??= new FlatParts();
			shown = flat.take(shown);
		}
	}
	return flat === undefined ? `${shown}'` : flat.with(`${shown}'`);
}

/** Operands that are not text keep the charset of numbers. */
const ofNumber: CollationChoice = { charset: "latin1", collation: "latin1_swedish_ci", coercibility: 5 };

/** Text is decoded in charsets where the byte of a quote may be part of another character. */
const quote: Resolve = (operands, context) => {
	const { type } = operands[0]!;
	const choice = isTextual(type) || type.name === "null" ? encodingOf(operands[0]!, context) : ofNumber;
	const known = charsetNamed(choice.charset);
	const decoded = known !== undefined && known.maxBytes > 1 && !isUtf8(choice.charset) ? known : undefined;
	return {
		// NULL prints as four letters.
		...textOf(Math.max(4, textWidth(operands[0]!.type) * 2 + 2), choice, operands),
		nullable: false,
		operands: [isText(type) ? undefined : anyText(choice)],
		nullPropagates: false,
		evaluate: (_evaluation, text) => {
			const shown = text === null ? "NULL" : quoted(decoded?.decode(text as ByteString) ?? (text as ByteString));
			return decoded?.encode(shown) ?? shown;
		},
	};
};

export const stringChange: readonly FunctionDefinition[] = [
	define("concat", 1, many, concat),
	define("concat_ws", 2, many, concatWithSeparator),
	define("repeat", 2, 2, repeat),
	define("space", 1, 1, space),
	define("reverse", 1, 1, reverse),
	define("lpad", 3, 3, padding("lpad", "left")),
	define("rpad", 3, 3, padding("rpad", "right")),
	define("insert", 4, 4, insert),
	define("replace", 3, 3, replace),
	...named(["lower", "lcase"], 1, 1, changingCase("lower")),
	...named(["upper", "ucase"], 1, 1, changingCase("upper")),
	define("quote", 1, 1, quote),
];
