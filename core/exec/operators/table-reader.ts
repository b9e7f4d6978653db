/**
 * Full table scan, index range scan, index lookup and covering index scan of a stored table.
 *
 * Returns the wanted columns, and the row key where it is wanted, in their slots. The condition is checked on each
 * row whatever the access path.
 */
import type { Table } from "../../catalog/table.ts";
import { compileCondition } from "../../plan/compile/compile.ts";
import type { MaybePromise } from "../../async/maybe-promise.ts";
import type { Entry, Key, Scan } from "../../store/contract.ts";
import type { Row } from "../../types/value/value.ts";
import { after } from "../../async/maybe-promise.ts";
import { type DecodeEntry, entryDecoder } from "./entry-decoder.ts";
import type { Execution, Operator } from "../execution.ts";
import { rowKeyOfEntry, tableRange, type KeyRange } from "../rows/index-entry.ts";
import { rangeReader, type SpanRange } from "./key-range.ts";
import { lockingOperator } from "./locking-reader.ts";
import { OpenedSource, type RowSource, rowsInBatch, sourceOf } from "../row-source.ts";
import { columnDecoder } from "../rows/row-codec.ts";
import { pauseAfterTurn, unitsInTurn, work } from "../../async/work-meter.ts";
import { retrying } from "../../async/suspension.ts";
import type { TableNode } from "../../plan/tree/query-plan.ts";

type Found = { readonly key: Key; readonly value: Uint8Array };

/** Adds a stored row to the batch if it meets the condition. */
type Accept = (found: Found, base: Row, into: Row[]) => void;

/** `isLimited`: possibly only the first rows are requested. */
export function tableOperator(node: TableNode, execution: Execution, isLimited: boolean): Operator {
	const table = node.source.table as Table;
	if (node.lock !== undefined && execution.transaction.isHolding) {
		return lockingOperator(node, execution, isLimited);
	}
	const entry = decodeEntry(node, table);
	const accept = acceptor(node, table, execution, entry);
	const { access } = node;
	if (access.kind === "scan") {
		const ranges = [tableRange(table)];
		return { open: (base) => new TableSource(execution, ranges, access.reverse, base, accept, undefined) };
	}
	const { index, reverse } = access;
	const read = rangeReader(table, index, access.ranges);
	const isAll = index.primary || entry !== undefined;
	const toRow = isAll ? undefined : (entry: Entry) => rowKeyOfEntry(table, index, entry.key, entry.value);
	const open = (base: Row): RowSource =>
		new LateRanges(() => {
			const ranges = read(base, execution);
			return new TableSource(execution, reverse ? [...ranges].reverse() : ranges, reverse, base, accept, toRow);
		});
	if (!access.unique) {
		return { open };
	}
	const points = new PointReader(execution, table, access, accept, isAll);
	/** Undefined: not every range is a point. */
	const keysOf = (base: Row): MaybePromise<Key[] | undefined> =>
		after(
			retrying(() => read(base, execution)),
			(ranges) => (reverse ? pointsOf(ranges)?.reverse() : pointsOf(ranges)),
		);
	return {
		open: (base) =>
			new OpenedSource(
				() => after(keysOf(base), (keys) => (keys === undefined ? open(base) : points.open(keys, base))),
				sourceOf([]),
			),
		all: (base) =>
			after(keysOf(base), (keys) =>
				keys === undefined || keys.length > rowsInBatch(base.length) ? undefined : points.read(keys, base),
			),
	};
}

/** Returns the keys of the ranges if each is a point. */
function pointsOf(ranges: readonly SpanRange[]): Key[] | undefined {
	const keys: Key[] = [];
	for (const { point } of ranges) {
		if (point === undefined) {
			return undefined;
		}
		keys.push(point);
	}
	return keys;
}

/** Returns a decoder of index entries if the index covers all wanted columns; undefined: read rows. */
export function decodeEntry(
	{ source, columns, access, withKey, lock }: TableNode,
	table: Table,
): DecodeEntry | undefined {
	return access.kind === "scan" || withKey || lock !== undefined
		? undefined
		: entryDecoder(
				table,
				access.index,
				columns.map((offset) => table.columns[offset]!),
				columns.map((offset) => source.firstSlot + offset),
			);
}

