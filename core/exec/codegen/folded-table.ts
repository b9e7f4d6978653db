/**
 * Texts told apart by a collation that is not about bytes.
 *
 * In: bytes where they lie, the collation's key of a text. Out: numbers, equal for equal texts. A text's key is made
 * once for each sequence of bytes that turns up: names and words repeat.
 */
import type { ByteString, Value } from "../../types/value.ts";
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

	/** Nobody asks any more. */
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

	/** The number of a key itself. */
	value(key: Value): number {
		let number = this.#byKey.get(key);
		if (number === undefined) {
			number = this.#byKey.size;
			this.#byKey.set(key, number);
		}
		return number;
	}
}
