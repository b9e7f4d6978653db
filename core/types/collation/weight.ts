/**
 * Collation weights: the weight table of a collation, or undefined for binary ones.
 *
 * Tables are read on first use.
 */
import { charsetNamed, transcoder } from "../text/charset.ts";
import type { ByteString } from "../value/value.ts";
import { byteWeights, pairWeights } from "./weights/byte.ts";
import { byteRuns } from "./weights/data/byte.ts";
import { general500Runs, generalRuns } from "./weights/data/general.ts";
import { languageRuns } from "./weights/data/language.ts";
import { unicode400Runs } from "./weights/data/unicode-400.ts";
import { unicode520Runs } from "./weights/data/unicode-520.ts";
import { PrintedWeights } from "./weights/printed-weights.ts";
import { gbkWeights } from "./weights/gbk.ts";
import { generalWeights } from "./weights/general.ts";
import { thaiWeights } from "./weights/thai.ts";
import { twoLevelWeights } from "./weights/two-level.ts";
import { unicodeWeights } from "./weights/unicode.ts";
import type { Weights } from "./weights/weights.ts";

const unicode = new Map<string, Weights>();

/** Returns the weights over UTF-8 for the part of a name between charset and `_ci`; charsets share them. */
function unicodeOrder(language: string): Weights {
	let found = unicode.get(language);
	if (found === undefined) {
		found = makeUnicode(language);
		unicode.set(language, found);
	}
	return found;
}

function makeUnicode(language: string): Weights {
	switch (language) {
		case "general":
			return generalWeights(generalRuns());
		case "general_mysql500":
			return generalWeights(generalRuns(), general500Runs());
		case "unicode":
			return unicodeWeights({ runs: () => [unicode400Runs()], supplementary: false });
		case "unicode_520":
			return unicodeWeights({ runs: () => [unicode520Runs()], supplementary: true });
		default: {
			const { runs, contractions } = languageRuns()[language]!;
			return unicodeWeights({ runs: () => [unicode400Runs(), runs], contractions, supplementary: false });
		}
	}
}

/** Weighs text of another charset by its Unicode characters. */
function converted(charset: string, { fold, print, unsettled }: Weights): Weights {
	const convert = transcoder(charset, "utf8mb4");
	const back = transcoder("utf8mb4", charset);
	return {
		fold: (bytes) => fold(convert(bytes)),
		print: (bytes) => print(convert(bytes)),
		...(unsettled === undefined
			? {}
			: {
					unsettled: (bytes: ByteString) => {
						const text = convert(bytes);
						return back(text.slice(text.length - unsettled(text))).length;
					},
				}),
	};
}

const unchanged = (bytes: ByteString): ByteString => bytes;

export function weightsOf(name: string, charset: string): Weights | undefined {
	const { minBytes, maxBytes } = charsetNamed(charset)!;
	if (name.endsWith("_bin")) {
		return minBytes === 1 ? undefined : converted(charset, { fold: unchanged, print: unchanged });
	}
	if (charset === "utf8" || charset === "utf8mb4") {
		return unicodeOrder(languageOf(name, charset));
	}
	if (minBytes > 1 || name.endsWith("_unicode_520_ci")) {
		return converted(charset, unicodeOrder(languageOf(name, charset)));
	}
	if (charset === "gbk") {
		return gbkWeights;
	}
	if (maxBytes > 1) {
		return pairWeights(charset);
	}
	if (name === "cp1250_czech_cs") {
		return twoLevelWeights(byteRuns()[name]!);
	}
	if (charset === "tis620") {
		return thaiWeights;
	}
	const runs = byteRuns()[name];
	return runs === undefined ? undefined : byteWeights(runs);
}

function languageOf(name: string, charset: string): string {
	return name.slice(charset.length + 1, -"_ci".length);
}

/**
 * Returns the printer of WEIGHT_STRING for the `_bin` collation of a Unicode charset: code points in two bytes or
 * three.
 */
export function codePointPrinter(charset: string): (bytes: ByteString) => ByteString {
	const { decode, maxBytes } = charsetNamed(charset)!;
	const isWide = maxBytes > 3;
	return (bytes) => {
		const text = decode(bytes);
		const weights = new PrintedWeights(2 * text.length);
		for (let at = 0; at < text.length; at++) {
			const character = text.codePointAt(at)!;
			if (isWide) {
				weights.addByte(character >> 16);
			}
			weights.add(character & 0xffff);
			at += character > 0xffff ? 1 : 0;
		}
		return weights.toText();
	};
}
