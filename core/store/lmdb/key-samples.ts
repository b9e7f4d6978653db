/**
 * Key samples of a range: some keys and the estimated number of entries between them, for statistics.
 *
 * Samples come in two ascending series, blocks first, then standalone entries. A walk takes a limited number of steps
 * a call, so that the caller can yield in between.
 *
 * A block is one step, whatever it holds: 1 M rows of 100 bytes are 26,000 steps of 0.2 us.
 */
import { type BlockMemory, countOfBlock } from "../blocks/block-view.ts";
import type { StoredCursor } from "../blocks/entry-cursor.ts";
import { plainKey, blockKey } from "../blocks/block-key.ts";
import type { Key, Range } from "../contract.ts";
import type { KeySample, KeySampleWalk } from "../page/key-sample.ts";

/** The part of a state that a walk reads from. */
interface KeySampleSource {
	readonly scans: Set<{ close(): void }>;
	check(): void;
	guard<T>(read: () => T): T;
	takeCursor(): StoredCursor;
	giveCursor(cursor: StoredCursor): void;
	blockMemory(): BlockMemory;
}

/** One of this many standalone entries becomes a sample. */
const stride = 16;

export class LmdbKeySamples implements KeySampleWalk {
	readonly #source: KeySampleSource;
	readonly #from: Key;
	readonly #to: Key;
	#cursor: StoredCursor | undefined;
	#phase: "new" | "blocks" | "alone" | "ended" = "new";
	/** Of standalone entries: the last key passed, and how many were passed since the last sample. */
	#last: Key = "";
	#passed = 0;

	constructor(source: KeySampleSource, { from, to }: Range) {
		this.#source = source;
		this.#from = from;
		this.#to = to;
		source.scans.add(this);
	}

	next(steps: number): readonly KeySample[] | null {
		this.#source.check();
		return this.#phase === "ended" ? null : this.#source.guard(() => this.#walk(steps));
	}

	close(): void {
		this.#phase = "ended";
		this.#source.scans.delete(this);
		if (this.#cursor !== undefined) {
			this.#source.giveCursor(this.#cursor);
			this.#cursor = undefined;
		}
	}

	#walk(steps: number): KeySample[] {
		const found: KeySample[] = [];
		for (let step = 0; step < steps && this.#phase !== "ended"; step++) {
			if (this.#phase === "new" || this.#phase === "blocks") {
				this.#blockStep(found);
			} else {
				this.#aloneStep(found);
			}
		}
		return found;
	}

	#blockStep(found: KeySample[]): void {
		this.#cursor ??= this.#source.takeCursor();
		const cursor = this.#cursor;
		const isThere = this.#phase === "new" ? cursor.seek(blockKey(this.#from)) : cursor.step();
		this.#phase = "blocks";
		if (!isThere || !cursor.isShadow) {
			this.#turnToAlone();
			return;
		}
		const key = plainKey(cursor.key());
		if (key < this.#to) {
			found.push({ key, entries: countOfBlock(this.#source.blockMemory()) });
		} else {
			this.#turnToAlone();
		}
	}

	#turnToAlone(): void {
		this.#phase = "alone";
		const cursor = this.#cursor!;
		if (cursor.seekKey(this.#from) && cursor.compare(this.#to) < 0) {
			this.#last = cursor.key();
			this.#passed = 1;
		} else {
			this.close();
		}
	}

	#aloneStep(found: KeySample[]): void {
		const cursor = this.#cursor!;
		if (!cursor.step() || cursor.compare(this.#to) >= 0) {
			found.push({ key: this.#last, entries: this.#passed });
			this.close();
		} else if (++this.#passed === stride) {
			this.#last = cursor.key();
			found.push({ key: this.#last, entries: stride });
			this.#passed = 0;
		}
	}
}
