/**
 * Serializes composite keys to bytes that are equal only for equal values; valid until the next key.
 *
 *     NULL     00
 *     number   01 8 bytes, a double
 *     text     02 4 bytes, length · bytes
 *     other    03 4 bytes, length · two bytes a character: weights, digits
 */
import type { Value } from "../../types/value/value.ts";

export class KeyWriter {
	bytes = new Uint8Array(256);
	end = 0;
	#view = new DataView(this.bytes.buffer);

	begin(): void {
		this.end = 0;
	}

	number(value: number): void {
		this.#reserve(9);
		this.bytes[this.end] = 1;
		// -0 and 0 are equal.
		this.#view.setFloat64(this.end + 1, value + 0, true);
		this.end += 9;
	}

	text(bytes: Uint8Array, from: number, to: number): void {
		const size = to - from;
		this.#open(2, size);
		for (let at = from; at < to; at++) {
			this.bytes[this.end++] = bytes[at]!;
		}
	}

	value(value: Value): void {
		switch (typeof value) {
			case "number":
				this.number(value);
				break;
			case "string":
				this.#characters(value);
				break;
			case "bigint":
				this.#characters(String(value));
				break;
			default:
				this.#reserve(1);
				this.bytes[this.end++] = 0;
		}
	}

	#characters(text: string): void {
		this.#open(3, 2 * text.length);
		for (let at = 0; at < text.length; at++) {
			this.#view.setUint16(this.end, text.charCodeAt(at), true);
			this.end += 2;
		}
	}

	#open(tag: number, size: number): void {
		this.#reserve(5 + size);
		this.bytes[this.end] = tag;
		this.#view.setUint32(this.end + 1, size, true);
		this.end += 5;
	}

	#reserve(size: number): void {
		if (this.end + size > this.bytes.length) {
			const wider = new Uint8Array(2 * (this.end + size));
			wider.set(this.bytes);
			this.bytes = wider;
			this.#view = new DataView(wider.buffer);
		}
	}
}
