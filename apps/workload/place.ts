/**
 * Line and column of places in a text, asked for from its beginning to its end.
 */
import type { ByteString } from "../../core/index.ts";

export interface Place {
	readonly line: number;
	readonly column: number;
}

export class PlaceFinder {
	readonly #text: ByteString;
	/** Of the last place asked for. */
	#line: number;
	#lineStart: number;

	/** `line`: of the text's first byte; `start`: bytes before it that count as nothing. */
	constructor(text: ByteString, line = 1, start = 0) {
		this.#text = text;
		this.#line = line;
		this.#lineStart = start;
	}

	/** `at`: a byte of the text, not before the last one asked for. */
	find(at: number): Place {
		const text = this.#text;
		for (let found = text.indexOf("\n", this.#lineStart); found >= 0 && found < at; ) {
			this.#line++;
			this.#lineStart = found + 1;
			found = text.indexOf("\n", this.#lineStart);
		}
		let column = 1;
		for (let each = this.#lineStart; each < at; each++) {
			// A byte that continues a character of UTF-8 is none of its own.
			column += (text.charCodeAt(each) & 0xc0) === 0x80 ? 0 : 1;
		}
		return { line: this.#line, column };
	}
}
