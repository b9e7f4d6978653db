/**
 * Sorts a few hundred stored rows in place: ORDER BY columns, or DISTINCT of the sorted column, without decoding.
 *
 * Stable. It hands over to the general operators, before the first row, if there are too many rows, which `sort.ts`
 * sorts in bounded memory, or texts ordered by weights.
 *
 * Why: a row costs no array and no string, only one double that native code sorts: the first five bytes of the sort
 * key, or the integer itself, above the row's position. Only rows with equal heads are compared.
 *
 *     53 bits   | head, 40 and one for NULL | position, 12 |
 */
import type { Column } from "../../catalog/table.ts";
import { columnFinder, type FindColumns, missingSpan, nullSpan } from "../../store/encoding/column-finder.ts";
import { readInteger } from "../../store/encoding/integer-bytes.ts";
import { type Page, spanOf } from "../../store/page/page.ts";
import { familyOf, type SqlType } from "../../types/value/type.ts";
import { byteComparator, byteOrderOf, type ByteOrder } from "../rows/byte-order.ts";
import { OrderedPage } from "./passthrough-page.ts";

interface PassthroughKey {
	readonly column: Column;
	readonly descending: boolean;
}

const mostRows = 4096;
const mostBytes = 1 << 20;
const headBytes = 5;
const heads = 2 ** 40;
const middle = 2 ** 39;

/** How a type is ordered; undefined: not here. */
type Kind = "integer" | ByteOrder;

function kindOf(type: SqlType): Kind | undefined {
	switch (familyOf(type)) {
		case "integer":
		case "decimal":
			return "integer";
		case "temporal":
			return type.name === "timestamp" ? undefined : "integer";
		case "bytes":
			return "exact";
		case "text":
			return byteOrderOf(type);
		default:
			return undefined;
	}
}

/** Facts about an order, once a plan. */
export interface PassthroughOrder {
	readonly kinds: readonly Kind[];
	readonly descending: readonly boolean[];
	readonly find: FindColumns;
	readonly distinct: boolean;
}

export function passthroughOrder(keys: readonly PassthroughKey[], distinct: boolean): PassthroughOrder | undefined {
	const kinds = keys.map(({ column }) => kindOf(column.type));
	return kinds.every((kind) => kind !== undefined)
		? {
				kinds,
				descending: keys.map(({ descending }) => descending),
				find: columnFinder(keys.map(({ column }) => column.id)),
				distinct,
			}
		: undefined;
}

/** Free sorters: the next statement reuses their memory. */
const idle: PassthroughSorter[] = [];

export class PassthroughSorter {
	#order!: PassthroughOrder;
	#bytes = new Uint8Array(1 << 15);
	#used = 0;
	#count = 0;
	#starts = new Uint32Array(128);
	#ends = new Uint32Array(128);
	#numbers = new Float64Array(128);
	/** Bounds of all keys of each row. */
	#spans = new Int32Array(256);
	#found = new Int32Array(8);
	readonly #page = new OrderedPage();

	static begin(order: PassthroughOrder): PassthroughSorter {
		const sorter = idle.pop() ?? new PassthroughSorter();
		sorter.#order = order;
		sorter.#used = 0;
		sorter.#count = 0;
		return sorter;
	}

	/** Called when its page is no longer read. */
	end(): void {
		if (idle.length < 4) {
			idle.push(this);
		}
	}

	/** Returns false for too many rows, or a row that is older than a sort column. */
	add(page: Page): boolean {
		const { count, bytes, starts, ends } = page;
		if (this.#count + count > mostRows) {
			return false;
		}
		this.#reserve(this.#count + count);
		const { low, length } = spanOf(page, 0, count);
		if (length > 0) {
			// The rows are contiguous, as in a block: one copy suffices.
			const copied = this.#copy(bytes, low, low + length);
			for (let at = 0; at < count && copied >= 0; at++) {
				if (!this.#addRow(copied + starts[at]! - low, copied + ends[at]! - low)) {
					return false;
				}
			}
			return copied >= 0;
		}
		for (let at = 0; at < count; at++) {
			const start = this.#copy(bytes, starts[at]!, ends[at]!);
			if (start < 0 || !this.#addRow(start, this.#used)) {
				return false;
			}
		}
		return true;
	}

	/** Adds a row in the sorter's own bytes. */
	#addRow(start: number, end: number): boolean {
		const { kinds, find } = this.#order;
		const found = this.#found;
		const spans = this.#spans;
		const row = this.#count++;
		find(this.#bytes, start, found);
		const width = 2 * kinds.length;
		for (let at = 0; at < width; at += 2) {
			if (found[at] === missingSpan) {
				return false;
			}
			spans[width * row + at] = found[at]!;
			spans[width * row + at + 1] = found[at + 1]!;
		}
		this.#starts[row] = start;
		this.#ends[row] = end;
		this.#numbers[row] = this.#head(found[0]!, found[1]!) * mostRows + row;
		return true;
	}

