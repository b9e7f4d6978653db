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
import type { Key, Range, Write } from "../contract.ts";
import { KeyFilter } from "./key-filter.ts";
import { RunList } from "./run-list.ts";

const noRuns: readonly EntryRun[] = [];

/** Writes of one fold. */
interface MemtablePart {
	readonly writes: SortedMap<Uint8Array | null>;
	/**
	 * Of all keys that were ever written here, also by states that came later: what isn't among them needs no walk down
	 * the tree.
	 */
	readonly keys: KeyFilter;
	/** New entries: beneath there is nothing of their keys. */
	readonly runs: RunList;
	/** Of many entries, most of which are beneath, what they hold now, or that they are removed. */
	readonly changes: RunList;
}

export interface MemtableState {
	readonly newer: MemtablePart;
	readonly older: MemtablePart | null;
	/** Who reads it needs it no more. */
	giveBack?(): void;
}

/** Null: it is removed. Undefined: the file says what is there. */
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

/** Walks over what lies over a range of the file, the oldest first. */
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

/** The runs that are all that lies over a range, the oldest first; undefined: single writes do, too. */
export function runsOver({ newer, older }: MemtableState, { from, to }: Range): readonly EntryRun[] | undefined {
	const parts = older === null ? [newer] : [older, newer];
	return parts.some(({ writes }) => writes.size > 0 && writes.cursor(from, to, false).hasNext)
		? undefined
		: parts.flatMap(({ runs, changes }) => [...runs.reaching(from, to), ...changes.reaching(from, to)]);
}

/**
 * The overlay as it is now, for as long as somebody reads it: it is copied only when it changes before all have given
 * it back. Most statements that write give back what they read before they commit; that their commits need not copy
 * the nodes of the tree saves a single INSERT 2 % of its time (12 windows in turn, median).
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
	/** The present moment, if somebody has asked for it. */
	#moment: MemtableSnapshot | null = null;

	get isEmpty(): boolean {
		const { writes, runs, changes } = this.newer;
		return writes.size === 0 && runs.isEmpty && changes.isEmpty && this.older === null;
	}

	/** What it holds now, for good. */
	state(): MemtableState {
		return { newer: copyOf(this.newer), older: this.older };
	}

	/** What it holds now, until it is given back: all snapshots of the same moment share it. */
	moment(): MemtableSnapshot {
		this.#moment ??= new MemtableSnapshot(this);
		this.#moment.readers++;
		return this.#moment;
	}

	/** Before anything is written: who reads what it holds now is left a copy. */
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
		// What was removed may come again.
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

	/** It is not older than the writes. */
	#putApart(run: EntryRun): void {
		for (const { key, value } of writesOfRun(run)) {
			this.#write(key, value);
		}
	}

	/** What was put since is not there: the log did not take it. */
	restore({ newer, older }: MemtableState): void {
		this.#moment = null;
		// The keys of what is taken back stay, which is slower and not wrong.
		this.newer = copyOf(newer);
		this.older = older;
	}

	/** What was restored and put aside is on disk now; a fold may have come to its end meanwhile. */
	advance({ newer }: MemtableState): void {
		this.#moment = null;
		this.newer = copyOf(newer);
	}

	/** What is being folded: runs, and changes, over which the writes go. */
	olderRuns(): readonly EntryRun[] {
		return this.older?.runs.all() ?? [];
	}

	olderChanges(): readonly EntryRun[] {
		return this.older?.changes.all() ?? [];
	}

	olderWrites(): Write[] {
		return this.older === null ? [] : writesOf(this.older.writes);
	}

	/** Begins a fold. */
	freeze(): void {
		this.#moment = null;
		this.older = this.newer;
		this.newer = noPart();
	}

	/** The fold is in the file. */
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

/** May one of the run's keys be among these? */
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
