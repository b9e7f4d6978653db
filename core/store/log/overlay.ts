/**
 * What the log holds and the store's file does not: commits laid over its entries.
 *
 * In: batches; when they are being folded into the file, and when they are in it. Out: states, each unchanging, made in O(1)
 * (`sorted-map.ts`). It refuses to know files.
 *
 *     newer    commits since the last fold began      writes
 *                                                     runs, older than the writes and without keys of each other
 *     older    what is being folded, if anything is   writes, runs
 */
import { writesOf } from "../batch.ts";
import type { EntryRun } from "../entry-run.ts";
import type { Layer } from "../merged-scan.ts";
import { isWrittenOver, RunCursor, writesOfRun } from "../run-cursor.ts";
import { SortedMap } from "../sorted-map.ts";
import type { Batch, Key, Range, Write } from "../store.ts";
import { RunList } from "./run-list.ts";

/** Writes of one fold. */
export interface OverlayPart {
	readonly writes: SortedMap<Uint8Array | null>;
	/** All keys that were ever written here, also by states that came later: what isn't among them needs no walk down the tree. */
	readonly keys: Set<Key>;
	readonly runs: RunList;
}

export interface OverlayState {
	readonly newer: OverlayPart;
	readonly older: OverlayPart | null;
}

/** Null: it is removed. Undefined: the file says what is there. */
export function findIn({ newer, older }: OverlayState, key: Key): Uint8Array | null | undefined {
	const found = findInPart(newer, key);
	return found === undefined && older !== null ? findInPart(older, key) : found;
}

function findInPart({ writes, keys, runs }: OverlayPart, key: Key): Uint8Array | null | undefined {
	const found = keys.has(key) ? writes.get(key) : undefined;
	return found === undefined && !runs.isEmpty ? runs.get(key) : found;
}

/** Walks over what lies over a range of the file, the oldest first. */
export function layersOver({ newer, older }: OverlayState, range: Range): readonly Layer[] {
	return older === null ? layersOf(newer, range) : [...layersOf(older, range), ...layersOf(newer, range)];
}

function layersOf({ writes, runs }: OverlayPart, { from, to, reverse = false }: Range): Layer[] {
	const layers: Layer[] = runs.isEmpty ? [] : runs.reaching(from, to).map((run) => new RunCursor(run, from, to, reverse));
	const cursor = writes.size > 0 ? writes.cursor(from, to, reverse) : undefined;
	if (cursor?.hasNext === true) {
		layers.push(cursor);
	}
	return layers;
}

/** The one run that is all that lies over a range; undefined: something else does, too, or nothing. */
export function onlyRunOver({ newer, older }: OverlayState, { from, to }: Range): EntryRun | undefined {
	const parts = older === null ? [newer] : [older, newer];
	const runs = parts.flatMap((part) => part.runs.reaching(from, to));
	return runs.length === 1 && !parts.some(({ writes }) => writes.cursor(from, to, false).hasNext) ? runs[0] : undefined;
}

export class Overlay implements OverlayState {
	newer: WrittenPart = noPart();
	older: OverlayPart | null = null;
	#state: OverlayState | null = null;

	get isEmpty(): boolean {
		return this.newer.writes.size === 0 && this.newer.runs.isEmpty && this.older === null;
	}

	/** The state that all snapshots of the same moment share. */
	state(): OverlayState {
		this.#state ??= { newer: { writes: this.newer.writes.clone(), keys: this.newer.keys, runs: this.newer.runs }, older: this.older };
		return this.#state;
	}

	put({ writes, runs = [] }: Pick<Batch, "writes" | "runs">): void {
		this.#state = null;
		for (const run of runs) {
			this.#putRun(run);
		}
		for (const { key, value } of writes) {
			this.#write(key, value);
		}
	}

	#write(key: Key, value: Uint8Array | null): void {
		this.newer.writes.set(key, value);
		this.newer.keys.add(key);
	}

	#putRun(run: EntryRun): void {
		const { newer } = this;
		if (isWrittenOver(run, newer.writes)) {
			// It is not older than the writes.
			for (const { key, value } of writesOfRun(run)) {
				this.#write(key, value);
			}
		} else {
			newer.runs = newer.runs.with(run);
		}
	}

	/** What was put since is not there: the log did not take it. */
	restore({ newer, older }: OverlayState): void {
		this.#state = null;
		// The keys of what is taken back stay, which is slower and not wrong.
		this.newer = { writes: newer.writes.clone(), keys: newer.keys, runs: newer.runs };
		this.older = older;
	}

	/** What is being folded: runs, over which the writes go. */
	olderRuns(): readonly EntryRun[] {
		return this.older?.runs.all() ?? [];
	}

	olderWrites(): Write[] {
		return this.older === null ? [] : writesOf(this.older.writes);
	}

	/** Begins a fold. */
	freeze(): void {
		this.#state = null;
		this.older = this.newer;
		this.newer = noPart();
	}

	/** The fold is in the file. */
	melt(): void {
		this.#state = null;
		this.older = null;
	}
}

interface WrittenPart {
	readonly writes: SortedMap<Uint8Array | null>;
	readonly keys: Set<Key>;
	runs: RunList;
}

function noPart(): WrittenPart {
	return { writes: new SortedMap(), keys: new Set(), runs: new RunList() };
}