	sorted(): OrderedPage {
		const numbers = this.#numbers.subarray(0, this.#count).sort();
		this.#settleTies(numbers);
		const page = this.#page;
		page.begin(this.#bytes, this.#count);
		let last = -1;
		for (const number of numbers) {
			const row = number % mostRows;
			if (!this.#order.distinct || last < 0 || this.#compare(last, row) !== 0) {
				page.add(this.#starts[row]!, this.#ends[row]!);
				last = row;
			}
		}
		return page;
	}

	/** Sorts rows with equal heads. */
	#settleTies(numbers: Float64Array): void {
		let from = 0;
		for (let at = 1; at <= numbers.length; at++) {
			if (at < numbers.length && headOf(numbers[at]!) === headOf(numbers[from]!)) {
				continue;
			}
			if (at - from > 1) {
				numbers.subarray(from, at).sort((a, b) => this.#compare(a % mostRows, b % mostRows) || a - b);
			}
			from = at;
		}
	}

	#compare(one: number, other: number): number {
		const { kinds, descending } = this.#order;
		for (let key = 0; key < kinds.length; key++) {
			const order = this.#compareKey(kinds[key]!, 2 * (kinds.length * one + key), 2 * (kinds.length * other + key));
			if (order !== 0) {
				return descending[key] ? -order : order;
			}
		}
		return 0;
	}

	#compareKey(kind: Kind, one: number, other: number): number {
		const spans = this.#spans;
		const [a, aEnd, b, bEnd] = [spans[one]!, spans[one + 1]!, spans[other]!, spans[other + 1]!];
		if (a === nullSpan || b === nullSpan) {
			return a === b ? 0 : a === nullSpan ? -1 : 1;
		}
		const bytes = this.#bytes;
		if (kind === "integer") {
			const [left, right] = [readInteger(bytes, a, aEnd), readInteger(bytes, b, bEnd)];
			return left < right ? -1 : left > right ? 1 : 0;
		}
		return byteComparator(kind)(bytes, a, aEnd, bytes, b, bEnd);
	}

	/** Returns the head of the first key: never greater for a lesser value. */
	#head(start: number, end: number): number {
		const { kinds, descending } = this.#order;
		const head =
			start === nullSpan
				? 0
				: 1 +
					(kinds[0] === "integer"
						? integerHead(this.#bytes, start, end)
						: textHead(this.#bytes, start, end, kinds[0] === "padded" ? 0x20 : 0));
		return descending[0] ? heads - head : head;
	}

	#copy(bytes: Uint8Array, from: number, to: number): number {
		const start = this.#used;
		const end = start + to - from;
		if (end > this.#bytes.length) {
			if (end > mostBytes) {
				return -1;
			}
			const larger = new Uint8Array(Math.min(2 * end, mostBytes));
			larger.set(this.#bytes.subarray(0, start));
			this.#bytes = larger;
		}
		this.#bytes.set(bytes.subarray(from, to), start);
		this.#used = end;
		return start;
	}

	#reserve(rows: number): void {
		const width = 2 * this.#order.kinds.length;
		if (width > this.#found.length) {
			this.#found = new Int32Array(width);
		}
		if (rows * width > this.#spans.length) {
			this.#spans = grown(this.#spans, 2 * rows * width, Int32Array);
		}
		if (rows > this.#starts.length) {
			this.#starts = grown(this.#starts, 2 * rows, Uint32Array);
			this.#ends = grown(this.#ends, 2 * rows, Uint32Array);
			this.#numbers = grown(this.#numbers, 2 * rows, Float64Array);
		}
	}
}

function grown<A extends { set(from: A): void }>(array: A, length: number, make: new (length: number) => A): A {
	const larger = new make(length);
	larger.set(array);
	return larger;
}

function headOf(number: number): number {
	return Math.floor(number / mostRows);
}

/** Integers of more than 39 bits share the heads at both ends. */
function integerHead(bytes: Uint8Array, start: number, end: number): number {
	const value = Number(readInteger(bytes, start, end));
	return value >= middle ? heads - 1 : value < -middle ? 0 : value + middle;
}

/** `fill`: the byte that extends a shorter text. */
function textHead(bytes: Uint8Array, start: number, end: number, fill: number): number {
	let head = 0;
	for (let at = start; at < start + headBytes; at++) {
		head = head * 256 + (at < end ? bytes[at]! : fill);
	}
	return head;
}
