/**
 * LIKE: matches text against a pattern with `%` and `_`, character by character in a collation.
 *
 * The collation is that of both operands, chosen in `operand/collation-choice.ts`. A constant pattern is compiled
 * once. Unlike `=`, LIKE does not ignore trailing spaces.
 *
 * | name                          | result    | source (MySQL 5.7 manual)          |
 * |-------------------------------|-----------|------------------------------------|
 * | like (text, pattern [, escape]) | bigint(1) | 12.7.1 String Comparison Functions |
 */
import { shortLength, work } from "../../async/work-meter.ts";
import { sqlError } from "../../errors/catalogue.ts";
import { indexOfBytes } from "../../types/text/byte-search.ts";
import { characterWidth, countCharacters, widthIn } from "../../types/text/characters.ts";
import { charsetNamed } from "../../types/text/charset.ts";
import { collationNamed } from "../../types/collation/collation.ts";
import type { ByteString, Value } from "../../types/value/value.ts";
import { chooseComparison } from "../operand/collation-choice.ts";
import { LastMade } from "../operand/last-made.ts";
import { anyNullable, define, type Resolve } from "../definition/definition.ts";
import type { FunctionDefinition } from "../definition/function.ts";
import { anyKey, partEnd, PatternParts } from "./pattern-search.ts";
import { anyText, truthType, type Encoding } from "../definition/result.ts";

/** Wildcards `%` and `_`; any other element is a literal character. */
const manyCharacters = Symbol("many");
const oneCharacter = Symbol("one");

type Element = ByteString | typeof manyCharacters | typeof oneCharacter;

/** Wildcards and escape character as encoded in a charset. */
interface Signs {
	readonly many: ByteString;
	readonly one: ByteString;
	readonly escape: ByteString;
}

const asciiSigns: Signs = { many: "%", one: "_", escape: "\\" };

/** In charsets whose smallest character has several bytes, so do the wildcards. */
function signsOf(charset: string): Signs {
	const known = charsetNamed(charset);
	return known === undefined || known.minBytes === 1
		? asciiSigns
		: {
				many: known.encode(asciiSigns.many),
				one: known.encode(asciiSigns.one),
				escape: known.encode(asciiSigns.escape),
			};
}

export type TextTest = (text: ByteString) => boolean;

/** Returns a pattern's elements; a run of `%` is one. */
function parseLikePattern(pattern: ByteString, escape: ByteString, charset: string): Element[] {
	const elements: Element[] = [];
	const signs = signsOf(charset);
	for (let at = 0; at < pattern.length; ) {
		let width = characterWidth(pattern, at, charset);
		let character = pattern.slice(at, at + width);
		if (character === escape && at + width < pattern.length) {
			at += width;
			width = characterWidth(pattern, at, charset);
			character = pattern.slice(at, at + width);
			elements.push(character);
		} else if (character === signs.many) {
			if (elements[elements.length - 1] !== manyCharacters) {
				elements.push(manyCharacters);
			}
		} else {
			elements.push(character === signs.one ? oneCharacter : character);
		}
		at += width;
	}
	return elements;
}

/** Returns the literal prefix of a pattern, for a key range. */
export function patternPrefix(pattern: ByteString, escape: ByteString, charset: string): ByteString {
	const elements = parseLikePattern(pattern, escape, charset);
	const end = elements.findIndex((element) => typeof element === "symbol");
	return (end < 0 ? elements : elements.slice(0, end)).join("");
}

/**
 * Compiles a pattern. Fast path: where bytes decide, patterns with `%` at the ends only need no walk by characters.
 */
export function patternTest(pattern: ByteString, escape: ByteString, encoding: Encoding): TextTest {
	const { charset, collation } = encoding;
	const elements = parseLikePattern(pattern, escape, charset);
	const order = collationNamed(collation);
	const bytesDecide = order === undefined || order.isBinary;
	const simple = isByBytes(encoding) ? byteParts(elements) : undefined;
	if (simple !== undefined) {
		return byteTest(simple);
	}
	const keyOf = bytesDecide ? (character: ByteString) => character : characterKeys(order!.weights);
	return byCharacters(elements, charset, keyOf);
}

/** The parts between `%` in turn, each where it first occurs after the one before; the last one at the text's end. */
function byCharacters(
	elements: readonly Element[],
	charset: string,
	keyOf: (character: ByteString) => ByteString,
): TextTest {
	const numbers = new Map<ByteString, number>();
	const numberOf = (character: ByteString): number => {
		const key = keyOf(character);
		const known = numbers.get(key);
		if (known === undefined) {
			numbers.set(key, numbers.size);
			return numbers.size - 1;
		}
		return known;
	};
	const wanted = elements.map((element) =>
		element === manyCharacters ? partEnd : element === oneCharacter ? anyKey : numberOf(element),
	);
	const parts = new PatternParts(wanted);
	// Characters that the pattern lacks have one number, so that the map does not grow with the texts.
	const unknown = numbers.size;
	const keysOf = characterNumbers(charset, (character) => numbers.get(keyOf(character)) ?? unknown);
	return (text) => {
		const keys = keysOf(text);
		if (text.length > shortLength) {
			work.units += 8 * text.length;
		}
		return parts.match(keys);
	};
}

/** Characters of long texts that are read in one call: V8 compiles the loop of a function that is called again. */
const charactersInCall = 16_384;

