/**
 * Change run: many entries that one statement changes or removes, as bytes side by side.
 *
 * Holds keys, the values read (the read set) and the new values, and is written into blocks without an object or a
 * string for any entry.
 *
 *     keys    | key 0 | key 1 | ...               key-list.ts
 *     bytes   | seen 0 | value 0 | seen 1 | value 1 | seen 2 | ...
 *     kinds   | written | written | removed | relied on | ...
 *
 * The bytes are in pooled buffers (`piece-pool.ts`): an UPDATE of 5,000 rows took 2 MB of new memory for them.
 *
 * Measured, UPDATE of 5,000 rows of 30,000 found by an index, server CPU: 5.3 us a row with an object, a key and two
 * views of memory for each, 2.3 with this and its companions (`ascending-lookup.ts`, `block-change.ts`).
 */
import { ByteArea, compareArea, copyArea } from "../encoding/byte-area.ts";
import { KeyList } from "./key-list.ts";
import { givePiece, takePiece } from "./piece-pool.ts";
import type { PatchTarget } from "../encoding/row-patch.ts";
import type { Condition, Key, Write } from "../contract.ts";

/** Kinds of entries: only read (it must still hold the value read); written; removed. */
export const reliedOn = 0;
export const written = 1;
export const removed = 2;

/** A run with more entries is followed by another one. */
const fullEntries = 4096;
const fullBytes = 1 << 19;
/** Bytes of an entry in the arrays of numbers. */
const entryBytes = 21;
const firstBytes = 2048;
const noArea = new ByteArea(new Uint8Array(0));

export class ChangeRun implements PatchTarget {
	readonly keys = new KeyList();
	/** The keys are validated against the values read; else another condition covers them. */
	readonly relies: boolean;
	area = new ByteArea(new Uint8Array(firstBytes));
	used = 0;
	kinds = new Uint8Array(64);
	seenStarts = new Uint32Array(64);
	seenEnds = new Uint32Array(64);
	valueStarts = new Uint32Array(64);
	valueEnds = new Uint32Array(64);
	#source: ByteArea | undefined;

	constructor(relies: boolean) {
		this.relies = relies;
	}

	get bytes(): Uint8Array {
		return this.area.bytes;
	}

	get count(): number {
		return this.keys.count;
	}

	get isFull(): boolean {
		return this.keys.count >= fullEntries || this.used >= fullBytes;
	}

	/** No entry is written or removed. */
	get isOnlyReliedOn(): boolean {
		return this.kinds.subarray(0, this.count).every((kind) => kind === reliedOn);
	}

	/** Estimated memory. */
	get takenBytes(): number {
		return this.used + this.keys.start(this.count) + entryBytes * this.count;
	}

	/** Adds an entry, whose key was just added to `keys`; copies the value read. */
	add(kind: number, source: Uint8Array, from: number, to: number): void {
		const at = this.keys.count - 1;
		if (at >= this.kinds.length) {
			this.#grow();
		}
		this.kinds[at] = kind;
		this.seenStarts[at] = this.used;
		this.used = this.copy(source, from, to);
		this.seenEnds[at] = this.used;
	}

	/** Copies bytes into free room without taking it; returns their end. */
	copy(source: Uint8Array, from: number, to: number): number {
		const start = this.reserve(to - from);
		copyArea(this.#areaOf(source), from, to, this.area, start);
		return start + to - from;
	}

	/** Reserves bytes and returns their offset in `bytes`, which may have been replaced. */
	reserve(length: number): number {
		const { used } = this;
		if (used + length > this.bytes.length) {
			this.#widen(used + length);
		}
		return used;
	}

	/** Cached: consecutive entries are mostly in the same bytes. */
	#areaOf(source: Uint8Array): ByteArea {
		if (this.#source === undefined || this.#source.bytes !== source) {
			this.#source = new ByteArea(source);
		}
		return this.#source;
	}

	/** Sizes double, so that pooled buffers fit. */
	#widen(least: number): void {
		let size = 2 * Math.max(firstBytes, this.bytes.length);
		while (size < least) {
			size *= 2;
		}
		const narrow = this.bytes;
		const wide = new Uint8Array(takePiece(size));
		wide.set(narrow.subarray(0, this.used));
		this.area = new ByteArea(wide);
		givePiece(narrow.buffer);
	}

	/** Returns the buffers to the pool after the commit. Keys and kinds remain. */
	giveBack(): void {
		givePiece(this.bytes.buffer);
		this.area = noArea;
		this.#source = undefined;
	}

	/** Makes an entry written: its new value is in the reserved room, up to `end`. */
	write(at: number, end: number): void {
		this.kinds[at] = written;
		this.valueStarts[at] = this.used;
		this.valueEnds[at] = end;
		this.used = end;
	}

	/** The value read; a view. */
	seen(at: number): Uint8Array {
		return this.bytes.subarray(this.seenStarts[at]!, this.seenEnds[at]!);
	}

	/** The new value; a view. */
	value(at: number): Uint8Array | null {
		return this.kinds[at] === removed ? null : this.bytes.subarray(this.valueStarts[at]!, this.valueEnds[at]!);
	}

	/** Whether all keys of this run are after those of the other. Neither is empty. */
	follows({ keys }: ChangeRun): boolean {
		const last = keys.count - 1;
		return compareArea(keys.area, keys.start(last), keys.ends[last]!, this.keys.area, 0, this.keys.ends[0]!) < 0;
	}

	/** The written or removed entries among `from` to `to`, as single writes. */
	writes(from = 0, to = this.count): Write[] {
		const made: Write[] = [];
		for (let at = from; at < to; at++) {
			if (this.kinds[at] !== reliedOn) {
				made.push({ key: this.keys.key(at), value: this.value(at) });
			}
		}
		return made;
	}

	/** The values read of entries `from` to `to`, as single conditions. */
	conditions(from = 0, to = this.count): Condition[] {
		return this.relies
			? Array.from({ length: to - from }, (_, at) => ({ key: this.keys.key(from + at), seen: this.seen(from + at) }))
			: [];
	}

	/** The first key from `from` to `to` that is written or removed; the run must be in order. */
	firstWithin(from: Key, to: Key): Key | undefined {
		for (let at = this.keys.firstNotBefore(from); at < this.count && this.keys.key(at) < to; at++) {
			if (this.kinds[at] !== reliedOn) {
				return this.keys.key(at);
			}
		}
		return undefined;
	}

	#grow(): void {
		const { kinds } = this;
		this.kinds = new Uint8Array(2 * kinds.length);
		this.kinds.set(kinds);
		this.seenStarts = grown(this.seenStarts);
		this.seenEnds = grown(this.seenEnds);
		this.valueStarts = grown(this.valueStarts);
		this.valueEnds = grown(this.valueEnds);
	}
}

function grown(numbers: Uint32Array): Uint32Array<ArrayBuffer> {
	const more = new Uint32Array(2 * numbers.length);
	more.set(numbers);
	return more;
}
