/**
 * `_unicode_ci`, `_unicode_520_ci` and language collations: first level of the Unicode collation algorithm (UCA).
 *
 * Weights come from a table and a language's tailoring of it. A character has no, one or several weights; a
 * contraction is several characters with a common weight. Tables are read on first use, in a few milliseconds.
 */
import { codePointAt, validWidth } from "../../text/utf8.ts";
import { FlatParts, partLength } from "../../text/flat-parts.ts";
import type { ByteString } from "../../value/value.ts";
import {
	beyondAll,
	firstImplicit,
	implicitCode,
	implicitWeights,
	invalidLead,
	type WeightCodes,
	weightCodes,
} from "./code.ts";
import { type Contraction, readContractions, readRuns, type WeightList, WeightPages } from "../../text/runs.ts";
import { PrintedWeights } from "./printed-weights.ts";
import type { Weights } from "./weights.ts";

interface UnicodeTable {
	/** Returns the runs of the table, then those of the language, when a text is first compared. */
	readonly runs: () => readonly string[];
	readonly contractions?: string | undefined;
	/** The table has weights of supplementary characters; otherwise all have the same. */
	readonly supplementary: boolean;
}

export function unicodeWeights(table: UnicodeTable): Weights {
	let reader: WeightReader | undefined;
	const read = () => (reader ??= new WeightReader(table));
	return {
		fold: (bytes) => read().fold(bytes),
		print: (bytes) => read().print(bytes),
		ascii: () => read().ascii,
		...(table.contractions === undefined ? {} : { unsettled: (bytes: ByteString) => read().unsettled(bytes) }),
	};
}

class WeightReader {
	readonly #pages = new WeightPages();
	readonly #supplementary: boolean;
	readonly #codes: WeightCodes;
	/** Cache of codes by character. */
	readonly #folded: (ByteString | undefined)[] = [];
	/** By first character, longest first. */
	readonly #contractions = new Map<number, Contraction[]>();
	/** Characters in contractions, except their last. */
	readonly #heads = new Set<number>();
	readonly ascii: Int16Array;

	constructor({ runs, contractions, supplementary }: UnicodeTable) {
		for (const text of runs()) {
			readRuns(text, this.#pages);
		}
		this.#supplementary = supplementary;
		for (const contraction of readContractions(contractions ?? "")) {
			const first = contraction.characters[0]!;
			this.#contractions.set(
				first,
				[...(this.#contractions.get(first) ?? []), contraction].sort(
					(a, b) => b.characters.length - a.characters.length,
				),
			);
			contraction.characters.slice(0, -1).forEach((character) => this.#heads.add(character));
		}
		const all = this.#pages.distinct();
		for (const list of this.#contractions.values()) {
			list.forEach(({ weights }) => weights.forEach((weight) => all.add(weight)));
		}
		const short = new Set(Array.from({ length: 0x80 }, (_, byte) => this.#weigh(byte)).flat());
		this.#codes = weightCodes(all, short, this.#weigh(0x20)[0]!);
		this.ascii = Int16Array.from({ length: 256 }, (_, byte) =>
			byte > 0x7f || this.#heads.has(byte) ? -1 : oneByte(this.#fold(byte)),
		);
	}

	fold(bytes: ByteString): ByteString {
		let folded = "";
		let flat: FlatParts | undefined;
		for (let at = 0; at < bytes.length; ) {
			if (folded.length >= partLength) {
				flat ??= new FlatParts();
				folded = flat.take(folded);
			}
			const byte = bytes.charCodeAt(at);
			const short = this.ascii[byte]!;
			if (short >= 0) {
				folded += oneByteTexts[short];
				at++;
				continue;
			}
			const width = validWidth(bytes, at);
			if (width === 0) {
				folded += invalidLead + bytes[at++];
				continue;
			}
			const character = codePointAt(bytes, at, width);
			const contraction = this.#contractionAt(bytes, at, character);
			folded +=
				contraction === undefined
					? (this.#folded[character] ??= this.#fold(character))
					: this.#encode(contraction.weights);
			at += contraction === undefined ? width : widthOf(contraction);
		}
		return flat === undefined ? folded : flat.with(folded);
	}

	print(bytes: ByteString): ByteString {
		const printed = new PrintedWeights(2 * bytes.length);
		for (let at = 0; at < bytes.length; ) {
			const width = validWidth(bytes, at);
			const character = width === 0 ? -1 : codePointAt(bytes, at, width);
			const contraction = width === 0 ? undefined : this.#contractionAt(bytes, at, character);
			const weights = contraction?.weights ?? (width === 0 ? [0xffff] : this.#weigh(character));
			weights.forEach((weight) => printed.add(weight));
			at += contraction === undefined ? width || 1 : widthOf(contraction);
		}
		return printed.toText();
	}

	/** Returns the bytes at the end that may begin a contraction. */
	unsettled(bytes: ByteString): number {
		let end = bytes.length;
		while (end > 0) {
			let at = end - 1;
			while (at > 0 && (bytes.charCodeAt(at) & 0xc0) === 0x80) {
				at--;
			}
			const width = validWidth(bytes, at);
			if (width === 0 || !this.#heads.has(codePointAt(bytes, at, width))) {
				break;
			}
			end = at;
		}
		return bytes.length - end;
	}

	#weigh(character: number): WeightList {
		if (character > 0xffff && !this.#supplementary) {
			return [beyondAll];
		}
		const known = this.#pages.at(character);
		return known === undefined
			? implicitWeights(character)
			: typeof known === "number"
				? known === 0
					? []
					: [known]
				: known;
	}

	#fold(character: number): ByteString {
		return this.#encode(this.#weigh(character));
	}

	#encode(weights: WeightList): ByteString {
		let folded = "";
		for (let at = 0; at < weights.length; at++) {
			const weight = weights[at]!;
			folded +=
				weight < firstImplicit || weight === beyondAll
					? this.#codes.get(weight)!
					: implicitCode(weight, weights[++at]!);
		}
		return folded;
	}

	#contractionAt(bytes: ByteString, at: number, character: number): Contraction | undefined {
		return this.#contractions.get(character)?.find(({ characters }) => {
			let next = at;
			return characters.every((wanted) => {
				const width = validWidth(bytes, next);
				const met = width > 0 && next < bytes.length && codePointAt(bytes, next, width) === wanted;
				next += width;
				return met;
			});
		});
	}
}

const oneByteTexts = Array.from({ length: 256 }, (_, byte) => String.fromCharCode(byte));

function oneByte(folded: ByteString): number {
	return folded.length === 1 ? folded.charCodeAt(0) : -1;
}

function widthOf({ characters }: Contraction): number {
	return characters.reduce(
		(sum, character) => sum + (character < 0x80 ? 1 : character < 0x800 ? 2 : character < 0x10000 ? 3 : 4),
		0,
	);
}