/** Returns the numbers of a text's characters; those of single bytes from a table. */
function characterNumbers(
	charset: string,
	numberOf: (character: ByteString) => number,
): (text: ByteString) => ArrayLike<number> {
	const unread = -2;
	const ofBytes = new Int32Array(256).fill(unread);
	const ofByte = (code: number): number => {
		let known = ofBytes[code]!;
		if (known === unread) {
			known = numberOf(String.fromCharCode(code));
			ofBytes[code] = known;
		}
		return known;
	};
	const ofShort = (text: ByteString): number[] => {
		const width = widthIn(text, charset);
		const keys: number[] = [];
		for (let at = 0; at < text.length; ) {
			const bytes = width === undefined ? 1 : width(text, at);
			keys.push(bytes === 1 ? ofByte(text.charCodeAt(at)) : numberOf(text.slice(at, at + bytes)));
			at += bytes;
		}
		return keys;
	};
	/** Of text whose characters are bytes. */
	const fill = (keys: Int32Array, text: ByteString, from: number, to: number): void => {
		for (let at = from; at < to; at++) {
			keys[at] = ofByte(text.charCodeAt(at));
		}
	};
	return (text) => {
		if (text.length <= shortLength || widthIn(text, charset) !== undefined) {
			return ofShort(text);
		}
		const keys = new Int32Array(text.length);
		for (let at = 0; at < text.length; at += charactersInCall) {
			fill(keys, text, at, Math.min(at + charactersInCall, text.length));
		}
		return keys;
	};
}

/** `abc`, `abc%`, `%abc`, `%abc%`: a literal, and whether any text may precede and follow it. */
export interface BytePattern {
	readonly open: boolean;
	readonly close: boolean;
	readonly part: ByteString;
}

/** Undefined for other patterns. */
function byteParts(elements: readonly Element[]): BytePattern | undefined {
	const open = elements[0] === manyCharacters;
	const close = elements.length > 1 && elements[elements.length - 1] === manyCharacters;
	const inner = elements.slice(open ? 1 : 0, close ? -1 : undefined);
	if (inner.some((element) => typeof element === "symbol")) {
		return undefined;
	}
	const part = inner.join("");
	return { open, close: close || (open && part === ""), part };
}

/** True where equality is that of bytes and no character's bytes occur within another character (UTF-8). */
function isByBytes({ charset, collation }: Encoding): boolean {
	const order = collationNamed(collation);
	return (order === undefined || order.isBinary) && (charset.startsWith("utf8") || charset === "binary");
}

/** Returns a pattern that can be searched for byte by byte; undefined where it must be matched by characters. */
export function bytePattern(pattern: ByteString, escape: ByteString, encoding: Encoding): BytePattern | undefined {
	return isByBytes(encoding) ? byteParts(parseLikePattern(pattern, escape, encoding.charset)) : undefined;
}

function byteTest({ open, close, part }: BytePattern): TextTest {
	if (open) {
		return close ? inclusion(part) : (text) => text.endsWith(part);
	}
	return close ? (text) => text.startsWith(part) : (text) => text === part;
}

/** Up to this length V8's search is linear in the text. */
const longestNative = 250;

function inclusion(part: ByteString): TextTest {
	if (part.length <= longestNative) {
		return (text) => text.includes(part);
	}
	return (text) => {
		if (text.length > shortLength) {
			work.units += text.length;
		}
		return indexOfBytes(text, part) >= 0;
	};
}

/** Returns keys that are equal for equal characters of the collation; cached, since texts repeat their characters. */
function characterKeys(weigh: (bytes: ByteString) => ByteString): (character: ByteString) => ByteString {
	const known = new Map<ByteString, ByteString>();
	return (character) => {
		let key = known.get(character);
		if (key === undefined) {
			key = weigh(character);
			known.set(character, key);
		}
		return key;
	};
}

/**
 * Returns the escape character: as given, else a backslash, which NO_BACKSLASH_ESCAPES makes an ordinary character.
 * An empty text counts as not given; under NO_BACKSLASH_ESCAPES it is error 1210.
 */
export function escapeOf(given: Value | undefined, noBackslash: boolean, charset: string): ByteString {
	if (given === undefined || given === null) {
		return noBackslash ? "" : signsOf(charset).escape;
	}
	if (countCharacters(given as ByteString, charset) > 1 || (noBackslash && given === "")) {
		throw sqlError("wrongArguments", "ESCAPE");
	}
	return given === "" ? signsOf(charset).escape : (given as ByteString);
}

const like: Resolve = (operands, context) => {
	const encoding = chooseComparison(operands.slice(0, 2), context, "like");
	const target = anyText(encoding);
	const hasEscape = operands.length === 3;
	const last = new LastMade<TextTest>();
	return {
		type: truthType,
		nullable: anyNullable(operands.slice(0, 2)),
		operands: operands.map(() => target),
		nullPropagates: false,
		evaluate: (evaluation, text, pattern, given) => {
			if (text === null || pattern === null) {
				return null;
			}
			const escape = escapeOf(hasEscape ? given : undefined, evaluation.mode.noBackslashEscapes, encoding.charset);
			const test = last.of(pattern, escape, evaluation, () => patternTest(pattern as ByteString, escape, encoding));
			return test(text as ByteString) ? 1 : 0;
		},
	};
};

export const likeFunctions: readonly FunctionDefinition[] = [define("like", 2, 3, like)];
