/**
 * COUNT(DISTINCT text): counts distinct byte strings, by hash table or by radix partitioning.
 *
 * A few distinct texts are counted in a `ByteTable` as they arrive. If most are distinct, the table outgrows the CPU
 * cache and each text costs a miss: then texts are only appended, and at the end partitioned by the upper bits of
 * their hashes, so that each partition's table fits the nearest cache.
 *
 *     hashes, places   ──► sorted by part ──►  | part 0 | part 1 | ... | part 1023 |    all with one small table
 *
 * Measured: 1 M texts, 100 ns each instead of 300.
 */
import type { Value } from "../../types/value/value.ts";
import type { CooperativeTask } from "../../async/cooperative-task.ts";
import type { ResultPart } from "./aggregate-part.ts";
import { ByteTable } from "../spill/byte-table.ts";
import { givePiece, givePieces, integerPiece, takePiece, widenedPiece } from "../../store/page/piece-pool.ts";

const firstLook = 1 << 15;
const partBits = 10;

export class DistinctTexts implements ResultPart {
	#table = new ByteTable();
	#rows = 0;
	#nextLook = firstLook;
	#appended: AppendedTexts | undefined;
	/** Distinct count of the appended texts. */
	#total: number | undefined;

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

	*settle(): CooperativeTask {
		if (this.#appended !== undefined) {
			this.#total = yield* this.#appended.distinct();
			this.#dropAppended();
		}
	}

	close(): void {
		this.#table.close();
		this.#dropAppended();
	}

	/** Idempotent: a chunk returned to the pool twice would have two owners. */
	#dropAppended(): void {
		this.#appended?.close();
		this.#appended = undefined;
	}

	result(): Value {
		return this.#total ?? this.#table.count;
	}

	/** Decides whether most texts are distinct. */
	#look(): void {
		if (this.#rows < 2 * this.#table.count) {
			const appended = new AppendedTexts();
			this.#table.each((bytes, from, to) => appended.add(bytes, from, to));
			this.#table.close();
			this.#table = new ByteTable();
			this.#appended = appended;
		}
		this.#nextLook *= 2;
	}
}

/** Texts between two yields: less than a millisecond. */
const textsInStep = 1 << 15;
const partsInStep = 8;

const chunkBits = 20;
const chunkBytes = 1 << chunkBits;

/** Appended texts, duplicates included, in chunks, so that growing copies nothing. */
class AppendedTexts {
	#count = 0;
	#end = 0;
	readonly #chunks: DataView[] = [];
	#hashes = integerPiece(1 << 15);
	#starts = integerPiece(1 << 15);
	#sizes = integerPiece(1 << 15);
	/** Texts larger than a chunk. */
	readonly #huge = new ByteTable();
	#source: Uint8Array | undefined;
	#view: DataView = new DataView(new ArrayBuffer(0));

	get bytes(): number {
		// The end adds an ordering of the hashes.
		return this.#chunks.length * chunkBytes + 5 * this.#hashes.byteLength + this.#huge.bytes;
	}

	add(bytes: Uint8Array, from: number, to: number): void {
		const size = to - from;
		if (size > chunkBytes) {
			this.#huge.number(bytes, from, to);
			return;
		}
		if (bytes !== this.#source) {
			this.#source = bytes;
			this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
		}
		const start = this.#place(size);
		const count = this.#count++;
		this.#hashes[count] = copyHashed(
			this.#view,
			from,
			to,
			this.#chunks[start >>> chunkBits]!,
			start & (chunkBytes - 1),
		);
		this.#starts[count] = start;
		this.#sizes[count] = size;
		this.#end = start + size;
	}

	close(): void {
		givePieces([this.#hashes, this.#starts, this.#sizes, ...this.#chunks]);
		this.#huge.close();
	}

	*distinct(): Generator<undefined, number> {
		const { order, ends } = yield* this.#parts();
		let total = 0;
		for (let part = 0, from = 0; part < ends.length; part++) {
			const to = ends[part]!;
			total += this.#distinctIn(order, from, to);
			from = to;
			if (part % partsInStep === 0) {
				yield;
			}
		}
		givePiece(order.buffer);
		return total + this.#huge.count;
	}

	/** Partitions the texts by the upper bits of their hashes. */
	*#parts(): Generator<undefined, { readonly order: Int32Array; readonly ends: Int32Array }> {
		const hashes = this.#hashes;
		const ends = new Int32Array(1 << partBits);
		for (let at = 0; at < this.#count; at++) {
			ends[hashes[at]! >>> (32 - partBits)]!++;
			if (at % textsInStep === 0) {
				yield;
			}
		}
		for (let part = 0, end = 0; part < ends.length; part++) {
			const size = ends[part]!;
			ends[part] = end;
			end += size;
		}
		const order = integerPiece(2 * this.#count);
		for (let at = 0; at < this.#count; at++) {
			const hash = hashes[at]!;
			const place = ends[hash >>> (32 - partBits)]!++;
			order[2 * place] = hash;
			order[2 * place + 1] = at;
			if (at % textsInStep === 0) {
				yield;
			}
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
		const size = this.#sizes[one]!;
		if (this.#sizes[other] !== size) {
			return false;
		}
		const [a, b] = [this.#starts[one]!, this.#starts[other]!];
		const [left, right] = [this.#chunks[a >>> chunkBits]!, this.#chunks[b >>> chunkBits]!];
		const [from, start] = [a & (chunkBytes - 1), b & (chunkBytes - 1)];
		for (let at = 0; at < size; at++) {
			if (left.getUint8(from + at) !== right.getUint8(start + at)) {
				return false;
			}
		}
		return true;
	}

	/** Returns the start of a text of this size; no text spans two chunks. */
	#place(size: number): number {
		if (this.#count === this.#hashes.length) {
			this.#hashes = widenedPiece(this.#hashes);
			this.#starts = widenedPiece(this.#starts);
			this.#sizes = widenedPiece(this.#sizes);
		}
		const isWithin =
			(this.#end & (chunkBytes - 1)) + size <= chunkBytes && this.#end < this.#chunks.length * chunkBytes;
		if (isWithin) {
			return this.#end;
		}
		this.#chunks.push(new DataView(takePiece(chunkBytes)));
		return (this.#chunks.length - 1) * chunkBytes;
	}
}

/** Copies a text and returns its hash. */
function copyHashed(source: DataView, from: number, to: number, target: DataView, start: number): number {
	let hash = to - from;
	let [at, own] = [from, start];
	for (; at + 4 <= to; at += 4, own += 4) {
		const word = source.getInt32(at, true);
		target.setInt32(own, word, true);
		hash = Math.imul(hash ^ word, 0x85ebca6b);
		hash ^= hash >>> 13;
	}
	for (; at < to; at++, own++) {
		const byte = source.getUint8(at);
		target.setUint8(own, byte);
		hash = Math.imul(hash ^ byte, 0xc2b2ae35);
	}
	return hash ^ (hash >>> 16);
}
