/**
 * Numbers distinct key values from 0, stored as bytes (`byte-table.ts`).
 *
 * Why: half a million strings in a Map are copied and marked by the garbage collector.
 */
import type { Value } from "../../types/value/value.ts";
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

	/** Returns the key's number; a new key gets the previous `count`. */
	number(key: Value): number {
		this.#write(key);
		return this.#table.number(this.#writer.bytes, 0, this.#writer.length);
	}

	/** Returns -1 for an unknown key. */
	find(key: Value): number {
		this.#write(key);
		return this.#table.find(this.#writer.bytes, 0, this.#writer.length);
	}

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
