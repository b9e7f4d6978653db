/**
 * Byte sequences told apart: each gets a number of its own, from 0.
 *
 * In: bytes where they lie. Out: numbers of groups and of distinct texts, without a string for any of them. What is new is copied
 * into an arena. A slot holds the hash beside the number, so that a look at a slot is one look at memory, which is what a million
 * different texts cost: 200 ns each, where a Set of strings takes 900.
 *
 *     slots   | number + 1 | hash | number + 1 | hash | ...      at the hash or the next free place; 0: free
 *     arena   | bytes of 0 | bytes of 1 | ...
 *     starts    ^ starts[0]  ^ starts[1]
 */
import type { ByteString } from "../../types/value.ts";
import { readLatin1 } from "../../store/latin1.ts";

const firstSlots = 1024;
/** Up to here tables grow by four: what is copied is copied less often. */
const fastGrowth = 1 << 19;

export class ByteTable {
	count = 0;
	#slots = new Int32Array(2 * firstSlots);
	#mask = firstSlots - 1;
	/** So many fill two thirds of the slots. */
	#most = Math.floor((firstSlots * 2) / 3);
	#starts = new Int32Array(1024);
	#arena = new Uint8Array(16384);

	get bytes(): number {
		return this.#slots.byteLength + this.#starts.byteLength + this.#arena.byteLength;
	}

	/** The number of these bytes: `count`, as it was before, if they are new. */
	number(bytes: Uint8Array, from: number, to: number): number {
		const hash = hashBytes(bytes, from, to);
		const slots = this.#slots;
		const mask = this.#mask;
		let at = hash & mask;
		for (;;) {
			const number = slots[2 * at]! - 1;
			if (number < 0) {
				return this.#add(bytes, from, to, hash, at);
			}
			if (slots[2 * at + 1] === hash && this.#isSame(number, bytes, from, to)) {
				return number;
			}
			at = (at + 1) & mask;
		}
	}

	/** The number of these bytes, or -1. */
	find(bytes: Uint8Array, from: number, to: number): number {
		const hash = hashBytes(bytes, from, to);
		const slots = this.#slots;
		for (let at = hash & this.#mask; ; at = (at + 1) & this.#mask) {
			const number = slots[2 * at]! - 1;
			if (number < 0 || (slots[2 * at + 1] === hash && this.#isSame(number, bytes, from, to))) {
				return number;
			}
		}
	}

	/** Hands over all of them, in the order of their numbers. */
	each(visit: (bytes: Uint8Array, from: number, to: number) => void): void {
		for (let number = 0; number < this.count; number++) {
			visit(this.#arena, this.#starts[number]!, this.#starts[number + 1]!);
		}
	}

	text(number: number): ByteString {
		return readLatin1(this.#arena, this.#starts[number]!, this.#starts[number + 1]!);
	}

	#isSame(number: number, bytes: Uint8Array, from: number, to: number): boolean {
		const start = this.#starts[number]!;
		if (this.#starts[number + 1]! - start !== to - from) {
			return false;
		}
		const arena = this.#arena;
		for (let at = from, own = start; at < to; at++, own++) {
			if (bytes[at] !== arena[own]) {
				return false;
			}
		}
		return true;
	}

	#add(bytes: Uint8Array, from: number, to: number, hash: number, slot: number): number {
		const number = this.count++;
		const start = this.#starts[number]!;
		const end = start + (to - from);
		if (end > this.#arena.length) {
			this.#arena = widened(this.#arena, new Uint8Array(Math.max(end, this.#arena.length * 2)));
		}
		if (this.count === this.#starts.length) {
			this.#starts = widened(this.#starts, new Int32Array(this.#starts.length * 2));
		}
		const arena = this.#arena;
		for (let at = from, own = start; at < to; at++, own++) {
			arena[own] = bytes[at]!;
		}
		this.#starts[this.count] = end;
		this.#slots[2 * slot] = number + 1;
		this.#slots[2 * slot + 1] = hash;
		if (this.count === this.#most) {
			this.#widen();
		}
		return number;
	}

	#widen(): void {
		const old = this.#slots;
		const size = (old.length / 2) * (old.length < fastGrowth ? 4 : 2);
		const slots = new Int32Array(2 * size);
		const mask = size - 1;
		for (let from = 0; from < old.length; from += 2) {
			if (old[from] !== 0) {
				const hash = old[from + 1]!;
				let at = hash & mask;
				while (slots[2 * at] !== 0) {
					at = (at + 1) & mask;
				}
				slots[2 * at] = old[from]!;
				slots[2 * at + 1] = hash;
			}
		}
		this.#slots = slots;
		this.#mask = mask;
		this.#most = Math.floor((size * 2) / 3);
	}
}

function widened<T extends Uint8Array | Int32Array>(narrow: T, wide: T): T {
	wide.set(narrow);
	return wide;
}

/** Four bytes a step. */
export function hashBytes(bytes: Uint8Array, from: number, to: number): number {
	let hash = to - from;
	let at = from;
	for (; at + 4 <= to; at += 4) {
		hash = Math.imul(hash ^ (bytes[at]! | (bytes[at + 1]! << 8) | (bytes[at + 2]! << 16) | (bytes[at + 3]! << 24)), 0x85ebca6b);
		hash ^= hash >>> 13;
	}
	for (; at < to; at++) {
		hash = Math.imul(hash ^ bytes[at]!, 0xc2b2ae35);
	}
	return hash ^ (hash >>> 16);
}
