/**
 * Memtable: committed entries that are in the log and not yet in LMDB, as immutable states made in O(1).
 *
 *     newer    commits since the last checkpoint began    writes
 *                                                         runs of new entries, and of changes of what is beneath: older than
 *                                                         the writes and without keys of each other
 *     older    being written by a checkpoint, if any      the same
 */
import { writesOf } from "../transaction/batch.ts";
import { invariant } from "../../errors/invariant.ts";
import type { EntryRun } from "../page/entry-run.ts";
import type { Layer } from "../memtable/merged-scan.ts";
import { ChangeCursor, isWrittenOver, RunCursor, writesOfRun } from "../runs/run-cursor.ts";
import { SortedMap } from "../memtable/sorted-map.ts";
import { entriesEnd } from "../blocks/block-key.ts";
import type { Key, Range, Write } from "../contract.ts";
import { KeyFilter } from "../encoding/key-filter.ts";
import { rangeThrough } from "../encoding/keys.ts";
import { RunList } from "./run-list.ts";

const noRuns: readonly EntryRun[] = [];

/** The writes between two checkpoints. */
interface MemtablePart {
	readonly writes: SortedMap<Uint8Array | null>;
	/** Filter of all keys ever written here, also by later states: other keys need no descent in the tree. */
	readonly keys: KeyFilter;
	/** New entries, whose keys are not in the file. */
	readonly runs: RunList;
	/** New values and removals of many entries, most of which are in the file. */
	readonly changes: RunList;
}

export interface MemtableState {
	readonly newer: MemtablePart;
	readonly older: MemtablePart | null;
	/** Called when the state is not read any more. */
	giveBack?(): void;
}

/** Null: the key was removed. Undefined: the file has the value. */
export function findIn({ newer, older }: MemtableState, key: Key): Uint8Array | null | undefined {
	const found = findInPart(newer, key);
	return found === undefined && older !== null ? findInPart(older, key) : found;
}

function findInPart({ writes, keys, runs, changes }: MemtablePart, key: Key): Uint8Array | null | undefined {
	let found = keys.mayHave(key) ? writes.get(key) : undefined;
	if (found === undefined && !changes.isEmpty) {
		found = changes.get(key);
	}
	return found === undefined && !runs.isEmpty ? runs.get(key) : found;
}

/** Cursors over the layers above a range of the file, oldest first. */
export function layersOver({ newer, older }: MemtableState, range: Range): readonly Layer[] {
	return older === null ? layersOf(newer, range) : [...layersOf(older, range), ...layersOf(newer, range)];
}

function layersOf({ writes, runs, changes }: MemtablePart, { from, to, reverse = false }: Range): Layer[] {
	const layers: Layer[] = runs.isEmpty
		? []
		: runs.reaching(from, to).map((run) => new RunCursor(run, from, to, reverse));
	if (!changes.isEmpty) {
		for (const run of changes.reaching(from, to)) {
			layers.push(new ChangeCursor(run, from, to, reverse));
		}
	}
	const cursor = writes.size > 0 ? writes.cursor(from, to, reverse) : undefined;
	if (cursor?.hasNext === true) {
		layers.push(cursor);
	}
	return layers;
}

/** The runs above a range, oldest first, if there are no single writes; otherwise undefined. */
export function runsOver({ newer, older }: MemtableState, { from, to }: Range): readonly EntryRun[] | undefined {
	const parts = older === null ? [newer] : [older, newer];
	return parts.some(({ writes }) => writes.size > 0 && writes.cursor(from, to, false).hasNext)
		? undefined
		: parts.flatMap(({ runs, changes }) => [...runs.reaching(from, to), ...changes.reaching(from, to)]);
}

/** Ranges that hold all keys written. */
export function rangesOver({ newer, older }: MemtableState): readonly Range[] {
	return [newer, ...(older === null ? [] : [older])].flatMap(({ writes, runs, changes }) => [
		...writes.entries((key) => rangeThrough(key, key)),
		...[runs, changes].flatMap((list) =>
			list.reaching("", entriesEnd).map(({ firstKey, lastKey }) => rangeThrough(firstKey, lastKey)),
		),
	]);
}

/**
 * A readable state of the memtable, reference-counted: copied only if the memtable changes before all readers have
 * given it back. Most writing statements give it back before they commit; that their commits need not copy tree nodes
 * saves a single INSERT 2 % of its time (12 windows in turn, median).
 */
