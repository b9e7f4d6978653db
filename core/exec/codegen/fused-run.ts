/**
 * One run of a generated loop: its known values, parts (aggregates, hash tables) and memory accounting.
 *
 * `beginRun` returns undefined if a known value does not fit what the loop was generated for. Memory is counted once
 * a page.
 */
import type { Page } from "../../store/page/page.ts";
import type { MaybePromise } from "../../async/maybe-promise.ts";
import type { Row } from "../../types/value/value.ts";
import { after } from "../../async/maybe-promise.ts";
import type { Execution } from "../execution.ts";
import type { Allowance } from "../spill/memory-pool.ts";
import { type Known, readKnown, unfit } from "./known-value.ts";

const firstCapacity = 256;
/** Matches of joins in one step: a row may have as many as the product of all tables. Replaced in tests. */
export const pauses = { mostMatches: 4096 };
/** Typed arrays are outside the JavaScript heap, and hold several times as much data as rows of the same size. */
export const densityOfArrays = 4;
/** Bytes of a group besides what the parts count. */
const groupBytes = 32;

/** State of a loop during a run: groups, sums, hash tables. Created for each run. */
export interface Part {
	readonly bytes?: number;
	/** Its memory limit is exceeded and rows were dropped: the run must be abandoned. */
	readonly isCut?: boolean;
	/** Reads its input (the build side of a hash join) before the first page. */
	fill?(execution: Execution, base: Row): MaybePromise<void>;
	/** Grows the arrays to this many groups. */
	grow?(groups: number): void;
	/** Initializes a new group. */
	begin?(group: number): void;
	close?(): void;
}

export type MakePart = (execution: Execution) => object;

export type Step = (page: Page, run: FusedRun) => void;

/** A compiled loop, for any number of runs. */
export interface Program {
	readonly step: Step;
	readonly known: readonly Known[];
	readonly parts: readonly MakePart[];
}

export class FusedRun {
	readonly execution: Execution;
	/** The row that closures read, filled with the columns they need. */
	readonly row: Row;
	readonly known: readonly unknown[];
	readonly parts: readonly Part[];
	/** Groups that the arrays have room for. */
	capacity = 0;
	/** Matches of joins in one step. */
	mostMatches = pauses.mostMatches;
	/** Where the last step paused: the row, and the match at hand in each loop around. */
	places: readonly number[] = [];
	isPaused = false;
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

	/** False once the memory budget is exceeded. Checked after each page. */
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

	pause(places: readonly number[]): void {
		this.places = places;
		this.isPaused = true;
	}

	/** Begins a step; returns in how many loops it goes on where the last one paused. */
	goesOn(): number {
		const depth = this.isPaused ? this.places.length - 1 : 0;
		this.isPaused = false;
		return depth;
	}

	release(): void {
		this.#allowance.release();
		for (const part of this.parts) {
			part.close?.();
		}
	}

	/** Fills the parts that need input before the first page. */
	fill(at = 0): MaybePromise<void> {
		const part = this.parts[at];
		return part === undefined ? undefined : after(part.fill?.(this.execution, this.row), () => this.fill(at + 1));
	}

	/** Doubles the capacity until it includes this group. */
	grow(group: number): number {
		while (this.capacity <= group) {
			this.capacity = Math.max(firstCapacity, this.capacity * 2);
		}
		for (const part of this.parts) {
			part.grow?.(this.capacity);
		}
		return this.capacity;
	}

	/** Starts a new group in all parts. */
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

/** Passes a page to the loop, in turns where its rows match very many; `goesOn` is asked after each. */
export function stepThrough(
	program: Program,
	page: Page,
	run: FusedRun,
	goesOn: () => MaybePromise<boolean>,
): MaybePromise<boolean> {
	program.step(page, run);
	return after(goesOn(), (isWanted) =>
		isWanted && run.isPaused ? after(run.execution.giveWay(), () => stepThrough(program, page, run, goesOn)) : isWanted,
	);
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
