/**
 * Scans the rows of VALUES without a syntax tree, and groups them by form.
 *
 * Returns false for rows with anything but literals, signs, NULL and DEFAULT.
 *
 *     (1, 'a', null), (2, 'b', null), (3, null, null)      two forms: integer text NULL, integer NULL NULL
 */
import type { ByteString } from "../../types/value/value.ts";
import { isNamePart, skipSpace } from "../lex/character.ts";
import { scanQuoted } from "../lex/string.ts";
import { noNumber, numberEnd, numberKind, textKind } from "./literal-kind.ts";

/** Cells without a literal; a negative number has its kind plus 64. */
export const nullCell = 4;
export const defaultCell = 5;
export const negative = 64;

const maximumForms = 16;
const maximumCells = 4096;

const doubleQuote = 34;
const singleQuote = 39;
const open = 40;
const close = 41;
const comma = 44;
const minus = 45;

export interface RowForm {
	readonly cells: readonly number[];
	/** Kinds of the form's literals. */
	readonly kinds: readonly number[];
	/** The first row of this form. */
	readonly start: number;
	readonly end: number;
}

export class RowScan {
	/** Position after the last row. */
	end = 0;
	forms: RowForm[] = [];
	/** The form of each row. */
	formOf = new Uint8Array(64);
	count = 0;
	#text: ByteString = "";
	#ansiQuotes = false;
	#at = 0;
	readonly #cells = new Uint8Array(maximumCells);

	/** `ansiQuotes`: "..." is a name, and no literal. */
	scan(text: ByteString, from: number, ansiQuotes: boolean): boolean {
		this.#text = text;
		this.#ansiQuotes = ansiQuotes;
		this.forms = [];
		this.formOf = new Uint8Array(64);
		this.count = 0;
		let at = skipSpace(text, from);
		for (;;) {
			if (text.charCodeAt(at) !== open) {
				return false;
			}
			const count = this.#row(at);
			const form = count <= 0 ? -1 : this.#formOf(count, at);
			if (form < 0) {
				return false;
			}
			this.#add(form);
			this.end = this.#at;
			at = skipSpace(text, this.#at);
			if (text.charCodeAt(at) !== comma) {
				return true;
			}
			at = skipSpace(text, at + 1);
		}
	}

	#add(form: number): void {
		if (this.count === this.formOf.length) {
			const grown = new Uint8Array(this.count * 4);
			grown.set(this.formOf);
			this.formOf = grown;
		}
		this.formOf[this.count++] = form;
	}

	/** Scans one row; returns the number of cells, or 0 if it is not plain. */
	#row(start: number): number {
		const text = this.#text;
		let count = 0;
		let at = start;
		do {
			const end = this.#cell(skipSpace(text, at + 1), count);
			if (end < 0 || ++count === maximumCells) {
				return 0;
			}
			at = skipSpace(text, end);
		} while (text.charCodeAt(at) === comma);
		this.#at = at + 1;
		return text.charCodeAt(at) === close ? count : 0;
	}

	/** End of the cell, or -1. */
	#cell(start: number, place: number): number {
		const text = this.#text;
		const code = text.charCodeAt(start);
		if (code === singleQuote || (code === doubleQuote && !this.#ansiQuotes)) {
			const end = scanQuoted(text, start, true);
			if (end >= 0) {
				this.#cells[place] = textKind;
			}
			return end;
		}
		if (code >= 48 && code <= 57) {
			return this.#number(start, place, 0);
		}
		if (code === minus) {
			const next = text.charCodeAt(start + 1);
			return next >= 48 && next <= 57 ? this.#number(start + 1, place, negative) : -1;
		}
		return this.#word(start, place);
	}

	#number(start: number, place: number, sign: number): number {
		const text = this.#text;
		const end = numberEnd(text, start);
		if (end === noNumber) {
			return -1;
		}
		this.#cells[place] = numberKind(text, start, end) + sign;
		return end;
	}

	#word(start: number, place: number): number {
		const text = this.#text;
		let end = start;
		while (isNamePart(text.charCodeAt(end))) {
			end++;
		}
		const word = end - start === 4 || end - start === 7 ? text.slice(start, end).toLowerCase() : "";
		if (word !== "null" && word !== "default") {
			return -1;
		}
		this.#cells[place] = word === "null" ? nullCell : defaultCell;
		return end;
	}

	/** Form of the scanned row, added if new; -1 if there are too many. */
	#formOf(count: number, start: number): number {
		for (let at = 0; at < this.forms.length; at++) {
			if (this.#isForm(this.forms[at]!.cells, count)) {
				return at;
			}
		}
		if (this.forms.length === maximumForms) {
			return -1;
		}
		const cells = Array.from(this.#cells.subarray(0, count));
		const kinds = cells
			.filter((cell) => cell !== nullCell && cell !== defaultCell)
			.map((cell) => cell & (negative - 1));
		return this.forms.push({ cells, kinds, start, end: this.#at }) - 1;
	}

	#isForm(cells: readonly number[], count: number): boolean {
		if (cells.length !== count) {
			return false;
		}
		for (let at = 0; at < count; at++) {
			if (cells[at] !== this.#cells[at]) {
				return false;
			}
		}
		return true;
	}
}
