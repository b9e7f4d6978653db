/**
 * How many different texts there are, where nobody has to know which is new.
 *
 * In: bytes where they lie. Out: a count, at the end. Few different texts are told apart as they come, in a `ByteTable`. Where most of
 * them are different, a table beyond the cache would cost a miss a text: then they are only laid side by side, and at the end
 * told apart in parts by their hashes' upper bits, each part small enough for the nearest cache. 1 M texts: 100 ns each instead of 300.
 *
 *     hashes, places   ──► sorted by part ──►  | part 0 | part 1 | ... | part 1023 |      each through the same small table
 */
import type { Value } from "../../types/value.ts";
import type { ResultPart } from "./aggregate-part.ts";
import { ByteTable, hashBytes } from "./byte-table.ts";

const firstLook = 1 << 16;
const partBits = 10;

export class DistinctTexts implements ResultPart {
	#table = new ByteTable();
	#rows = 0;
	#nextLook = firstLook;
	#appended: AppendedTexts | undefined;

	get bytes(): number {
		return this.#table.bytes + (this.#appended?.bytes ?? 0);
	}

	add(bytes: Uint8Array, from: number, to: number): void {
		if (this.#appended !== undefined) {
			this.#appended.add(bytes, from, to);
			return;
		}
		this.#table.number(bytes, from, to);
		this.#rows++;
		if (this.#table.count === this.#nextLook) {
			this.#look();
		}
	}

	result(): Value {
		return this.#appended?.distinct() ?? this.#table.count;
	}

	/** Are most texts different? */
	#look(): void {
		if (this.#rows < 2 * this.#table.count) {
			const appended = new AppendedTexts();
			this.#table.each((bytes, from, to) => appended.add(bytes, from, to));
			this.#table = new ByteTable();
			this.#appended = appended;
		}
		this.#nextLook *= 2;
	}
}

/** Texts side by side, equal ones as often as they come. */
class AppendedTexts {
	#count = 0;
	#end = 0;
	#texts = new Uint8Array(1 << 20);
	#hashes = new Int32Array(1 << 15);
	/** A text's end is where the next one begins. */
	#starts = new Int32Array((1 << 15) + 1);

	get bytes(): number {
		// At the end there is an order of the hashes besides.
		return this.#texts.byteLength + 3 * this.#hashes.byteLength + this.#starts.byteLength;
	}

	add(bytes: Uint8Array, from: number, to: number): void {
		const end = this.#end + (to - from);
		if (end > this.#texts.length || this.#count === this.#hashes.length) {
			this.#widen(end);
		}
		const texts = this.#texts;
		for (let at = from, own = this.#end; at < to; at++, own++) {
			texts[own] = bytes[at]!;
		}
		this.#hashes[this.#count++] = hashBytes(bytes, from, to);
		this.#starts[this.#count] = end;
		this.#end = end;
	}

	distinct(): number {
		const { order, ends } = this.#parts();
		let total = 0;
		for (let part = 0, from = 0; part < ends.length; part++) {
			const to = ends[part]!;
			total += this.#distinctIn(order, from, to);
			from = to;
		}
		return total;
	}

	/** The texts by the upper bits of their hashes. */
	#parts(): { readonly order: Int32Array; readonly ends: Int32Array } {
		const hashes = this.#hashes;
		const ends = new Int32Array(1 << partBits);
		for (let at = 0; at < this.#count; at++) {
			ends[hashes[at]! >>> (32 - partBits)]!++;
		}
		for (let part = 0, end = 0; part < ends.length; part++) {
			const size = ends[part]!;
			ends[part] = end;
			end += size;
		}
		const order = new Int32Array(2 * this.#count);
		for (let at = 0; at < this.#count; at++) {
			const hash = hashes[at]!;
			const place = ends[hash >>> (32 - partBits)]!++;
			order[2 * place] = hash;
			order[2 * place + 1] = at;
		}
		return { order, ends };
	}

	#distinctIn(order: Int32Array, from: number, to: number): number {
		let size = 16;
		while (size < 2 * (to - from)) {
			size *= 2;
		}
		const slots = new Int32Array(size);
		let count = 0;
		for (let place = from; place < to; place++) {
			const hash = order[2 * place]!;
			const text = order[2 * place + 1]!;
			let at = hash & (size - 1);
			let other = slots[at]! - 1;
			while (other >= 0 && !(order[2 * other] === hash && this.#isSame(order[2 * other + 1]!, text))) {
				at = (at + 1) & (size - 1);
				other = slots[at]! - 1;
			}
			if (other < 0) {
				slots[at] = place + 1;
				count++;
			}
		}
		return count;
	}

	#isSame(one: number, other: number): boolean {
		const [from, start] = [this.#starts[one]!, this.#starts[other]!];
		const size = this.#starts[one + 1]! - from;
		if (this.#starts[other + 1]! - start !== size) {
			return false;
		}
		for (let at = 0; at < size; at++) {
			if (this.#texts[from + at] !== this.#texts[start + at]) {
				return false;
			}
		}
		return true;
	}

	#widen(end: number): void {
		if (end > this.#texts.length) {
			const texts = new Uint8Array(Math.max(end, Math.floor(this.#texts.length * 1.5)));
			texts.set(this.#texts);
			this.#texts = texts;
		}
		if (this.#count === this.#hashes.length) {
			const hashes = new Int32Array(this.#count * 2);
			hashes.set(this.#hashes);
			const starts = new Int32Array(this.#count * 2 + 1);
			starts.set(this.#starts);
			this.#hashes = hashes;
			this.#starts = starts;
		}
	}
}
