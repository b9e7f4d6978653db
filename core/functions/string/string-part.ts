/**
 * Substring and trim functions; positions count characters from 1, negative ones from the end.
 *
 * The result has the operand's encoding. Delimiters and trimmed parts are compared byte by byte.
 *
 * | name                                        | result           | source (MySQL 5.7 manual) |
 * |---------------------------------------------|------------------|---------------------------|
 * | substring, substr, mid (text, from [, count]) | text of the operand's encoding | 12.7 String Functions |
 * | left, right (text, count)                   | the same         | 12.7                      |
 * | substring_index (text, delimiter, count)    | the same         | 12.7                      |
 * | ltrim, rtrim, trim (text [, part, word])    | the same         | 12.7                      |
 */
import { occurrences, occurrencesFromEnd } from "../../types/text/byte-search.ts";
import { charsetNamed } from "../../types/text/charset.ts";
import { characterOffset, characterWidth, countCharacters } from "../../types/text/characters.ts";
import type { ByteString, Value } from "../../types/value/value.ts";
import { asInteger } from "../numeric/arithmetic.ts";
import { encodingOf } from "../operand/collation-choice.ts";
import { define, named, type Resolve } from "../definition/definition.ts";
import type { FunctionDefinition, Operand } from "../definition/function.ts";
import { anyText, bigintType, textWidth } from "../definition/result.ts";
import { asciiIn, comparedText, ownText, textOf } from "../operand/text-operand.ts";
import { ownPart } from "../../types/text/own-part.ts";

/** Clamps a position or count to one beyond any text's length. */
function placeOf(value: Value): number {
	return typeof value === "bigint"
		? value < 0n
			? Number.MIN_SAFE_INTEGER
			: Number.MAX_SAFE_INTEGER
		: (value as number);
}

function slice(text: ByteString, charset: string, from: number, count: number): ByteString {
	if (from === 0 || count <= 0) {
		return "";
	}
	const start = from > 0 ? from - 1 : countCharacters(text, charset) + from;
	if (start < 0) {
		return "";
	}
	const begin = characterOffset(text, charset, start);
	const rest = begin === 0 ? text : text.slice(begin);
	return ownPart(text, begin, begin + characterOffset(rest, charset, Math.min(count, rest.length)));
}

/** Returns the maximum length of a part, where the count is known. */
function partWidth(operand: Operand, count: Operand | undefined): number {
	const width = textWidth(operand.type);
	const known = count?.constant;
	return typeof known === "number" ? Math.max(0, Math.min(width, known)) : width;
}

const substring: Resolve = (operands, context) => {
	const [operand, , count] = operands as readonly [Operand, Operand, Operand | undefined];
	const choice = encodingOf(operand, context);
	return {
		...textOf(partWidth(operand, count), choice, operands),
		operands: [ownText(operand, context), ...operands.slice(1).map(asInteger)],
		evaluate: (_evaluation, text, from, length) =>
			slice(
				text as ByteString,
				choice.charset,
				placeOf(from),
				count === undefined ? Number.MAX_SAFE_INTEGER : placeOf(length),
			),
	};
};

function side(take: (text: ByteString, charset: string, count: number) => ByteString): Resolve {
	return (operands, context) => {
		const [operand, count] = operands as readonly [Operand, Operand];
		const choice = encodingOf(operand, context);
		return {
			...textOf(partWidth(operand, count), choice, operands),
			operands: [ownText(operand, context), asInteger(count)],
			evaluate: (_evaluation, text, length) => take(text as ByteString, choice.charset, placeOf(length)),
		};
	};
}

const left = side((text, charset, count) => slice(text, charset, 1, count));

const right = side((text, charset, count) => {
	const length = countCharacters(text, charset);
	return count <= 0 ? "" : count >= length ? text : slice(text, charset, -count, count);
});

/** Returns the text before the count-th delimiter, or after it where the count is negative. */
function beforeDelimiter(text: ByteString, delimiter: ByteString, count: number): ByteString {
	if (count === 0 || delimiter === "") {
		return "";
	}
	let seen = 0;
	let last = 0;
	for (const at of count > 0 ? occurrences(text, delimiter, count) : occurrencesFromEnd(text, delimiter, -count)) {
		seen++;
		last = at;
	}
	return seen < Math.abs(count) ? text : count > 0 ? ownPart(text, 0, last) : ownPart(text, last + delimiter.length);
}

const substringIndex: Resolve = (operands, context) => {
	const { choice, target } = comparedText(operands.slice(0, 2), context, "substring_index");
	return {
		...textOf(textWidth(operands[0]!.type), choice, operands),
		operands: [target, target, bigintType],
		evaluate: (_evaluation, text, delimiter, count) =>
			beforeDelimiter(text as ByteString, delimiter as ByteString, placeOf(count)),
	};
};

function trimLeading(text: ByteString, part: ByteString): ByteString {
	let at = 0;
	while (part !== "" && text.startsWith(part, at)) {
		at += part.length;
	}
	return ownPart(text, at);
}

/** Where the part's bytes could also end a wider character, characters are walked from the start. */
function trimTrailing(text: ByteString, part: ByteString, charset: string): ByteString {
	let end = text.length;
	if (part === "" || !text.endsWith(part)) {
		return text;
	}
	const isBoundary = boundaries(text, charset);
	while (end >= part.length && text.endsWith(part, end) && isBoundary(end - part.length)) {
		end -= part.length;
	}
	return ownPart(text, 0, end);
}

/** Tells whether a character begins at an offset; walks the text once, however often it is called. */
function boundaries(text: ByteString, charset: string): (place: number) => boolean {
	if (charset.startsWith("utf8") || charset === "binary" || charsetNamed(charset)?.maxBytes === 1) {
		return () => true;
	}
	const begins = new Uint8Array(text.length + 1);
	for (let at = 0; at <= text.length; at += at < text.length ? characterWidth(text, at, charset) : 1) {
		begins[at] = 1;
	}
	return (place) => begins[place] === 1;
}

type Side = "both" | "leading" | "trailing";

function trim(text: ByteString, part: ByteString, from: Side, charset: string): ByteString {
	const begun = from === "trailing" ? text : trimLeading(text, part);
	return from === "leading" ? begun : trimTrailing(begun, part, charset);
}

/** TRIM of one operand removes spaces; with three operands the part, and the sides by a word. */
function trimming(only?: Side): Resolve {
	return (operands, context) => {
		const [operand, part, word] = operands as readonly [Operand, Operand | undefined, Operand | undefined];
		const texts = part === undefined ? [operand] : [operand, part];
		const choice = part === undefined ? encodingOf(operand, context) : comparedText(texts, context, "trim").choice;
		const space = asciiIn(" ", choice.charset);
		const from = only ?? ((word?.word ?? "both") as Side);
		return {
			...textOf(textWidth(operand.type), choice, texts),
			operands: [part === undefined ? ownText(operand, context) : anyText(choice), anyText(choice), undefined],
			nullPropagates: false,
			evaluate: (_evaluation, text, taken) =>
				text === null || (part !== undefined && taken === null)
					? null
					: trim(text as ByteString, part === undefined ? space : (taken as ByteString), from, choice.charset),
		};
	};
}

export const stringPart: readonly FunctionDefinition[] = [
	...named(["substring", "substr", "mid"], 2, 3, substring),
	define("left", 2, 2, left),
	define("right", 2, 2, right),
	define("substring_index", 3, 3, substringIndex),
	define("ltrim", 1, 1, trimming("leading")),
	define("rtrim", 1, 1, trimming("trailing")),
	define("trim", 1, 3, trimming()),
];
