/**
 * Rolling digest of the shared log as one server has applied it: records, their positions, and what was decided.
 *
 * Each record carries its author's digest at the author's position. A server that finds another digest of its own
 * there has applied something else: the log has lost, changed or reordered a record for one of the two, or one of them
 * decides otherwise. 32 bits, a checksum against accidents.
 */
import { crc32 } from "node:zlib";
import type { Position } from "./commit-log.ts";

const prime = 0x01000193;

/** Digests of so many records are kept. */
const mostKept = 4096;

export class RollingDigest {
	value: number;
	#mixed = 0;
	readonly #positions: Position[] = [];
	readonly #digests = new Map<Position, number>();

	constructor(position: Position, value: number) {
		this.value = value;
		this.#keep(position);
	}

	/** A record that is being applied. */
	begin(bytes: Uint8Array): void {
		this.value = crc32(bytes, this.value);
		this.#mixed = 0;
	}

	/** A decision about it. */
	mix(number: number): void {
		this.#mixed = Math.imul(this.#mixed ^ number, prime) + 1;
	}

	/** The record is applied. */
	end(position: Position): void {
		this.mix(position % 2 ** 31);
		this.value = (this.value ^ Math.imul(this.#mixed, prime)) >>> 0;
		this.#keep(position);
	}

	/** Undefined: too long ago. */
	at(position: Position): number | undefined {
		return this.#digests.get(position);
	}

	/** Whether a record at this position would be known here. */
	covers(position: Position): boolean {
		return position >= this.#positions[0]!;
	}

	#keep(position: Position): void {
		this.#positions.push(position);
		this.#digests.set(position, this.value);
		if (this.#positions.length > 2 * mostKept) {
			// In one go: it is asked for at every record.
			for (const old of this.#positions.splice(0, mostKept)) {
				this.#digests.delete(old);
			}
		}
	}
}
