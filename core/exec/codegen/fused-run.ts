/**
 * One run of a loop over pages: what its text finds under fixed names.
 *
 * In: a program, an execution. Out: the run, or undefined where a value of the statement is not what the loop was
 * written for. What its parts keep is counted here, page by page.
 */
import type { Page } from "../../store/page.ts";
import type { MaybePromise } from "../../store/store.ts";
import type { Row } from "../../types/value.ts";
import { after } from "../../async/maybe-promise.ts";
import type { Execution } from "../execution.ts";
import type { Allowance } from "../spill/memory-pool.ts";
import { type Known, readKnown, unfit } from "./known-value.ts";

const firstCapacity = 256;
/** Typed arrays lie outside the engine's heap, and hold several times as much as rows of the same size. */
export const densityOfArrays = 4;
/** What a group takes besides what the parts count. */
const groupBytes = 32;

/** What a loop keeps during a run: groups, sums, tables. Made anew for each run. */
export interface Part {
	/** What its arrays take. */
	readonly bytes?: number;
	/** It keeps more than it may, and has left out the rest: the run can't go on. */
	readonly isCut?: boolean;
	/** Before the first page: reads what has to be there. */
	fill?(execution: Execution, base: Row): MaybePromise<void>;
	/** Room for so many groups. */
	grow?(groups: number): void;
	/** A group has been made. */
	begin?(group: number): void;
	/** Nobody asks it any more. */
	close?(): void;
}

export type MakePart = (execution: Execution) => object;

export type Step = (page: Page, run: FusedRun) => void;

/** A loop made ready, for any number of runs. */
export interface Program {
	readonly step: Step;
	readonly known: readonly Known[];
	readonly parts: readonly MakePart[];
}

export class FusedRun {
	readonly execution: Execution;
	/** The row that closures see: filled with what they read. */
	readonly row: Row;
	readonly known: readonly unknown[];
	readonly parts: readonly Part[];
	/** So many groups have room. */
	capacity = 0;
	readonly #allowance: Allowance;
	#taken = 0;
	#groups = 0;
	#bytes: Uint8Array | undefined;
	#view: DataView | undefined;

	constructor(execution: Execution, row: Row, known: readonly unknown[], parts: readonly Part[]) {
		this.execution = execution;
		this.row = row;
		this.known = known;
		this.parts = parts;
		this.#allowance = execution.scratch.allowance(densityOfArrays);
	}

	/** False: what is kept is more than it may be. Asked after each page. */
	get isWithin(): boolean {
		let bytes = this.#groups * groupBytes;
		for (const part of this.parts) {
			if (part.isCut === true) {
				return false;
			}
			bytes += part.bytes ?? 0;
		}
		const more = bytes - this.#taken;
		if (more <= 0) {
			return true;
		}
		this.#taken = bytes;
		return this.#allowance.take(more);
	}

	/** Nothing that was kept is needed any more. */
	release(): void {
		this.#allowance.release();
		for (const part of this.parts) {
			part.close?.();
		}
	}

	/** What has to be there before the first page. */
	fill(at = 0): MaybePromise<void> {
		const part = this.parts[at];
		return part === undefined ? undefined : after(part.fill?.(this.execution, this.row), () => this.fill(at + 1));
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
		this.#groups++;
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
	return new FusedRun(
		execution,
		base.slice(),
		known,
		program.parts.map((make) => make(execution) as Part),
	);
}
