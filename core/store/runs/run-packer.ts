/**
 * Packs the entries of sorted runs into blocks, bytes to bytes.
 *
 * `block-packer.ts` does the same for entries as objects, and a test compares their output; `block-view.ts` has the
 * layout.
 */
import { blockEntryBytes, blockHeadBytes, blockMemory, closeBlock, maximumBlockBytes } from "../blocks/block-view.ts";
import { ByteArea, copyArea } from "../encoding/byte-area.ts";
import type { EntryPiece } from "../page/entry-run.ts";

const mostEntries = maximumBlockBytes / blockEntryBytes;

export class RunPacker {
	/** Entries gathered for the next block. */
	count = 0;
	/** Size of their block. */
	size = 0;
	readonly #memory;
	readonly #area: ByteArea;
	readonly #pieces: EntryPiece[] = [];
	readonly #places = new Uint32Array(mostEntries);
	#shared = 0;
	#keyBytes = 0;
	#valueBytes = 0;

	constructor(maximumBytes: number) {
		this.#memory = blockMemory(new ArrayBuffer(maximumBytes), 0, maximumBytes);
		this.#area = new ByteArea(this.#memory.bytes);
	}

	/** Gathers an entry; returns false and does nothing if the block would exceed `maximumBytes`. */
	add(piece: EntryPiece, at: number, maximumBytes: number): boolean {
		const start = piece.keyStart(at);
		const keyEnd = piece.keyEnd(at);
		const keyBytes = this.#keyBytes + keyEnd - start;
		const valueBytes = this.#valueBytes + piece.valueEnd(at) - keyEnd;
		const count = this.count + 1;
		const shared = this.count === 0 ? keyEnd - start : this.#sharedWith(piece.bytes, start, keyEnd);
		const size = blockHeadBytes + blockEntryBytes * count + shared + keyBytes - shared * count + valueBytes;
		if (size > maximumBytes && this.count > 0) {
			return false;
		}
		this.#pieces[this.count] = piece;
		this.#places[this.count] = at;
		this.count = count;
		this.size = size;
		this.#shared = shared;
		this.#keyBytes = keyBytes;
		this.#valueBytes = valueBytes;
		return true;
	}

	/** Returns a gathered entry. */
	entry(number: number): { readonly piece: EntryPiece; readonly at: number } {
		return { piece: this.#pieces[number]!, at: this.#places[number]! };
	}

	/** Drops the gathered entries. */
	reset(): void {
		this.count = 0;
		this.size = 0;
		this.#keyBytes = 0;
		this.#valueBytes = 0;
	}

	/** Returns the block of the gathered entries, in memory that the next call overwrites. */
	pack(): Uint8Array {
		const { halves } = this.#memory;
		const area = this.#area;
		const { count } = this;
		const shared = this.#shared;
		const beginning = blockHeadBytes + blockEntryBytes * count;
		const rests = beginning + shared;
		let at = rests;
		let valueAt = rests + this.#keyBytes - shared * count;
		const values = valueAt;
		for (let entry = 0; entry < count; entry++) {
			const piece = this.#pieces[entry]!;
			const place = this.#places[entry]!;
			const start = piece.keyStart(place);
			const keyEnd = piece.keyEnd(place);
			const end = piece.valueEnd(place);
			if (entry === 0) {
				copyArea(piece.area, start, start + shared, area, beginning);
			}
			copyArea(piece.area, start + shared, keyEnd, area, at);
			at += keyEnd - start - shared;
			copyArea(piece.area, keyEnd, end, area, valueAt);
			valueAt += end - keyEnd;
			halves[6 + entry] = valueAt - values;
			halves[6 + count + entry] = at - rests;
		}
		return closeBlock(this.#memory, { count, shared, values, end: valueAt });
	}

	/** Length of the key's common prefix with all gathered keys: equal with the first and the last one. */
	#sharedWith(bytes: Uint8Array, start: number, keyEnd: number): number {
		const first = this.#pieces[0]!;
		const from = first.keyStart(this.#places[0]!);
		const end = Math.min(this.#shared, keyEnd - start);
		let at = 0;
		while (at < end && bytes[start + at] === first.bytes[from + at]) {
			at++;
		}
		return at;
	}
}
