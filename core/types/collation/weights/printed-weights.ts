/**
 * Printed weights of a text, collected in a buffer.
 */
import type { ByteString } from "../../value/value.ts";

export class PrintedWeights {
	#bytes: Buffer;
	#length = 0;

	/** `expected`: bytes; more are taken as they come. */
	constructor(expected: number) {
		this.#bytes = Buffer.allocUnsafe(Math.max(expected, 16));
	}

	/** Two bytes, big-endian, as WEIGHT_STRING shows a weight. */
	add(weight: number): void {
		this.addByte(weight >> 8);
		this.addByte(weight);
	}

	addByte(byte: number): void {
		if (this.#length === this.#bytes.length) {
			const more = Buffer.allocUnsafe(2 * this.#bytes.length);
			this.#bytes.copy(more);
			this.#bytes = more;
		}
		this.#bytes[this.#length++] = byte;
	}

	toText(): ByteString {
		return this.#bytes.toString("latin1", 0, this.#length);
	}
}
