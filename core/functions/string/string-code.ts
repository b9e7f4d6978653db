/**
 * Encodings of text: hexadecimal, base 64, character codes, weight strings, SOUNDEX.
 *
 * | name                                  | result                          | source (MySQL 5.7 manual) |
 * |---------------------------------------|---------------------------------|---------------------------|
 * | hex, to_base64                        | text of the connection          | 12.7 String Functions     |
 * | unhex, from_base64                    | varbinary, NULL if malformed    | 12.7                      |
 * | char (codes [, word charset])         | varbinary, or text              | 12.7                      |
 * | weight_string (text [, word, length] [, level]) | varbinary                       | 12.7                      |
 * | soundex, sounds like                  | text, bigint(1)                 | 12.7                      |
 * | load_file                             | longblob: NULL                  | 12.7                      |
 */
import { fault, shown } from "../../types/print/fault.ts";
import { sqlError } from "../../errors/catalogue.ts";
import { charsetNamed, convertText } from "../../types/text/charset.ts";
import { cutCharacters, countCharacters } from "../../types/text/characters.ts";
import { collationNamed } from "../../types/collation/collation.ts";
import { asUnsigned, integerFromDouble } from "../../types/numeric/integer.ts";
import { familyOf } from "../../types/value/type.ts";
import { firstIllFormed, shownIllFormed } from "../../types/text/well-formed.ts";
import { type ByteString, encodeText, type Integer, type Value } from "../../types/value/value.ts";
import { kindOf } from "../numeric/arithmetic.ts";
import { encodingOf } from "../operand/collation-choice.ts";
import { anyNullable, define, many, type Resolve } from "../definition/definition.ts";
import type { FunctionDefinition } from "../definition/function.ts";
import {
	anyBytes,
	anyText,
	bigintType,
	binaryEncoding,
	doubleType,
	isText,
	isTextual,
	textResult,
	textWidth,
	truthType,
} from "../definition/result.ts";
import { asciiIn, connectionEncoding, fitsPacket, jointText, ownText } from "../operand/text-operand.ts";
import { ownPart } from "../../types/text/own-part.ts";

/** Prints two hexadecimal digits a byte. */
function hexOf(bytes: ByteString): string {
	return Buffer.from(bytes, "latin1").toString("hex");
}

/** Text as the digits of its bytes; numbers as 64-bit integers. */
const hex: Resolve = ([operand], context) => {
	const encoding = connectionEncoding(context);
	const { type, nullable } = operand!;
	if (isTextual(type) || familyOf(type) === "temporal") {
		const width = textWidth(type) * (charsetNamed(type.charset)?.maxBytes ?? 1) * 2;
		return {
			type: textResult(width, encoding),
			nullable,
			ascii: true,
			operands: [ownText(operand!, context)],
			evaluate: (_evaluation, text) => asciiIn(hexOf(text as ByteString).toUpperCase(), encoding.charset),
		};
	}
	const integer = kindOf(type) === "integer";
	return {
		type: textResult(16, encoding),
		nullable,
		ascii: true,
		operands: [integer ? undefined : doubleType],
		evaluate: (_evaluation, value) =>
			asciiIn(
				BigInt(asUnsigned(integer ? (value as Integer) : wholeOf(value as number)))
					.toString(16)
					.toUpperCase(),
				encoding.charset,
			),
	};
};

/** Rounds halves away from zero; a number beyond 64 bits gives all bits set. */
function wholeOf(value: number): Integer {
	const whole = value <= -(2 ** 63) || value >= 2 ** 64 ? -1 : Math.trunc(value + Math.sign(value) * 0.5);
	return integerFromDouble(whole);
}

function bytesOfHex(digits: string): ByteString | null {
	if (/[^0-9a-f]/i.test(digits)) {
		return null;
	}
	return Buffer.from(digits.length % 2 === 1 ? `0${digits}` : digits, "hex").toString("latin1");
}

const plainText = anyText({ charset: "utf8mb4", collation: "utf8mb4_bin" });

