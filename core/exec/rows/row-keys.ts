/**
 * Builds the row keys, as strings, that pages of index entries lead to.
 *
 * `bulk/entry-keys.ts` builds them as bytes, `index-entry.ts` for a single entry.
 *
 *     an entry's key    | index prefix | index tuple | row's tuple |
 *     copied            | room         | index tuple | row's tuple |
 *     read                               | row prefix | row's tuple |      the prefix overwrites the bytes before it
 *
 * Why: slicing and joining strings takes two native calls and three more strings a row; here one call creates the key
 * (`bench/notes/index-rows.md`).
 */
import type { Index, Table } from "../../catalog/table.ts";
import { endOfPieces } from "../../store/encoding/key-bytes.ts";
import type { KeyKind } from "../../store/encoding/key-part.ts";
import { maximumKeyBytes } from "../../store/encoding/keys.ts";
import { readLatin1, writeLatin1 } from "../../store/encoding/latin1.ts";
import type { Page } from "../../store/page/page.ts";
import type { Key } from "../../store/contract.ts";
import { indexLayout, rowKeyOfEntry, rowPrefixOf } from "./index-entry.ts";

const memory = new Uint8Array(2 * maximumKeyBytes);
const noBytes = new Uint8Array(0);

export class RowKeys {
	readonly #table: Table;
	readonly #index: Index;
	/** Of the index. */
	readonly #prefixBytes: number;
	readonly #kinds: readonly KeyKind[];
	readonly #rowPrefix: Key;

	constructor(table: Table, index: Index) {
		const { prefix, parts } = indexLayout(table, index);
		this.#table = table;
		this.#index = index;
		this.#prefixBytes = prefix.length;
		this.#kinds = parts.map(({ kind }) => kind);
		this.#rowPrefix = rowPrefixOf(table);
	}

	/** Adds the row key of each entry of a page. */
	add(page: Page, keys: Key[]): void {
		const { starts, ends, count } = page;
		for (let at = 0; at < count; at++) {
			const hasTuple = starts[at] === ends[at];
			keys.push(
				hasTuple ? this.#behindIndex(page, at) : this.#rowPrefix + readLatin1(page.bytes, starts[at]!, ends[at]!),
			);
		}
	}

	/** The row's tuple follows the index's. */
	#behindIndex(page: Page, at: number): Key {
		if (page.copyKey === undefined) {
			return rowKeyOfEntry(this.#table, this.#index, page.key(at), noBytes);
		}
		const rowPrefix = this.#rowPrefix;
		const room = rowPrefix.length;
		const end = page.copyKey(at, this.#prefixBytes, memory, room);
		const tuple = endOfPieces(memory, room, this.#kinds);
		writeLatin1(memory, rowPrefix, tuple - room);
		return readLatin1(memory, tuple - room, end);
	}
}