class MemtableSnapshot implements MemtableState {
	newer: MemtablePart;
	readonly older: MemtablePart | null;
	readers = 0;

	constructor({ newer, older }: MemtableState) {
		this.newer = newer;
		this.older = older;
	}

	giveBack(): void {
		this.readers--;
		invariant(this.readers >= 0, "A moment is given back once by each of its readers.");
	}
}

export class Memtable implements MemtableState {
	newer: WrittenPart = noPart();
	older: MemtablePart | null = null;
	/** The current snapshot, if there is one. */
	#moment: MemtableSnapshot | null = null;

	get isEmpty(): boolean {
		const { writes, runs, changes } = this.newer;
		return writes.size === 0 && runs.isEmpty && changes.isEmpty && this.older === null;
	}

	/** A permanent copy of the current state. */
	state(): MemtableState {
		return { newer: copyOf(this.newer), older: this.older };
	}

	/** The current state until it is given back: all snapshots of the same state share it. */
	moment(): MemtableSnapshot {
		this.#moment ??= new MemtableSnapshot(this);
		this.#moment.readers++;
		return this.#moment;
	}

	/** Before a write: copies the state for its readers (copy-on-write). */
	#leaveMoment(): void {
		const moment = this.#moment;
		if (moment !== null && moment.readers > 0) {
			moment.newer = copyOf(this.newer);
			this.#moment = null;
		}
	}

	put(writes: readonly Write[], runs: readonly EntryRun[] = noRuns, changes: readonly EntryRun[] = noRuns): void {
		this.#leaveMoment();
		for (const run of runs) {
			this.#putRun(run);
		}
		for (const run of changes) {
			this.#putChanges(run);
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
			this.#putApart(run);
			return;
		}
		// A removed key may be inserted again.
		const { list, left } = newer.changes.laidOver(run, false);
		newer.changes = list;
		if (left !== undefined) {
			newer.runs = newer.runs.with(left);
		}
	}

	#putChanges(run: EntryRun): void {
		const { newer } = this;
		if (newer.writes.cursor(run.firstKey, `${run.lastKey}\0`, false).hasNext && isAmong(run, newer.keys)) {
			this.#putApart(run);
			return;
		}
		const ofRuns = newer.runs.laidOver(run, true);
		newer.runs = ofRuns.list;
		if (ofRuns.left !== undefined) {
			const { list, left } = newer.changes.laidOver(ofRuns.left, false);
			newer.changes = left === undefined ? list : list.with(left);
		}
	}

	/** Adds a run that is not older than the writes. */
	#putApart(run: EntryRun): void {
		for (const { key, value } of writesOfRun(run)) {
			this.#write(key, value);
		}
	}

	/** Undoes later writes, which could not be written to the log. */
	restore({ newer, older }: MemtableState): void {
		this.#moment = null;
		// The filter keeps the undone keys, which is slower and not wrong.
		this.newer = copyOf(newer);
		this.older = older;
	}

	/** Runs and changes of the running checkpoint, beneath the single writes. */
	olderRuns(): readonly EntryRun[] {
		return this.older?.runs.all() ?? [];
	}

	olderChanges(): readonly EntryRun[] {
		return this.older?.changes.all() ?? [];
	}

	olderWrites(): Write[] {
		return this.older === null ? [] : writesOf(this.older.writes);
	}

	/** Begins a checkpoint. */
	freeze(): void {
		this.#moment = null;
		this.older = this.newer;
		this.newer = noPart();
	}

	/** Ends a checkpoint: its writes are in the file. */
	melt(): void {
		this.#moment = null;
		this.older = null;
	}
}

interface WrittenPart {
	readonly writes: SortedMap<Uint8Array | null>;
	readonly keys: KeyFilter;
	runs: RunList;
	changes: RunList;
}

function noPart(): WrittenPart {
	return { writes: new SortedMap(), keys: new KeyFilter(), runs: new RunList(), changes: new RunList() };
}

function copyOf({ writes, keys, runs, changes }: MemtablePart): WrittenPart {
	return { writes: writes.clone(), keys, runs, changes };
}

/** Whether the filter may have one of the run's keys. */
function isAmong({ pieces }: EntryRun, keys: KeyFilter): boolean {
	return (
		!keys.isEmpty &&
		pieces.some((piece) => {
			for (let at = 0; at < piece.count; at++) {
				if (keys.mayHaveBytes(piece.bytes, piece.keyStart(at), piece.keyEnd(at))) {
					return true;
				}
			}
			return false;
		})
	);
}
