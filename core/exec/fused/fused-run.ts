/**
 * One run of a loop over pages: what its text finds under fixed names.
 *
 * In: a program, an execution. Out: the run, or undefined where a value of the statement is not what the loop was written
 * for. All that a run keeps grows through `grow`: the one place where a bound on memory belongs.
 */
import type { Row } from "../../types/value.ts";
import type { Execution } from "../execution.ts";
import { readKnown, unfit } from "./known-value.ts";
import type { Part, Program } from "./loop-text.ts";

const firstCapacity = 256;

export class FusedRun {
	readonly execution: Execution;
	/** The row that closures see: filled with what they read. */
	readonly row: Row;
	readonly known: readonly unknown[];
	readonly parts: readonly Part[];
	/** So many groups have room. */
	capacity = 0;
	#bytes: Uint8Array | undefined;
	#view: DataView | undefined;

	constructor(execution: Execution, row: Row, known: readonly unknown[], parts: readonly Part[]) {
		this.execution = execution;
		this.row = row;
		this.known = known;
		this.parts = parts;
	}

	/** Makes room for this group, and for as many again as there are. */
	grow(group: number): number {
		while (this.capacity <= group) {
			this.capacity = Math.max(firstCapacity, this.capacity * 2);
		}
		for (const part of this.parts) {
			part.grow?.(this.capacity);
		}
		return this.capacity;
	}

	/** A group has been made: whatever begins with it does. */
	begin(group: number): number {
		const capacity = group < this.capacity ? this.capacity : this.grow(group);
		for (const part of this.parts) {
			part.begin?.(group);
		}
		return capacity;
	}

	view(bytes: Uint8Array): DataView {
		if (this.#view === undefined || this.#bytes !== bytes) {
			this.#bytes = bytes;
			this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
		}
		return this.#view;
	}
}

export function beginRun(program: Program, execution: Execution, base: Row): FusedRun | undefined {
	const known: unknown[] = [];
	for (const each of program.known) {
		const value = readKnown(each, base, execution);
		if (value === unfit) {
			return undefined;
		}
		known.push(value);
	}
	return new FusedRun(execution, base.slice(), known, program.parts.map((make) => make(execution) as Part));
}
