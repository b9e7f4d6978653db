/**
 * Keys told apart: each gets a number of its own, from 0.
 *
 * In: values that are keys. Out: numbers, and the key of a number. As bytes (`byte-table.ts`): half a million strings
 * in a Map have the garbage collector copy and mark them. It refuses to know what keys are made of.
 */
import type { Value } from "../../types/value.ts";
import { ByteTable } from "./byte-table.ts";
import { RowReader, RowWriter } from "./row-bytes.ts";

export class KeyNumbers {
	readonly #table = new ByteTable();
	readonly #writer = new RowWriter(1 << 6);
	readonly #reader = new RowReader();

	get count(): number {
		return this.#table.count;
	}

	get bytes(): number {
		return this.#table.bytes;
	}

	/** `count`, as it was before, if the key is new. */
	number(key: Value): number {
		this.#write(key);
		return this.#table.number(this.#writer.bytes, 0, this.#writer.length);
	}

	/** -1: it has none. */
	find(key: Value): number {
		this.#write(key);
		return this.#table.find(this.#writer.bytes, 0, this.#writer.length);
	}

	/** Nobody asks any more. */
	close(): void {
		this.#table.close();
	}

	key(number: number): Value {
		this.#reader.feed(this.#table.copy(number));
		return this.#reader.value();
	}

	/** 0 and -0 are the same key. */
	#write(key: Value): void {
		this.#writer.clear();
		this.#writer.value(key === 0 ? 0 : key);
	}
}
