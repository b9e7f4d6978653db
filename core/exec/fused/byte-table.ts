/**
 * Byte sequences told apart: each gets a number of its own, from 0.
 *
 * In: bytes where they lie. Out: numbers of groups and of distinct texts, without a string for any of them. What is new is copied
 * into an arena; hashes are kept, so that growing reads no bytes again. 1 M different texts of 16 bytes: 90 ns each.
 *
 *     arena   | bytes of 0 | bytes of 1 | ...
 *     ends      ^ ends[0]  ^ ends[1]            where each begins; the last one's end behind
 */
import type { ByteString } from "../../types/value.ts";
import { readLatin1 } from "../../store/latin1.ts";

const firstSlots = 1024;

export class ByteTable {
	count = 0;
	#slots = new Int32Array(firstSlots);
	#hashes = new Int32Array(firstSlots / 2);
	#starts = new Float64Array(firstSlots / 2 + 1);
	#arena = new Uint8Array(4096);

	get bytes(): number {
		return this.#slots.byteLength + this.#hashes.byteLength + this.#starts.byteLength + this.#arena.byteLength;
	}

	/** The number of these bytes: `count`, as it was before, if they are new. */
	number(bytes: Uint8Array, from: number, to: number): number {
		const hash = hashBytes(bytes, from, to);
		const mask = this.#slots.length - 1;
		let at = (hash ^ (hash >>> 15)) & mask;
		for (;;) {
			const number = this.#slots[at]! - 1;
			if (number < 0) {
				return this.#add(bytes, from, to, hash, at);
			}
			if (this.#hashes[number] === hash && this.#isSame(number, bytes, from, to)) {
				return number;
			}
			at = (at + 1) & mask;
		}
	}

	/** The number of these bytes, or -1. */
	find(bytes: Uint8Array, from: number, to: number): number {
		const hash = hashBytes(bytes, from, to);
		const mask = this.#slots.length - 1;
		for (let at = (hash ^ (hash >>> 15)) & mask; ; at = (at + 1) & mask) {
			const number = this.#slots[at]! - 1;
			if (number < 0 || (this.#hashes[number] === hash && this.#isSame(number, bytes, from, to))) {
				return number;
			}
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
			const wider = new Uint8Array(Math.max(end, this.#arena.length * 2));
			wider.set(this.#arena.subarray(0, start));
			this.#arena = wider;
		}
		const arena = this.#arena;
		for (let at = from, own = start; at < to; at++, own++) {
			arena[own] = bytes[at]!;
		}
		this.#starts[number + 1] = end;
		this.#hashes[number] = hash;
		this.#slots[slot] = number + 1;
		if (this.count === this.#hashes.length) {
			this.#widen();
		}
		return number;
	}

	#widen(): void {
		const hashes = new Int32Array(this.#hashes.length * 2);
		hashes.set(this.#hashes);
		const starts = new Float64Array(hashes.length + 1);
		starts.set(this.#starts);
		const slots = new Int32Array(this.#slots.length * 2);
		const mask = slots.length - 1;
		for (let number = 0; number < this.count; number++) {
			const hash = hashes[number]!;
			let at = (hash ^ (hash >>> 15)) & mask;
			while (slots[at] !== 0) {
				at = (at + 1) & mask;
			}
			slots[at] = number + 1;
		}
		this.#hashes = hashes;
		this.#starts = starts;
		this.#slots = slots;
	}
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
