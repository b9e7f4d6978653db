/**
 * Keys of index entries and of the rows they lead to, as bytes, in two parallel lists.
 */
import type { Index, Table } from "../../catalog/table.ts";
import { endOfPieces } from "../../store/encoding/key-bytes.ts";
import { KeyList } from "../../store/page/key-list.ts";
import { maximumKeyBytes } from "../../store/encoding/keys.ts";
import type { Page } from "../../store/page/page.ts";
import { indexLayout, rowPrefixOf } from "../rows/index-entry.ts";

export class EntryKeys {
	readonly entries = new KeyList();
	readonly rows = new KeyList();
	readonly #prefixBytes: number;
	readonly #kinds;
	readonly #rowPrefix: Uint8Array;

	constructor(table: Table, index: Index) {
		const { prefix, parts } = indexLayout(table, index);
		this.#prefixBytes = prefix.length;
		this.#kinds = parts.map(({ kind }) => kind);
		this.#rowPrefix = Buffer.from(rowPrefixOf(table), "latin1");
	}

	clear(): void {
		this.entries.clear();
		this.rows.clear();
	}

	add(page: Page): void {
		const { entries } = this;
		const { starts, ends, count } = page;
		for (let at = 0; at < count; at++) {
			addKeyOf(page, at, entries);
			if (starts[at] === ends[at]) {
				this.#addTuple();
			} else {
				this.#addRow(page.bytes, starts[at]!, ends[at]!);
			}
		}
	}

	/** Adds the last entry's row key: the row's tuple follows the index's. */
	#addTuple(): void {
		const { bytes, ends, count } = this.entries;
		const indexTuple = this.entries.start(count - 1) + this.#prefixBytes;
		this.#addRow(bytes, endOfPieces(bytes, indexTuple, this.#kinds), ends[count - 1]!);
	}

	#addRow(bytes: Uint8Array, from: number, to: number): void {
		const { rows } = this;
		const prefix = this.#rowPrefix;
		const start = rows.room(prefix.length + to - from);
		const into = rows.bytes;
		let end = start;
		for (let at = 0; at < prefix.length; at++) {
			into[end++] = prefix[at]!;
		}
		for (let at = from; at < to; at++) {
			into[end++] = bytes[at]!;
		}
		rows.finish(end);
	}
}

export function addKeyOf(page: Page, at: number, keys: KeyList): void {
	if (page.copyKey === undefined) {
		keys.addKey(page.key(at));
		return;
	}
	const start = keys.room(maximumKeyBytes);
	keys.finish(page.copyKey(at, 0, keys.bytes, start));
}
