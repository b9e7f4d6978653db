/**
 * Byte layout of a prepared batch: the record that XA PREPARE stores.
 *
 *     | lists: writes, conditions, counts |
 *     list     | number of items, 4 | item | item | ...
 *     item     | key length, 4 | key | value length, 4; 2^32-1: none | value |
 *
 * A count's value is the number to be added, encoded as in `count.ts`.
 */
import { type Addition, decodeCount, encodeCount } from "../page/count.ts";
import { readLatin1 } from "../encoding/latin1.ts";
import { conditionsOfBatch, writesOfBatch } from "../runs/run-cursor.ts";
import type { Condition, Key, Write } from "../contract.ts";
import type { FastBatch } from "../fast-store.ts";

export interface PreparedBatch {
	readonly writes: readonly Write[];
	readonly conditions: readonly Condition[];
	readonly additions: readonly Addition[];
}

const none = 0xffffffff;

type Item = readonly [key: Key, value: Uint8Array | null | undefined];

/** Converts all writes into single ones. */
export function preparedBatch(batch: FastBatch): PreparedBatch {
	return { writes: [...writesOfBatch(batch)], conditions: conditionsOfBatch(batch), additions: batch.additions ?? [] };
}

export function encodePreparedBatch({ writes, conditions, additions }: PreparedBatch): Uint8Array {
	const lists: readonly (readonly Item[])[] = [
		writes.map(({ key, value }) => [key, value]),
		conditions.map(({ key, seen }) => [key, seen]),
		additions.map(({ key, amount }) => [key, encodeCount(amount)]),
	];
	const parts: Buffer[] = [];
	for (const list of lists) {
		parts.push(number(list.length));
		for (const [key, value] of list) {
			parts.push(
				number(key.length),
				Buffer.from(key, "latin1"),
				number(value?.length ?? none),
				Buffer.from(value ?? []),
			);
		}
	}
	return Buffer.concat(parts);
}

function number(value: number): Buffer {
	const bytes = Buffer.alloc(4);
	bytes.writeUInt32LE(value);
	return bytes;
}

export function decodePreparedBatch(bytes: Uint8Array): PreparedBatch {
	const reader = new Reader(bytes);
	const writes = reader.list().map(([key, value]): Write => ({ key, value: value ?? null }));
	const conditions = reader.list().map(([key, value]): Condition => ({ key, seen: value ?? undefined }));
	return {
		writes,
		conditions,
		additions: reader.list().map(([key, value]): Addition => ({ key, amount: decodeCount(value ?? undefined) })),
	};
}

class Reader {
	readonly #bytes: Uint8Array;
	readonly #view: DataView;
	#at = 0;

	constructor(bytes: Uint8Array) {
		this.#bytes = bytes;
		this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
	}

	list(): Item[] {
		return Array.from({ length: this.#number() }, (): Item => {
			const length = this.#number();
			const key = readLatin1(this.#bytes, this.#at, this.#at + length);
			this.#at += length;
			return [key, this.#value()];
		});
	}

	#value(): Uint8Array | null {
		const length = this.#number();
		if (length === none) {
			return null;
		}
		this.#at += length;
		return this.#bytes.slice(this.#at - length, this.#at);
	}

	#number(): number {
		this.#at += 4;
		return this.#view.getUint32(this.#at - 4, true);
	}
}