function acceptor(
	{ source, columns, withKey, condition, lock }: TableNode,
	table: Table,
	execution: Execution,
	entry: DecodeEntry | undefined,
): Accept {
	const slots = columns.map((offset) => source.firstSlot + offset);
	const decode = columnDecoder(
		columns.map((offset) => table.columns[offset]!),
		slots,
	);
	const holds = condition && compileCondition(condition);
	const { keySlot } = source;
	const { transaction } = execution;
	return ({ key, value }, base, into) => {
		const row = base.slice();
		if (entry !== undefined) {
			entry(key, value, row, execution);
		} else if (slots.length > 0) {
			decode(value, row, execution);
		}
		if (withKey) {
			row[keySlot] = key;
		}
		if (holds === undefined || holds(row, execution)) {
			if (lock !== undefined && lock !== "read") {
				transaction.relyOn(key, value);
			}
			into.push(row);
		}
	};
}

/** Computes its ranges when the first row is requested, because their values may contain subqueries. */
class LateRanges implements RowSource {
	readonly #make: () => RowSource;
	#source: RowSource | undefined;

	constructor(make: () => RowSource) {
		this.#make = make;
	}

	next(): MaybePromise<Row[] | null> {
		if (this.#source !== undefined) {
			return this.#source.next();
		}
		return after(retrying(this.#make), (source) => {
			this.#source = source;
			return source.next();
		});
	}

	close(): void {
		this.#source?.close();
	}
}

class TableSource implements RowSource {
	readonly #execution: Execution;
	readonly #ranges: readonly KeyRange[];
	readonly #reverse: boolean;
	readonly #base: Row;
	readonly #accept: Accept;
	/** Maps an entry of a secondary index to its row key; undefined: entries are rows. */
	readonly #toRow: ((entry: Entry) => Key) | undefined;
	/** Rows of a batch. */
	readonly #most: number;
	#at = 0;
	#scan: Scan | undefined;
	/** Entries that were read, and the first that is not looked at yet. */
	#found: readonly Found[] = [];
	#next = 0;

	constructor(
		execution: Execution,
		ranges: readonly KeyRange[],
		reverse: boolean,
		base: Row,
		accept: Accept,
		toRow: ((entry: Entry) => Key) | undefined,
	) {
		this.#execution = execution;
		this.#ranges = ranges;
		this.#reverse = reverse;
		this.#base = base;
		this.#accept = accept;
		this.#toRow = toRow;
		this.#most = rowsInBatch(base.length);
	}

