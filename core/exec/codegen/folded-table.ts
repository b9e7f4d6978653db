/**
 * Hash table of texts under a weight-based collation (case folding etc.): numbers equal texts alike.
 *
 * Each distinct byte sequence is converted to its sort key once: names and words repeat.
 */
import type { ByteString, Value } from "../../types/value/value.ts";
import { ByteTable } from "../spill/byte-table.ts";

export class FoldedTable {
	readonly #texts = new ByteTable();
	readonly #numbers: number[] = [];
	readonly #byKey = new Map<Value, number>();
	readonly #keyOf: (value: Value) => Value;

	constructor(keyOf: (text: ByteString) => Value) {
		this.#keyOf = keyOf as (value: Value) => Value;
	}

	get count(): number {
		return this.#byKey.size;
	}

	get bytes(): number {
		return this.#texts.bytes + 128 * this.#byKey.size + 8 * this.#numbers.length;
	}

	close(): void {
		this.#texts.close();
	}

	number(bytes: Uint8Array, from: number, to: number): number {
		const text = this.#texts.number(bytes, from, to);
		return this.#numbers[text] ?? this.#add(text);
	}

	#add(text: number): number {
		const number = this.value(this.#keyOf(this.#texts.text(text)));
		this.#numbers[text] = number;
		return number;
	}

	value(key: Value): number {
		let number = this.#byKey.get(key);
		if (number === undefined) {
			number = this.#byKey.size;
			this.#byKey.set(key, number);
		}
		return number;
	}
}
