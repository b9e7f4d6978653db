/**
 * Reads the literals of VALUES rows one row at a time, following the forms found by the scanner.
 *
 * Why not all at once: a list of all values costs as much as reading them twice, and stays in memory until the
 * statement ends.
 */
import { negateInteger } from "../../types/numeric/integer.ts";
import type { ByteString, Integer, Value } from "../../types/value/value.ts";
import { skipSpace } from "../lex/character.ts";
import { decodeString } from "../lex/string.ts";
import { isShortNumber, literalValue, numberEnd, textKind } from "./literal-kind.ts";
import { defaultCell, negative, nullCell } from "./row-scan.ts";

const backslash = 92;
const point = 46;

/** Receives a row's values. */
interface Slot {
	value: Value;
}

export class RowReader {
	readonly #text: ByteString;
	readonly #from: number;
	readonly #forms: readonly (readonly number[])[];
	/** Position after the last row read. */
	#at: number;

	/** `from`: before the first row; `forms`: the cells of each form. */
	constructor(text: ByteString, from: number, forms: readonly (readonly number[])[]) {
		this.#text = text;
		this.#from = from;
		this.#at = from;
		this.#forms = forms;
	}

	rewind(): void {
		this.#at = this.#from;
	}

	/** Reads the next row's literals into slots from `first`. */
	read(form: number, slots: readonly Slot[], first: number): void {
		const text = this.#text;
		const cells = this.#forms[form]!;
		let slot = first;
		// Skips the comma between rows.
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

	#number(start: number, kind: number): Value {
		const text = this.#text;
		const isNegative = (kind & negative) !== 0;
		const plain = kind & (negative - 1);
		if (!isShortNumber(plain)) {
			const from = isNegative ? start + 1 : start;
			this.#at = numberEnd(text, from);
			const number = literalValue(text, from, this.#at, plain) as Integer;
			return isNegative ? negateInteger(number) : number;
		}
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
