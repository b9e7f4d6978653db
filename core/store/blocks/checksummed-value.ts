/**
 * Checksummed values of the LMDB file: the bytes, then a checksum of key and value, since LMDB stores none.
 *
 *     | value ...              | checksum, 4 bytes, little end first |
 *
 * Because the key is hashed too, a flipped bit in a key and a value stored under another key are found as well. A
 * short value is hashed byte by byte in the loop that copies it (as MurmurHash3 does); a long one by `zlib.crc32`,
 * which is faster from about 400 bytes on. Measured side by side, values of 20 / 100 / 200 bytes: crc32 162 / 329 /
 * 440 ns, this loop 33 / 145 / 271 ns.
 *
 * LMDB reads into one buffer of 16 MB that the next read overwrites. Copies are slices of chunks: an allocation of
 * its own costs a small value 0.4 us more.
 */
import { crc32 } from "node:zlib";
import type { Key } from "../contract.ts";

export const checksumBytes = 4;

const chunkBytes = 65536;
/** Larger values get memory of their own. */
const maximumSharedBytes = 8192;
/** Longer pieces are copied by native code. */
const longestLooped = 48;
/** Longer values are hashed by native code. */
const maximumMixedBytes = 256;

/** Returns the checksum of a key and a value's hash. */
export function checksumOf(key: Key, hash: number): number {
	let mixed = hash;
	for (let at = 0; at < key.length; at++) {
		mixed = Math.imul(mixed ^ key.charCodeAt(at), 0x01000193);
	}
	return finished(mixed);
}

/** As `checksumOf`, for a key given as bytes. */
export function checksumOfBytes(bytes: Uint8Array, from: number, to: number, hash: number): number {
	let mixed = hash;
	for (let at = from; at < to; at++) {
		mixed = Math.imul(mixed ^ bytes[at]!, 0x01000193);
	}
	return finished(mixed);
}

/** Copies `length` bytes of a value and returns their hash. */
export function copyHashed(
	source: Uint8Array,
	from: number,
	length: number,
	target: Uint8Array,
	start: number,
): number {
	if (length <= maximumMixedBytes) {
		return copyMixed(source, from, length, target, start);
	}
	const value = source.subarray(from, from + length);
	target.set(value, start);
	return crc32(value);
}

/** Copies `length` bytes of a short value and hashes them in the same loop. */
function copyMixed(source: Uint8Array, from: number, length: number, target: Uint8Array, start: number): number {
	let hash = length;
	let at = 0;
	for (const whole = length & ~3; at < whole; at += 4) {
		const a = source[from + at];
		const b = source[from + at + 1];
		const c = source[from + at + 2];
		const d = source[from + at + 3];
		target[start + at] = a;
		target[start + at + 1] = b;
		target[start + at + 2] = c;
		target[start + at + 3] = d;
		let word = Math.imul(a | (b << 8) | (c << 16) | (d << 24), 0xcc9e2d51);
		word = (word << 15) | (word >>> 17);
		hash ^= Math.imul(word, 0x1b873593);
		hash = (hash << 13) | (hash >>> 19);
		hash = (Math.imul(hash, 5) + 0xe6546b64) | 0;
	}
	for (; at < length; at++) {
		const byte = source[from + at];
		target[start + at] = byte;
		hash = Math.imul(hash ^ byte, 0x01000193);
	}
	return finished(hash);
}

/** Final mix: every bit of the result depends on every bit of the hash. */
function finished(hash: number): number {
	let mixed = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
	mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
	return (mixed ^ (mixed >>> 16)) >>> 0;
}

export class ValueChecksummer {
	#scratch = new Uint8Array(chunkBytes);

	/** Returns the value with its checksum, in memory that the next call overwrites. */
	seal(key: Key, value: Uint8Array): Uint8Array {
		const length = value.length;
		if (length + checksumBytes > this.#scratch.length) {
			this.#scratch = new Uint8Array(2 * (length + checksumBytes));
		}
		const scratch = this.#scratch;
		let hash: number;
		if (length <= maximumMixedBytes) {
			hash = copyMixed(value, 0, length, scratch, 0);
		} else {
			hash = crc32(value);
			scratch.set(value);
		}
		const sum = checksumOf(key, hash);
		scratch[length] = sum;
		scratch[length + 1] = sum >>> 8;
		scratch[length + 2] = sum >>> 16;
		scratch[length + 3] = sum >>> 24;
		return scratch.subarray(0, length + checksumBytes);
	}
}

export class ValueCopier {
	/** Checksum stored after the value copied last; NaN if the value was too short to have one. */
	seal = 0;
	/** Hash of the value copied last. */
	hash = 0;
	/** The chunk's buffer in a field: reading `buffer` of a typed array is a call into V8's runtime. */
	#memory = new ArrayBuffer(0);
	#chunk = new Uint8Array(this.#memory);
	#used = 0;
	/** All of the shared buffer, whose own `length` is that of the last value only. */
	#shared: Uint8Array = new Uint8Array(0);

	/** Copies the value without its checksum. */
	copy(source: Uint8Array, size: number): Uint8Array {
		if (source.buffer !== this.#shared.buffer) {
			this.#shared = new Uint8Array(source.buffer, source.byteOffset, source.byteLength);
		}
		const shared = this.#shared;
		const length = size - checksumBytes;
		if (length < 0) {
			this.seal = Number.NaN;
			return new Uint8Array(0);
		}
		this.seal =
			(shared[length] | (shared[length + 1] << 8) | (shared[length + 2] << 16) | (shared[length + 3] << 24)) >>> 0;
		if (length > maximumSharedBytes) {
			const copy = shared.slice(0, length);
			this.hash = crc32(copy);
			return copy;
		}
		const start = this.#reserve(length);
		if (length <= maximumMixedBytes) {
			this.hash = copyMixed(shared, 0, length, this.#chunk, start);
			return new Uint8Array(this.#memory, start, length);
		}
		this.#chunk.set(shared.subarray(0, length), start);
		const copy = new Uint8Array(this.#memory, start, length);
		this.hash = crc32(copy);
		return copy;
	}

	/** Copies bytes `from` to `to`, which have no checksum. */
	cut(source: Uint8Array, from: number, to: number): Uint8Array {
		const length = to - from;
		if (length > maximumSharedBytes) {
			return source.slice(from, to);
		}
		const start = this.#reserve(length);
		const chunk = this.#chunk;
		if (length > longestLooped) {
			chunk.set(source.subarray(from, to), start);
		} else {
			for (let at = 0; at < length; at++) {
				chunk[start + at] = source[from + at];
			}
		}
		return new Uint8Array(this.#memory, start, length);
	}

	/** Reserves bytes of the chunk. */
	#reserve(length: number): number {
		if (this.#used + length > this.#chunk.length) {
			this.#memory = new ArrayBuffer(chunkBytes);
			this.#chunk = new Uint8Array(this.#memory);
			this.#used = 0;
		}
		const start = this.#used;
		this.#used = start + length;
		return start;
	}
}