	next(): MaybePromise<Row[] | null> {
		for (;;) {
			if (this.#next < this.#found.length) {
				const rows = after(this.#execution.giveWay(), () => this.#accepted());
				if (rows instanceof Promise) {
					return rows.then((batch) => (batch.length > 0 ? batch : this.next()));
				}
				if (rows.length > 0) {
					return rows;
				}
				continue;
			}
			const entries = this.#entries();
			if (entries instanceof Promise) {
				return entries.then((batch) =>
					batch === null ? null : after(this.#rows(batch), (rows) => (rows.length > 0 ? rows : this.next())),
				);
			}
			if (entries === null) {
				return null;
			}
			const rows = this.#rows(entries);
			if (rows instanceof Promise) {
				return rows.then((batch) => (batch.length > 0 ? batch : this.next()));
			}
			if (rows.length > 0) {
				return rows;
			}
		}
	}

	close(): void {
		this.#scan?.close();
		this.#scan = undefined;
		this.#at = this.#ranges.length;
		this.#found = [];
	}

	/** Returns the next batch of the first range that has one. */
	#entries(): MaybePromise<readonly Entry[] | null> {
		const turn = this.#execution.giveWay();
		return turn instanceof Promise ? turn.then(() => this.#read()) : this.#read();
	}

	#read(): MaybePromise<readonly Entry[] | null> {
		for (;;) {
			if (this.#scan === undefined) {
				const range = this.#ranges[this.#at++];
				if (range === undefined) {
					return null;
				}
				this.#scan = this.#execution.transaction.scan({ from: range.from, to: range.to, reverse: this.#reverse });
			}
			const batch = this.#scan.next();
			if (batch instanceof Promise) {
				return batch.then((entries) => entries ?? this.#nextRange());
			}
			if (batch !== null) {
				return batch;
			}
			this.#scan = undefined;
		}
	}

	#nextRange(): MaybePromise<readonly Entry[] | null> {
		this.#scan = undefined;
		return this.#read();
	}

	#rows(entries: readonly Entry[]): MaybePromise<Row[]> {
		if (this.#toRow === undefined) {
			return this.#begin(entries);
		}
		const keys = entries.map(this.#toRow);
		return after(this.#execution.transaction.getMany(keys), (values) => this.#begin(foundRows(keys, values)));
	}

	#begin(found: readonly Found[]): MaybePromise<Row[]> {
		this.#execution.examined.rows += found.length;
		this.#found = found;
		this.#next = 0;
		return this.#accepted();
	}

	#accepted(): MaybePromise<Row[]> {
		const found = this.#found;
		// Once a row: variables are cheaper than fields.
		const [most, accept, base] = [this.#most, this.#accept, this.#base];
		const rows: Row[] = [];
		let at = this.#next;
		return retrying(() => {
			while (at < found.length && rows.length < most) {
				accept(found[at]!, base, rows);
				at++;
				if (work.units > unitsInTurn) {
					pauseAfterTurn(this.#execution);
				}
			}
			this.#next = at;
			return rows;
		});
	}
}

function foundRows(keys: readonly Key[], values: readonly (Uint8Array | undefined)[]): Found[] {
	const found: Found[] = [];
	for (let at = 0; at < keys.length; at++) {
		const value = values[at];
		if (value !== undefined) {
			found.push({ key: keys[at]!, value });
		}
	}
	return found;
}

/** Point lookups by full unique keys, without a scan. */
class PointReader {
	readonly #execution: Execution;
	readonly #table: Table;
	readonly #access: TableNode["access"];
	readonly #accept: Accept;
	/** The entry found suffices: it is the row, or covers all wanted columns. */
	readonly #isAll: boolean;

	constructor(execution: Execution, table: Table, access: TableNode["access"], accept: Accept, isAll: boolean) {
		this.#execution = execution;
		this.#table = table;
		this.#access = access;
		this.#accept = accept;
		this.#isAll = isAll;
	}

	open(keys: readonly Key[], base: Row): RowSource {
		const most = rowsInBatch(base.length);
		let at = 0;
		const next = (): MaybePromise<Row[] | null> => {
			if (at >= keys.length) {
				return null;
			}
			const turn = at === 0 ? undefined : this.#execution.giveWay();
			const some = keys.length <= most ? keys : keys.slice(at, at + most);
			at += most;
			return after(turn, () => after(this.read(some, base), (rows) => (rows.length > 0 ? rows : next())));
		};
		return {
			next,
			close: () => {
				at = keys.length;
			},
		};
	}

	read(keys: readonly Key[], base: Row): MaybePromise<Row[]> {
		return after(this.#get(keys), (values) => {
			const found = foundRows(keys, values);
			const access = this.#access;
			if (access.kind === "scan" || this.#isAll) {
				return this.#accepted(found, base);
			}
			const rowKeys = found.map(({ key, value }) => rowKeyOfEntry(this.#table, access.index, key, value));
			return after(this.#get(rowKeys), (rows) => this.#accepted(foundRows(rowKeys, rows), base));
		});
	}

	#get(keys: readonly Key[]): MaybePromise<readonly (Uint8Array | undefined)[]> {
		const { transaction } = this.#execution;
		return keys.length === 1 ? after(transaction.get(keys[0]!), (value) => [value]) : transaction.getMany(keys);
	}

	#accepted(found: readonly Found[], base: Row): MaybePromise<Row[]> {
		this.#execution.examined.rows += found.length;
		const rows: Row[] = [];
		let at = 0;
		return retrying(() => {
			while (at < found.length) {
				this.#accept(found[at]!, base, rows);
				at++;
				if (work.units > unitsInTurn) {
					pauseAfterTurn(this.#execution);
				}
			}
			return rows;
		});
	}
}