/** Makes a function that decodes text to bytes. `faultOf`: its name, where text that is none is a fault. */
function decoding(decode: (text: string) => ByteString | null, share: number, faultOf?: string): Resolve {
	return ([operand]) => ({
		type: textResult(Math.ceil(textWidth(operand!.type) * share), binaryEncoding),
		nullable: true,
		operands: [isText(operand!.type) ? undefined : plainText],
		evaluate: (evaluation, text) => {
			const bytes = decode(text as string);
			if (bytes === null && faultOf !== undefined) {
				fault(evaluation, "incorrectFunctionValue", "string", `'${shown(text, plainText)}'`, faultOf);
			}
			return bytes;
		},
	});
}

const base64Line = 76;

const toBase64: Resolve = ([operand], context) => {
	const encoding = connectionEncoding(context);
	const bytes = textWidth(operand!.type) * (charsetNamed(operand!.type.charset)?.maxBytes ?? 1);
	return {
		type: textResult(Math.ceil(bytes / 3) * 4 + Math.ceil(bytes / 57), encoding),
		nullable: true,
		ascii: true,
		operands: [ownText(operand!, context)],
		evaluate: (_evaluation, text) => {
			const whole = Buffer.from(text as ByteString, "latin1").toString("base64");
			return asciiIn(whole.replace(new RegExp(`.{${base64Line}}(?!$)`, "g"), "$&\n"), encoding.charset);
		},
	};
};

function bytesOfBase64(text: string): ByteString | null {
	const digits = text.replace(/\s+/g, "");
	return digits.length % 4 === 0 && /^[A-Za-z0-9+/]*={0,2}$/.test(digits)
		? Buffer.from(digits, "base64").toString("latin1")
		: null;
}

/** Returns the bytes of a character code without leading zeros; 0 is one byte. */
function bytesOfCode(code: Value): ByteString {
	let rest = Number(BigInt.asUintN(32, BigInt(code as Integer)));
	let bytes = "";
	do {
		bytes = String.fromCharCode(rest % 256) + bytes;
		rest = Math.floor(rest / 256);
	} while (rest > 0);
	return bytes;
}

/** Pads with leading zero bytes to a multiple of `least`, the charset's smallest character. */
function filled(bytes: ByteString, least: number): ByteString {
	return bytes.padStart(Math.ceil(bytes.length / least) * least, "\0");
}

const char: Resolve = (operands) => {
	const codes = operands.filter((operand) => operand.word === undefined);
	const charset = operands.find((operand) => operand.word !== undefined)?.word ?? "binary";
	if (charsetNamed(charset) === undefined) {
		throw sqlError("unknownCharset", encodeText(charset));
	}
	const collation = charsetNamed(charset)?.defaultCollation ?? "binary";
	const least = charsetNamed(charset)?.minBytes ?? 1;
	return {
		type: textResult(codes.length * 4, { charset, collation }),
		nullable: true,
		operands: operands.map((operand) => (operand.word === undefined ? bigintType : undefined)),
		nullPropagates: false,
		evaluate: (evaluation, ...values) => {
			const bytes = values
				.slice(0, codes.length)
				.filter((code) => code !== null)
				.map((code) => filled(bytesOfCode(code), least))
				.join("");
			const at = firstIllFormed(bytes, charset);
			if (at < 0) {
				return bytes;
			}
			evaluation.warn("Warning", "invalidCharacterString", charset, shownIllFormed(bytes, at));
			return evaluation.mode.strict ? null : ownPart(bytes, 0, at);
		},
	};
};

/** `level 1 desc reverse`: inverts the weights' order and reverses them; there are no other levels. */
function turned(weights: ByteString, level: string): ByteString {
	if (!/desc|reverse/.test(level)) {
		return weights;
	}
	const bytes = Buffer.from(weights, "latin1");
	const inverted = level.includes("desc") ? bytes.map((byte) => 255 - byte) : bytes;
	return Buffer.from(level.includes("reverse") ? inverted.reverse() : inverted).toString("latin1");
}

