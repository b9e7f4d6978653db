/**
 * The literals of rows of VALUES, read row by row when they are wanted.
 *
 * In: a text whose rows were scanned, the form of the next row. Out: its literals' values, in the order written. It
 * refuses to look for what the scanner has found to be so: a row is of its form, and ends.
 *
 * Values of all rows in one list cost as much as reading them twice, and what is made at once stays until the
 * statement ends.
 */
import type { ByteString, Value } from "../../types/value.ts";
import { skipSpace } from "../lex/character.ts";
import { decodeString } from "../lex/string.ts";
import { textKind } from "./literal-kind.ts";
import { defaultCell, negative, nullCell } from "./row-scan.ts";

const backslash = 92;
const point = 46;

/** What takes a row's values. */
interface Slot {
	value: Value;
}

export class RowReader {
	readonly #text: ByteString;
	readonly #from: number;
	readonly #forms: readonly (readonly number[])[];
	/** Behind the row that was read last. */
	#at: number;

	/** `from`: before the first row; `forms`: the cells of each. */
	constructor(text: ByteString, from: number, forms: readonly (readonly number[])[]) {
		this.#text = text;
		this.#from = from;
		this.#at = from;
		this.#forms = forms;
	}

	rewind(): void {
		this.#at = this.#from;
	}

	/** The next row's literals, into slots from `first` on. */
	read(form: number, slots: readonly Slot[], first: number): void {
		const text = this.#text;
		const cells = this.#forms[form]!;
		let slot = first;
		// Before a row there is a comma, before the first row nothing.
		this.#at = text.indexOf("(", this.#at);
		for (let cell = 0; cell < cells.length; cell++) {
			const kind = cells[cell]!;
			const start = skipSpace(text, this.#at + 1);
			if (kind === nullCell || kind === defaultCell) {
				this.#at = start + (kind === nullCell ? 4 : 7);
			} else {
				slots[slot++]!.value = kind === textKind ? this.#quoted(start) : this.#number(start, kind);
			}
			this.#at = skipSpace(text, this.#at);
		}
		this.#at++;
	}

	#quoted(start: number): ByteString {
		const text = this.#text;
		const quote = text.charCodeAt(start);
		let isPlain = true;
		let at = start + 1;
		for (;;) {
			const code = text.charCodeAt(at);
			if (code === backslash) {
				isPlain = false;
				at += 2;
			} else if (code !== quote) {
				at++;
			} else if (text.charCodeAt(at + 1) === quote) {
				isPlain = false;
				at += 2;
			} else {
				break;
			}
		}
		this.#at = at + 1;
		return isPlain ? text.slice(start + 1, at) : decodeString(text, start, at + 1, true);
	}

	#number(start: number, kind: number): number {
		const text = this.#text;
		const isNegative = (kind & negative) !== 0;
		let value = 0;
		let at = isNegative ? start + 1 : start;
		for (;;) {
			const code = text.charCodeAt(at);
			if (code >= 48 && code <= 57) {
				value = value * 10 + code - 48;
			} else if (code !== point) {
				break;
			}
			at++;
		}
		this.#at = at;
		return isNegative ? 0 - value : value;
	}
}
