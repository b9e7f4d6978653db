/**
 * Memory that statements lay their rows into, used again by those that come after.
 *
 * In: a size; a piece that nobody looks into any more. Out: a piece of at least that size, in which anything may
 * stand.
 *
 *     sizes    16 KiB | 32 | 48 | ... | 4 MiB; what is less or more is made anew each time
 *     kept     up to 48 MiB that nobody uses; when there is more, what was kept is let go
 *
 * Why: V8 looks through the whole heap whenever 64 MiB of buffers have come since the last time, whatever became of
 * them. A sort of 100,000 rows takes 16 MiB, so every fourth one had everybody wait for some 5 ms, and a client on
 * the other of two cores for another 10, while V8's threads marked. Changes of many rows lie in such pieces, too,
 * until their commit is done (`change-run.ts`). Waits beside both in wall time, quiet machine, 99th percentile: see
 * `bench/README.md`.
 */
const stepBytes = 1 << 14;
const largestBytes = 1 << 22;
/** An UPDATE of 100,000 rows lays 38 MiB in pieces. */
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

/** Nobody looks into it any more. */
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

/** Of each of these. */
export function givePieces(views: Iterable<ArrayBufferView>): void {
	for (const { buffer } of views) {
		givePiece(buffer);
	}
}

/** So many numbers, which are any. */
export function integerPiece(length: number): Int32Array<ArrayBuffer> {
	return new Int32Array(takePiece(length * Int32Array.BYTES_PER_ELEMENT), 0, length);
}

/** Twice as many, of which the first are these; the narrow ones are given back. */
export function widenedPiece(narrow: Int32Array): Int32Array<ArrayBuffer> {
	const wide = integerPiece(2 * narrow.length);
	wide.set(narrow);
	givePiece(narrow.buffer);
	return wide;
}
