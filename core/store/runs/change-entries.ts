/**
 * Converts many changes or writes of a batch into entry runs, the form of the log and the memtable, and back.
 *
 * A run holds sorted entries of one key space, some of which are removals. For writing into blocks it is converted
 * back into change runs.
 */
import { ChangeRun, reliedOn, removed } from "../page/change-run.ts";
import { EntryRun } from "../page/entry-run.ts";
import { blockSpace } from "../encoding/keys.ts";
import type { Key, Write } from "../contract.ts";
import type { FastBatch } from "../fast-store.ts";

/** Fewer neighbouring writes stay single writes. */
const fewWrites = 512;
const noRuns: readonly EntryRun[] = [];

interface Entries {
	/** The single writes. */
	readonly writes: readonly Write[];
	readonly changes: readonly EntryRun[];
}

export function entriesOf({ writes, changes }: FastBatch): Entries {
	const runs = changes === undefined ? noRuns : changes.map(runOfChanges).filter(({ count }) => count > 0);
	return writes.length < fewWrites ? { writes, changes: runs } : splitWrites(writes, [...runs]);
}

function runOfChanges(run: ChangeRun): EntryRun {
	const { keys, area, kinds, valueStarts, valueEnds } = run;
	const entries = new EntryRun(false, run.takenBytes);
	for (let at = 0; at < run.count; at++) {
		const kind = kinds[at];
		if (kind === removed) {
			entries.takeRemoval(keys.area, keys.start(at), keys.ends[at]!);
		} else if (kind !== reliedOn) {
			entries.take(keys.area, keys.start(at), keys.ends[at]!, area, valueStarts[at]!, valueEnds[at]!, true);
		}
	}
	return entries;
}

/** Turns many sorted writes of one key space into a run. */
function splitWrites(writes: readonly Write[], runs: EntryRun[]): Entries {
	const few: Write[] = [];
	for (let from = 0; from < writes.length; ) {
		const end = endOfSpace(writes, from);
		if (end - from < fewWrites) {
			for (let at = from; at < end; at++) {
				few.push(writes[at]!);
			}
		} else {
			runs.push(runOfWrites(writes, from, end));
		}
		from = end;
	}
	return { writes: few, changes: runs };
}

function endOfSpace(writes: readonly Write[], from: number): number {
	const { key } = writes[from]!;
	const space = blockSpace(key);
	let end = from + 1;
	if (space > 0) {
		const beginning = key.slice(0, space);
		for (
			let last: Key = key;
			end < writes.length && last < writes[end]!.key && writes[end]!.key.startsWith(beginning);
			end++
		) {
			last = writes[end]!.key;
		}
	}
	return end;
}

function runOfWrites(writes: readonly Write[], from: number, to: number): EntryRun {
	const entries = new EntryRun(false);
	for (let at = from; at < to; at++) {
		const { key, value } = writes[at]!;
		if (value === null) {
			entries.appendRemoval(key);
		} else {
			entries.append(key, value);
		}
	}
	return entries;
}

/** In parts of some thousand entries. */
export function* changesOf({ pieces }: EntryRun): Generator<ChangeRun> {
	let run = new ChangeRun(false);
	for (const piece of pieces) {
		for (let at = 0; at < piece.count; at++) {
			if (run.isFull) {
				yield run;
				run = new ChangeRun(false);
			}
			const keyEnd = piece.keyEnd(at);
			run.keys.add(piece.area, piece.keyStart(at), keyEnd);
			run.add(piece.isRemoved(at) ? removed : reliedOn, piece.bytes, keyEnd, keyEnd);
			if (!piece.isRemoved(at)) {
				run.write(run.count - 1, run.copy(piece.bytes, keyEnd, piece.valueEnd(at)));
			}
		}
	}
	if (run.count > 0) {
		yield run;
	}
}
