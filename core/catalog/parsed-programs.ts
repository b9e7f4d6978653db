/**
 * Parsed programs by text: weighed in bytes, of which a part of the heap keeps the newest.
 *
 * Records are decoded anew after changes of the schema, their texts stay: a program is found by its record first, then
 * by its text. The one parsed last is kept whatever it weighs, so that a loop of calls parses it once.
 */
import { getHeapStatistics } from "node:v8";
import type { CreateProgram } from "../sql/tree/statement.ts";
import type { ByteString } from "../types/value/value.ts";
import type { ProgramRecord } from "./record.ts";

/** Bytes in V8's heap a byte of text, of the tree and the instructions made from it: 52 to 76 measured. */
const bytesOfLetter = 70;
const usualBytes = 4000;
/** Of the heap. */
const part = 16;

interface Kept {
	/** Undefined: evicted. */
	program: CreateProgram | undefined;
	readonly weight: number;
}

export class ParsedPrograms {
	readonly #limit: number;
	readonly #byRecord = new WeakMap<ProgramRecord, Kept>();
	/** The oldest first. */
	readonly #byText = new Map<ByteString, Kept>();
	#taken = 0;

	/** `limit`: in bytes. */
	constructor(limit = Math.floor(getHeapStatistics().heap_size_limit / part)) {
		this.#limit = limit;
	}

	find(record: ProgramRecord): CreateProgram | undefined {
		return this.#byRecord.get(record)?.program;
	}

	/** The program of a text that no record was found by; `key`: all that it depends on. */
	take(record: ProgramRecord, key: ByteString): CreateProgram | undefined {
		const kept = this.#byText.get(key);
		if (kept !== undefined) {
			this.#byRecord.set(record, kept);
		}
		return kept?.program;
	}

	/** Returns the program. */
	keep(record: ProgramRecord, key: ByteString, program: CreateProgram): CreateProgram {
		const known = this.take(record, key);
		if (known !== undefined) {
			return known;
		}
		const kept: Kept = { program, weight: usualBytes + key.length * bytesOfLetter };
		this.#byText.set(key, kept);
		this.#byRecord.set(record, kept);
		this.#taken += kept.weight;
		this.#evictBefore(kept);
		return program;
	}

	get taken(): number {
		return this.#taken;
	}

	#evictBefore(newest: Kept): void {
		for (const [key, kept] of this.#byText) {
			if (this.#taken <= this.#limit || kept === newest) {
				return;
			}
			kept.program = undefined;
			this.#byText.delete(key);
			this.#taken -= kept.weight;
		}
	}
}
