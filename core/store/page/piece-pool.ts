/**
 * Buffer pool: memory for a statement's rows, reused by later statements.
 *
 * Returns a buffer of at least the wanted size with arbitrary contents.
 *
 *     sizes    16 KiB | 32 | 48 | ... | 4 MiB; smaller and larger ones are allocated each time
 *     kept     up to 48 MiB of unused buffers; when there are more, all unused ones are released
 *
 * Why: V8 collects the whole heap whenever 64 MiB of buffers were allocated since the last time. A sort of 100,000
 * rows takes 16 MiB, so every fourth one delayed all clients by some 5 ms, and a client on the other of two cores by
 * another 10, while V8's threads marked. Changes of many rows use such buffers, too, until they are committed
 * (`change-run.ts`). Waits beside both in wall time, quiet machine, 99th percentile: see `bench/README.md`.
 */
const stepBytes = 1 << 14;
const largestBytes = 1 << 22;
/** An UPDATE of 100,000 rows uses 38 MiB. */
const mostKeptBytes = 3 * (1 << 24);

/** By size. */
const kept = new Map<number, ArrayBuffer[]>();
let keptBytes = 0;

export function takePiece(bytes: number): ArrayBuffer {
	if (bytes < stepBytes || bytes > largestBytes) {
		return new ArrayBuffer(bytes);
	}
	const size = Math.ceil(bytes / stepBytes) * stepBytes;
	const piece = kept.get(size)?.pop();
	keptBytes -= piece?.byteLength ?? 0;
	return piece ?? new ArrayBuffer(size);
}

/** Returns a buffer, which must not be read any more. */
export function givePiece(piece: ArrayBufferLike): void {
	const size = piece.byteLength;
	if (!(piece instanceof ArrayBuffer) || size < stepBytes || size > largestBytes || size % stepBytes !== 0) {
		return;
	}
	if (keptBytes + size > mostKeptBytes) {
		kept.clear();
		keptBytes = 0;
	}
	const same = kept.get(size);
	if (same === undefined) {
		kept.set(size, [piece]);
	} else {
		same.push(piece);
	}
	keptBytes += size;
}

/** Returns the buffers of these views. */
export function givePieces(views: Iterable<ArrayBufferView>): void {
	for (const { buffer } of views) {
		givePiece(buffer);
	}
}

/** Returns numbers of arbitrary value. */
export function integerPiece(length: number): Int32Array<ArrayBuffer> {
	return new Int32Array(takePiece(length * Int32Array.BYTES_PER_ELEMENT), 0, length);
}

/** Returns a copy of twice the length; the old buffer is returned to the pool. */
export function widenedPiece(narrow: Int32Array): Int32Array<ArrayBuffer> {
	const wide = integerPiece(2 * narrow.length);
	wide.set(narrow);
	givePiece(narrow.buffer);
	return wide;
}
