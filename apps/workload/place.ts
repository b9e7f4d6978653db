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
	/** The last place asked for, and the end of its line: a line may hold a whole dump. */
	#at: number;
	#line: number;
	#column = 1;
	#lineEnd: number;

	/** `line`: of the text's first byte; `start`: bytes before it that count as nothing. */
	constructor(text: ByteString, line = 1, start = 0) {
		this.#text = text;
		this.#at = start;
		this.#line = line;
		this.#lineEnd = this.#endFrom(start);
	}

	/** `at`: a byte of the text, not before the last one asked for. */
	find(at: number): Place {
		while (this.#lineEnd < at) {
			this.#at = this.#lineEnd + 1;
			this.#line++;
			this.#column = 1;
			this.#lineEnd = this.#endFrom(this.#at);
		}
		for (; this.#at < at; this.#at++) {
			// A byte that continues a character of UTF-8 is none of its own.
			this.#column += (this.#text.charCodeAt(this.#at) & 0xc0) === 0x80 ? 0 : 1;
		}
		return { line: this.#line, column: this.#column };
	}

	#endFrom(at: number): number {
		const end = this.#text.indexOf("\n", at);
		return end < 0 ? Number.POSITIVE_INFINITY : end;
	}
}
