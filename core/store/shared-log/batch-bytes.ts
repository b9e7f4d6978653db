/**
 * Byte layout of a commit batch in a record of the shared log: plain writes and conditions, whatever runs it had.
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
import type { EntryRun } from "../page/entry-run.ts";
import type { RangeState } from "../page/range-digest.ts";
import type { RecordReader, RecordWriter } from "./record-bytes.ts";

const removed = 0;
const written = 1;
const fresh = 2;

/** One commit, as the log has it. */
export interface LoggedBatch {
	/** The state of its first read. */
	readonly since: number;
	readonly batch: FastBatch & { readonly writes: readonly Write[] };
}

export function encodeBatch(batch: FastBatch, to: RecordWriter): void {
	const { writes, runs = [], changes = [], conditions, additions = [], ranges = [], empty } = batch;
	to.double(batch.since ?? 0);
	const countAt = to.length;
	to.number(0);
	let count = writes.length;
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
	encodeConditions(conditions, batch, to);
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

function encodeConditions(conditions: readonly Condition[], { changes = [] }: FastBatch, to: RecordWriter): void {
	const countAt = to.length;
	to.number(0);
	let count = 0;
	const encode = ({ key, seen }: Condition): void => {
		to.byte(seen === undefined ? 0 : 1);
		to.key(key);
		if (seen !== undefined) {
			to.value(seen);
		}
		count++;
	};
	conditions.forEach(encode);
	for (const run of changes) {
		run.conditions().forEach(encode);
	}
	to.setNumber(countAt, count);
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
	const conditions: Condition[] = [];
	for (let left = from.number(); left > 0; left--) {
		const kind = from.byte();
		const key = from.key();
		writes.push({ key, value: kind === removed ? null : from.value() });
		if (kind === fresh) {
			conditions.push({ key, seen: undefined });
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
	return { since, batch: { writes, conditions, additions, ranges, ...bounds } };
}
