/**
 * Letter case: converts text to upper or lower case in a charset and collation.
 *
 * Each letter is converted to one letter of the same charset, so that `ß` stays and nothing becomes `?`. The letters
 * are those of MySQL's tables (`weights/data/letter.ts`), read on first use: V8's functions convert letters that
 * MySQL does not.
 */
import { charsetNamed, isUtf8, transcoder } from "./charset.ts";
import { codePointAt, encodeCodePoint, isAscii, validWidth } from "./utf8.ts";
import type { ByteString } from "../value/value.ts";
import { letterRuns } from "../collation/weights/data/letter.ts";
import { FlatParts, partLength } from "./flat-parts.ts";
import { readRuns, WeightPages } from "./runs.ts";

export type LetterForm = "upper" | "lower";
type ChangeCase = (bytes: ByteString) => ByteString;

const changers = new Map<string, ChangeCase>();

export function letterCase(charset: string, collation: string, form: LetterForm): ChangeCase {
	const tables = tablesOf(charset, collation);
	const key = `${charset} ${tables.join(" ")} ${form}`;
	let found = changers.get(key);
	if (found === undefined) {
		found = makeChanger(charset, tables, form);
		changers.set(key, found);
	}
	return found;
}

/** Returns names of tables; later ones override earlier ones. */
function tablesOf(charset: string, collation: string): readonly string[] {
	if (letterRuns[charset] !== undefined) {
		return [charset];
	}
	const own = /_(unicode_520|turkish)_ci$/.exec(collation)?.[1];
	return own === undefined ? ["unicode"] : ["unicode", own];
}

function makeChanger(charset: string, tables: readonly string[], form: LetterForm): ChangeCase {
	const known = charsetNamed(charset);
	if (known === undefined || known.name === "binary") {
		return (bytes) => bytes;
	}
	const letters = new LetterTable(tables, form);
	if (isUtf8(charset)) {
		return (bytes) => letters.changeUtf8(bytes);
	}
	if (tables[0] === "unicode") {
		const convert = transcoder(charset, "utf8mb4");
		const back = transcoder("utf8mb4", charset);
		return (bytes) => back(letters.changeUtf8(convert(bytes)));
	}
	return (bytes) => letters.changeBytes(bytes, known.width);
}

class LetterTable {
	readonly #tables: readonly string[];
	readonly #form: LetterForm;
	#pages: WeightPages | undefined;
	/** ASCII letters have their English case pairs (not so in Turkish). */
	#english = true;

	constructor(tables: readonly string[], form: LetterForm) {
		this.#tables = tables;
		this.#form = form;
	}

	changeUtf8(bytes: ByteString): ByteString {
		const pages = this.#pages ?? this.#read();
		if (this.#english && isAscii(bytes)) {
			return this.#form === "upper" ? bytes.toUpperCase() : bytes.toLowerCase();
		}
		let changed = "";
		let flat: FlatParts | undefined;
		for (let at = 0; at < bytes.length; ) {
			if (changed.length >= partLength) {
				flat ??= new FlatParts();
				changed = flat.take(changed);
			}
			const width = validWidth(bytes, at) || 1;
			const other = bytes.charCodeAt(at) < 0x80 || width > 1 ? pages.at(codePointAt(bytes, at, width)) : undefined;
			changed += other === undefined ? bytes.slice(at, at + width) : encodeCodePoint(other as number);
			at += width;
		}
		return flat === undefined ? changed : flat.with(changed);
	}

	/** Converts characters of one or two bytes; letters are numbered by their bytes. */
	changeBytes(bytes: ByteString, widthAt: (bytes: ByteString, at: number) => number): ByteString {
		const pages = this.#pages ?? this.#read();
		if (this.#english && isAscii(bytes)) {
			return this.#form === "upper" ? bytes.toUpperCase() : bytes.toLowerCase();
		}
		let changed = "";
		let flat: FlatParts | undefined;
		for (let at = 0; at < bytes.length; ) {
			if (changed.length >= partLength) {
				flat ??= new FlatParts();
				changed = flat.take(changed);
			}
			const width = widthAt(bytes, at);
			const number =
				width === 1 ? bytes.charCodeAt(at) : width === 2 ? (bytes.charCodeAt(at) << 8) | bytes.charCodeAt(at + 1) : -1;
			const other = pages.at(number) as number | undefined;
			changed +=
				other === undefined
					? bytes.slice(at, at + width)
					: other > 0xff
						? String.fromCharCode(other >> 8, other & 0xff)
						: String.fromCharCode(other);
			at += width;
		}
		return flat === undefined ? changed : flat.with(changed);
	}

	#read(): WeightPages {
		const pages = new WeightPages();
		for (const table of this.#tables) {
			readRuns(letterRuns[table]![this.#form], pages);
		}
		const change = this.#form === "upper" ? -32 : 32;
		const [first, last] = this.#form === "upper" ? [0x61, 0x7a] : [0x41, 0x5a];
		for (let byte = 0; byte < 0x80; byte++) {
			const english = byte >= first && byte <= last ? byte + change : byte;
			this.#english &&= (pages.at(byte) ?? byte) === english;
		}
		this.#pages = pages;
		return pages;
	}
}