/** Returns the weight string; AS CHAR(n) and AS BINARY(n) cut or pad the text first. */
const weightString: Resolve = (operands, context) => {
	const [operand, word, length] = operands;
	const levels = operands.find((each) => each.word?.startsWith("level"))?.word ?? "";
	const [first = ""] = levels.split(",");
	const { charset, collation } = encodingOf(operand!, context);
	const order = collationNamed(collation);
	const binary = word?.word === "binary";
	const filling = binary ? "\0" : asciiIn(" ", charset);
	const count = typeof length?.constant === "number" ? length.constant : undefined;
	const sized = (text: ByteString): ByteString => {
		if (count === undefined) {
			return text;
		}
		const has = binary ? text.length : countCharacters(text, charset);
		return has >= count
			? binary
				? ownPart(text, 0, count)
				: cutCharacters(text, charset, count)
			: text + filling.repeat(count - has);
	};
	return {
		type: textResult(textWidth(operand!.type) * 4, binaryEncoding),
		nullable: true,
		operands: [ownText(operand!, context), ...operands.slice(1).map(() => undefined)],
		nullPropagates: false,
		evaluate(evaluation, text) {
			const bytes = Math.max((text as ByteString | null)?.length ?? 0, (count ?? 0) * filling.length);
			if (text === null || !isTextual(operand!.type) || !fitsPacket(evaluation, bytes, "weight_string")) {
				return null;
			}
			const all = sized(text as ByteString);
			const weights = binary || order === undefined ? all : order.printWeights(all);
			return fitsPacket(evaluation, weights.length, "weight_string") ? turned(weights, first) : null;
		},
	};
};

/** SOUNDEX digit of each letter A to Z; 0: vowels and silent letters. */
const sounds = "01230120022455012623010202";

/** Returns the first letter, then the digits that differ from the digit before; padded to four characters. */
function soundOf(text: string, isBinary = false): string {
	let code = "";
	let last = "";
	for (const written of text) {
		const point = written.codePointAt(0)!;
		const capital = point >= 0x61 && point <= 0x7a ? point - 0x20 : point;
		const isPlain = capital >= 0x41 && capital <= 0x5a;
		// Characters from À on count as vowels and keep their case; in binary strings they are no letters.
		if (!isPlain && (isBinary || point < 0xc0)) {
			continue;
		}
		const letter = isPlain ? String.fromCharCode(capital) : written;
		const sound = isPlain ? sounds[capital - 0x41]! : "0";
		if (code === "") {
			code = letter;
			last = sound;
		} else if (sound !== "0" && sound !== last) {
			last = sound;
			code += sound;
		}
	}
	return code === "" ? "" : code + "0".repeat(Math.max(0, 4 - [...code].length));
}

const soundex: Resolve = ([operand], context) => {
	const choice = encodingOf(operand!, context);
	const charset = charsetNamed(choice.charset);
	return {
		type: textResult(Math.max(4, textWidth(operand!.type)), choice),
		nullable: operand!.nullable,
		coercibility: choice.coercibility,
		operands: [ownText(operand!, context)],
		evaluate: (_evaluation, text) =>
			charset === undefined || charset.name === "binary"
				? soundOf(text as string, true)
				: charset.encode(soundOf(charset.decode(text as ByteString))),
	};
};

/** Each operand is read in its own charset: binary strings have ASCII letters only. */
const soundsLike: Resolve = (operands, context) => {
	jointText(operands, context, "sounds like");
	const [soundOfFirst, soundOfSecond] = operands.map((operand) => {
		const { charset } = encodingOf(operand, context);
		return (text: Value) =>
			charset === "binary"
				? soundOf(text as ByteString, true)
				: soundOf(convertText(text as ByteString, charset, "utf8mb4"));
	});
	return {
		type: truthType,
		nullable: anyNullable(operands),
		operands: operands.map((operand) => ownText(operand, context)),
		evaluate: (_evaluation, a, b) => (soundOfFirst!(a) === soundOfSecond!(b) ? 1 : 0),
	};
};

export const stringCode: readonly FunctionDefinition[] = [
	define("hex", 1, 1, hex),
	define("unhex", 1, 1, decoding(bytesOfHex, 1 / 2, "unhex")),
	define("to_base64", 1, 1, toBase64),
	define("from_base64", 1, 1, decoding(bytesOfBase64, 1)),
	define("char", 1, many, char),
	define("weight_string", 1, 4, weightString),
	define("soundex", 1, 1, soundex),
	define("sounds like", 2, 2, soundsLike),
	define("load_file", 1, 1, () => ({ type: anyBytes, nullable: true, statementConstant: true, evaluate: () => null })),
];
