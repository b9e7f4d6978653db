/**
 * Log record: the commits of one turn of the event loop (group commit) as bytes with a checksum, applied wholly or
 * not at all.
 *
 *     | "vlog" | checksum | length | writes | epoch | place | write | write | ... | zeros up to a multiple of 512
 *        4        4          4        4        4       4
 *     write   | key length, 2 | value length, 4; ff ff ff ff: the key is removed | key | value |
 *
 * Numbers are little-endian. `length` counts from the first byte to the last write's end, the checksum (CRC-32)
 * covers what follows it, up to there: a torn write is found. An epoch is one filling of a segment and never comes
 * again; `place` counts its groups from 0.
 */
import { crc32 } from "node:zlib";
import type { EntryRun } from "../page/entry-run.ts";
import { readLatin1, writeLatin1 } from "../encoding/latin1.ts";
import type { Write } from "../contract.ts";

/** A disk writes a sector completely or not at all. */
export const sectorBytes = 512;

const magic = 0x676f6c76;
const headBytes = 24;
const checkedFrom = 8;
const removedLength = 0xffffffff;
const noByte = -1;

export interface LogGroup {
	readonly epoch: number;
	readonly place: number;
	/** Padding included. */
	readonly bytes: number;
	readonly writes: readonly Write[];
}

/** Bytes of writes in a group. */
export function bytesOfWrites(writes: readonly Write[]): number {
	let bytes = 0;
	for (const { key, value } of writes) {
		bytes += 6 + key.length + (value?.length ?? 0);
	}
	return bytes;
}

/** The same of runs. */
export function bytesOfRuns(runs: readonly EntryRun[]): number {
	return runs.reduce((sum, run) => sum + run.bytes, 0);
}

/** Returns the size of a group with this many bytes of writes. */
export function groupBytes(bytes: number): number {
	return Math.ceil((headBytes + bytes) / sectorBytes) * sectorBytes;
}

/** Encodes groups in the same memory, one after the other. */
export class LogGroupEncoder {
	readonly #memory: (bytes: number) => Buffer;
	#bytes: Buffer;
	#used = headBytes;
	#writes = 0;
	/** The memory after it is zeros. */
	#dirtyEnd = 0;
	/**
	 * Views of the last group and of its checksummed part: groups in sequence are often as long, and making a view
	 * takes longer than writing the head.
	 */
	#group: Uint8Array = new Uint8Array(0);
	#checked: Uint8Array = this.#group;
	/** The memory that both views are of, in a field: reading `buffer` of a typed array is a call into V8's runtime. */
	#viewed: Uint8Array | undefined;

	/** `memory` allocates the memory of a group. */
	constructor(memory: (bytes: number) => Buffer) {
		this.#memory = memory;
		this.#bytes = memory(65536);
	}

	/** Bytes of writes in the group. */
	get length(): number {
		return this.#used - headBytes;
	}

	begin(): void {
		this.#dirtyEnd = Math.max(this.#dirtyEnd, this.#used);
		this.#used = headBytes;
		this.#writes = 0;
	}

	/** Runs already have the format of the log. */
	add(writes: readonly Write[], runs: readonly EntryRun[]): void {
		this.#reserve(bytesOfWrites(writes) + bytesOfRuns(runs));
		for (const { pieces, count } of runs) {
			for (const { bytes, used } of pieces) {
				this.#bytes.set(bytes.subarray(0, used), this.#used);
				this.#used += used;
			}
			this.#writes += count;
		}
		this.#addWrites(writes);
	}

	#addWrites(writes: readonly Write[]): void {
		const bytes = this.#bytes;
		let at = this.#used;
		for (const { key, value } of writes) {
			bytes[at] = key.length;
			bytes[at + 1] = key.length >> 8;
			writeNumber(bytes, at + 2, value === null ? removedLength : value.length);
			writeLatin1(bytes, key, at + 6);
			at += 6 + key.length;
			if (value !== null) {
				bytes.set(value, at);
				at += value.length;
			}
		}
		this.#used = at;
		this.#writes += writes.length;
	}

	/** Valid until the next group. */
	finish(epoch: number, place: number): Uint8Array {
		const length = this.#used;
		const end = groupBytes(length - headBytes);
		this.#reserve(end - length);
		const bytes = this.#bytes;
		// Only the rest of a longer group: `fill` costs more than all of the head.
		for (let at = length; at < end && at < this.#dirtyEnd; at++) {
			bytes[at] = 0;
		}
		writeNumber(bytes, 0, magic);
		writeNumber(bytes, 8, length);
		writeNumber(bytes, 12, this.#writes);
		writeNumber(bytes, 16, epoch);
		writeNumber(bytes, 20, place);
		if (this.#viewed !== bytes || this.#checked.length !== length - checkedFrom) {
			this.#viewed = bytes;
			this.#checked = bytes.subarray(checkedFrom, length);
			this.#group = bytes.subarray(0, end);
		}
		writeNumber(bytes, 4, crc32(this.#checked));
		return this.#group;
	}

	#reserve(more: number): void {
		if (this.#used + more > this.#bytes.length) {
			const larger = this.#memory(groupBytes(2 * (this.#used + more)));
			this.#bytes.copy(larger, 0, 0, this.#used);
			this.#bytes = larger;
			this.#dirtyEnd = this.#used;
		}
	}
}

/** The length that the head of a group of this epoch says, without a check; 0 where there is none. */
export function groupLength(bytes: Buffer, at: number, epoch: number): number {
	return at + headBytes <= bytes.length && bytes.readUInt32LE(at) === magic && bytes.readUInt32LE(at + 16) === epoch
		? bytes.readUInt32LE(at + 8)
		: 0;
}

/** Undefined where no valid group begins. `leftOut`: first byte of keys whose writes are left out. */
export function decodeLogGroup(segment: Buffer, start: number, leftOut = noByte): LogGroup | undefined {
	if (start + headBytes > segment.length || segment.readUInt32LE(start) !== magic) {
		return undefined;
	}
	const length = segment.readUInt32LE(start + 8);
	const end = start + length;
	if (
		length < headBytes ||
		end > segment.length ||
		crc32(segment.subarray(start + checkedFrom, end)) !== segment.readUInt32LE(start + 4)
	) {
		return undefined;
	}
	// One copy that all values are views of.
	const copy = new Uint8Array(end - start);
	copy.set(segment.subarray(start, end));
	const writes: Write[] = [];
	let at = start + headBytes;
	for (let left = segment.readUInt32LE(start + 12); left > 0; left--) {
		const keyEnd = at + 6 + segment.readUInt16LE(at);
		const valueLength = segment.readUInt32LE(at + 2);
		const isRemoved = valueLength === removedLength;
		if (segment[at + 6] !== leftOut) {
			const key = readLatin1(segment, at + 6, keyEnd);
			writes.push({ key, value: isRemoved ? null : new Uint8Array(copy.buffer, keyEnd - start, valueLength) });
		}
		at = isRemoved ? keyEnd : keyEnd + valueLength;
	}
	return {
		epoch: segment.readUInt32LE(start + 16),
		place: segment.readUInt32LE(start + 20),
		bytes: groupBytes(length - headBytes),
		writes,
	};
}

function writeNumber(bytes: Uint8Array, at: number, number: number): void {
	bytes[at] = number;
	bytes[at + 1] = number >>> 8;
	bytes[at + 2] = number >>> 16;
	bytes[at + 3] = number >>> 24;
}
