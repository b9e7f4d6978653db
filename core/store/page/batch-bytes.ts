/**
 * Byte layout of a commit batch on its way to another process: plain writes and conditions, whatever runs it had.
 *
 *     batch      | since 8 | writes 4 | write ... | conditions 4 | condition ... | additions 4 | addition ...
 *                | ranges 4 | range ... | empty 1 | its bounds, if 1 |
 *     write      | kind 1 | key | value, unless removed |           0 removed, 1 written, 2 new: no value may be there
 *     condition  | kind 1 | key | value, if 1 |                     0 none was seen, 1 the value
 *     addition   | key | amount 8 |
 *     range      | from | to | digest 8 |
 *     key        | length 2 | bytes |        value  | length 4 | bytes |
 */
import type { Condition, Key, Write } from "../contract.ts";
import type { FastBatch } from "../fast-store.ts";
import type { ChangeRun } from "./change-run.ts";
import type { Addition } from "./count.ts";
import type { EntryRun } from "./entry-run.ts";
import type { RangeState } from "./range-digest.ts";
import type { RecordReader, RecordWriter } from "./record-bytes.ts";

const removed = 0;
const written = 1;
const fresh = 2;
const noRuns: readonly never[] = [];
const noAdditions: readonly Addition[] = [];
const noRanges: readonly RangeState[] = [];

/** One commit, as the log has it. */
export interface LoggedBatch {
	/** The state of its first read. */
	readonly since: number;
	readonly batch: FastBatch & { readonly writes: readonly Write[] };
}

/** A key that a batch also writes, on a condition before all others. */
export interface MarkedKey {
	readonly key: Key;
	readonly before: Uint8Array | undefined;
	readonly after: Uint8Array;
}

export function encodeBatch(batch: FastBatch, to: RecordWriter, since = batch.since ?? 0, mark?: MarkedKey): void {
	const {
		writes,
		runs = noRuns,
		changes = noRuns,
		conditions,
		additions = noAdditions,
		ranges = noRanges,
		empty,
	} = batch;
	to.double(since);
	const countAt = to.length;
	to.number(0);
	let count = writes.length;
	if (mark !== undefined) {
		encodeWrite(mark.key, mark.after, written, to);
		count++;
	}
	for (const { key, value } of writes) {
		encodeWrite(key, value, written, to);
	}
	for (const run of runs) {
		count += encodeRun(run, to);
	}
	for (const run of changes) {
		for (const { key, value } of run.writes()) {
			encodeWrite(key, value, written, to);
			count++;
		}
	}
	to.setNumber(countAt, count);
	encodeConditions(conditions, changes, mark, to);
	to.number(additions.length);
	for (const { key, amount } of additions) {
		to.key(key);
		to.double(amount);
	}
	encodeRanges(ranges, to);
	to.byte(empty === undefined ? 0 : 1);
	if (empty !== undefined) {
		to.key(empty.from);
		to.key(empty.to);
	}
}

function encodeWrite(key: Key, value: Uint8Array | null, kind: number, to: RecordWriter): void {
	to.byte(value === null ? removed : kind);
	to.key(key);
	if (value !== null) {
		to.value(value);
	}
}

function encodeRun({ pieces, isNew, count }: EntryRun, to: RecordWriter): number {
	for (const piece of pieces) {
		for (let at = 0; at < piece.count; at++) {
			encodeWrite(piece.key(at), piece.valueOrNull(at), isNew ? fresh : written, to);
		}
	}
	return count;
}

function encodeConditions(
	conditions: readonly Condition[],
	changes: readonly ChangeRun[],
	mark: MarkedKey | undefined,
	to: RecordWriter,
): void {
	const countAt = to.length;
	to.number(0);
	let count = conditions.length;
	if (mark !== undefined) {
		encodeCondition(mark.key, mark.before, to);
		count++;
	}
	for (const { key, seen } of conditions) {
		encodeCondition(key, seen, to);
	}
	for (const run of changes) {
		for (const { key, seen } of run.conditions()) {
			encodeCondition(key, seen, to);
			count++;
		}
	}
	to.setNumber(countAt, count);
}

function encodeCondition(key: Key, seen: Uint8Array | undefined, to: RecordWriter): void {
	to.byte(seen === undefined ? 0 : 1);
	to.key(key);
	if (seen !== undefined) {
		to.value(seen);
	}
}

/** A range without a digest was locked in one process: other servers know nothing of it, so it counts as changed. */
function encodeRanges(ranges: readonly RangeState[], to: RecordWriter): void {
	to.number(ranges.length);
	for (const { from, to: end, digest } of ranges) {
		to.key(from);
		to.key(end);
		to.double(digest ?? Number.NaN);
	}
}

export function decodeBatch(from: RecordReader): LoggedBatch {
	const since = from.double();
	const writes: Write[] = [];
	const [conditions, unwritten]: [Condition[], Condition[]] = [[], []];
	for (let left = from.number(); left > 0; left--) {
		const kind = from.byte();
		const key = from.key();
		writes.push({ key, value: kind === removed ? null : from.value() });
		if (kind === fresh) {
			unwritten.push({ key, seen: undefined });
		}
	}
	for (let left = from.number(); left > 0; left--) {
		const kind = from.byte();
		const key = from.key();
		conditions.push({ key, seen: kind === 0 ? undefined : from.value() });
	}
	const additions = Array.from({ length: from.number() }, () => ({ key: from.key(), amount: from.double() }));
	const ranges = Array.from({ length: from.number() }, () => {
		const range = { from: from.key(), to: from.key() };
		const digest = from.double();
		return { ...range, digest: Number.isNaN(digest) ? undefined : digest };
	});
	const bounds = from.byte() === 1 ? { empty: { from: from.key(), to: from.key() } } : {};
	// That of a mark stays the first.
	const all = unwritten.length === 0 ? conditions : conditions.concat(unwritten);
	return { since, batch: { writes, conditions: all, additions, ranges, ...bounds } };
}
