/**
 * Hash partitioning to a temporary file: rows of equal keys go to the same partition, small enough for memory.
 *
 * Rows keep their order within a partition.
 */
import type { Row, Value } from "../../types/value/value.ts";
import type { Scratch } from "./scratch.ts";
import type { SpillFile, SpillReader, SpillWriter } from "./spill-file.ts";

const partCount = 16;
/** Recursion limit: rows that still exceed memory then have keys with equal hashes. */
export const deepestLevel = 6;

export class Partitions {
	readonly #file: SpillFile;
	readonly #level: number;
	readonly #writers: (SpillWriter | undefined)[] = new Array<undefined>(partCount).fill(undefined);

	/** `level`: recursion depth; each level uses another hash seed. */
	constructor(scratch: Scratch, level: number) {
		this.#file = scratch.file();
		this.#level = level;
	}

	add(key: Value, row: Row): void {
		const at = hashOf(key, this.#level) % partCount;
		this.#writers[at] ??= this.#file.writer();
		this.#writers[at].add(row);
	}

	/** Ends writing and returns the partitions. */
	parts(): SpillReader[] {
		return this.#writers.filter((writer) => writer !== undefined).map((writer) => this.#file.reader(writer.finish()));
	}

	close(): void {
		this.#file.close();
	}
}

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
