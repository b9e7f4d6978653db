/**
 * Rows laid aside in a temporary file, those of equal keys together, so that a part at a time fits into memory.
 *
 * In: rows with keys. Out: parts, each with its rows in the order they came; a key is in one part only. It refuses to
 * know what becomes of them.
 */
import type { Row, Value } from "../../types/value.ts";
import type { Scratch } from "./scratch.ts";
import type { SpillFile, SpillReader, SpillWriter } from "./spill-file.ts";

const partCount = 16;
/** A part of a part of a part: rows that are still too many then have keys that can't be told apart by a hash. */
export const deepestLevel = 6;

export class Partitions {
	readonly #file: SpillFile;
	readonly #level: number;
	readonly #writers: (SpillWriter | undefined)[] = new Array<undefined>(partCount).fill(undefined);

	/** `level`: how often these rows were divided before, since the same hash would not divide them again. */
	constructor(scratch: Scratch, level: number) {
		this.#file = scratch.file();
		this.#level = level;
	}

	add(key: Value, row: Row): void {
		const at = hashOf(key, this.#level) % partCount;
		this.#writers[at] ??= this.#file.writer();
		this.#writers[at].add(row);
	}

	/** Nothing is added any more. */
	parts(): SpillReader[] {
		return this.#writers.filter((writer) => writer !== undefined).map((writer) => this.#file.reader(writer.finish()));
	}

	close(): void {
		this.#file.close();
	}
}

/** Equal keys, equal numbers of 32 bits. */
export function hashOf(key: Value, seed: number): number {
	const text = typeof key === "string" ? key : String(key);
	let hash = Math.imul(seed + 1, 0x9e3779b1);
	for (let at = 0; at < text.length; at++) {
		hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
	}
	hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
	hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
	return (hash ^ (hash >>> 16)) >>> 0;
}
