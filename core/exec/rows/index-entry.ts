/**
 * Keys of rows and index entries, and the key ranges of tables and indexes.
 *
 * Text is stored in a key as its sort key (weight string), truncated to the prefix length first; the row stores the
 * text. `store/encoding/keys.ts` shows the key format.
 *
 *     row            row prefix, then the primary key's tuple or the hidden row id
 *     plain index    index prefix, index tuple, row's tuple                            no value
 *     unique index   index prefix, index tuple                                         the row's tuple
 *     unique index with a NULL part: like a plain one, since NULLs are never equal
 */
import type { Column, Index, IndexPart, Table } from "../../catalog/table.ts";
import { invariant } from "../../errors/invariant.ts";
import {
	endOfKeyPart,
	type EncodeKeyPart,
	type KeyKind,
	keyKindOf,
	keyPartEncoder,
} from "../../store/encoding/key-part.ts";
import {
	assertKeyFits,
	hiddenRowKey,
	indexPrefix as prefixOfIndex,
	rangeOf,
	rowPrefix,
} from "../../store/encoding/keys.ts";
import { readLatin1 } from "../../store/encoding/latin1.ts";
import type { Key } from "../../store/contract.ts";
import { cutCharacters } from "../../types/text/characters.ts";
import { collationNamed } from "../../types/collation/collation.ts";
import type { Evaluation } from "../../types/evaluation/evaluation.ts";
import type { ByteString, Integer, Row, Value } from "../../types/value/value.ts";
import { storedTime } from "./timestamp-column.ts";

export interface KeyRange {
	readonly from: Key;
	readonly to: Key;
}

interface KeyPart {
	readonly slot: number;
	readonly column: Column;
	readonly kind: KeyKind;
	/** Encodes a stored value as its part of the key. */
	readonly encode: EncodeKeyPart;
}

export interface IndexLayout {
	readonly prefix: Key;
	readonly parts: readonly KeyPart[];
}

interface TableLayout {
	readonly rowPrefix: Key;
	readonly primary: IndexLayout | undefined;
	readonly byIndex: Map<number, IndexLayout>;
}

const layouts = new WeakMap<Table, TableLayout>();

/**
 * Returns the key of a row. Tables without a primary key use `hiddenKey`. `evaluation` null: timestamps are in UTC,
 * as stored.
 */
export function rowKey(table: Table, row: Row, evaluation: Evaluation | null): Key {
	const { primary } = layoutOf(table);
	invariant(primary !== undefined, "Rows of a table without a primary key have hidden ids.");
	return assertKeyFits(primary.prefix + tupleOfRow(primary.parts, row, evaluation));
}

/** Returns the key of the row with a hidden id. */
export function hiddenKey(table: Table, rowId: Integer): Key {
	return hiddenRowKey(layoutOf(table).rowPrefix, rowId);
}

/** Returns the key of a row's entry in a secondary index. `evaluation` null: timestamps are in UTC, as stored. */
export function indexEntryKey(table: Table, index: Index, row: Row, key: Key, evaluation: Evaluation | null): Key {
	const { prefix, parts } = indexLayout(table, index);
	const entry = prefix + tupleOfRow(parts, row, evaluation);
	return assertKeyFits(isUniqueEntry(index, row) ? entry : entry + rowTuple(table, key));
}

/** True if no other row may have an equal entry. */
export function isUniqueEntry(index: Index, row: Row): boolean {
	return index.unique && index.parts.every((part) => row[part.column.offset] !== null);
}

export function indexEntryValue(table: Table, index: Index, row: Row, key: Key): Uint8Array {
	return isUniqueEntry(index, row) ? Buffer.from(rowTuple(table, key), "latin1") : noBytes;
}

const noBytes = new Uint8Array(0);

/** Returns the prefix of all keys whose first parts have these values: rows for the primary key, else entries. */
export function indexPrefix(table: Table, index: Index, values: readonly Value[], evaluation: Evaluation | null): Key {
	return assertKeyFits(prefixIn(indexLayout(table, index), values, evaluation));
}

/** The same in a layout that was looked up once a plan; it may be too long for a key. */
export function prefixIn({ prefix, parts }: IndexLayout, values: readonly Value[], evaluation: Evaluation | null): Key {
	let key = prefix;
	for (let part = 0; part < values.length; part++) {
		key += encodePart(parts[part] as KeyPart, values[part] as Value, evaluation);
	}
	return key;
}

/** Returns the range of all rows of a table. */
export function tableRange(table: Table): KeyRange {
	return rangeOf(layoutOf(table).rowPrefix);
}

/** Returns the range of all entries of an index; for the primary key all rows. */
export function indexRange(table: Table, index: Index): KeyRange {
	return rangeOf(indexLayout(table, index).prefix);
}

/** Returns the row key that an index entry leads to. */
export function rowKeyOfEntry(table: Table, index: Index, key: Key, value: Uint8Array): Key {
	const { rowPrefix: rows } = layoutOf(table);
	if (value.length > 0) {
		return rows + readLatin1(value, 0, value.length);
	}
	const { prefix, parts } = indexLayout(table, index);
	let at = prefix.length;
	for (const part of parts) {
		at = endOfKeyPart(key, at, part.kind);
	}
	return rows + key.slice(at);
}

/** Returns the key prefix of a table's rows. */
export function rowPrefixOf(table: Table): Key {
	return layoutOf(table).rowPrefix;
}

/** Returns a row key without the table's prefix. */
function rowTuple(table: Table, key: Key): ByteString {
	return key.slice(layoutOf(table).rowPrefix.length);
}

function tupleOfRow(parts: readonly KeyPart[], row: Row, evaluation: Evaluation | null): ByteString {
	let tuple = "";
	for (const part of parts) {
		tuple += encodePart(part, row[part.slot] as Value, evaluation);
	}
	return tuple;
}

function encodePart(part: KeyPart, value: Value, evaluation: Evaluation | null): ByteString {
	const { type } = part.column;
	const stored = evaluation !== null && type.name === "timestamp" ? storedTime(value, type.scale, evaluation) : value;
	return part.encode(stored);
}

function layoutOf(table: Table): TableLayout {
	let layout = layouts.get(table);
	if (layout === undefined) {
		const prefix = rowPrefix(table.id);
		const primary = table.primaryKey && { prefix, parts: table.primaryKey.parts.map(keyPart) };
		layout = { rowPrefix: prefix, primary, byIndex: new Map() };
		layouts.set(table, layout);
	}
	return layout;
}

/** Returns the key layout of an index; for the primary key that of rows. */
export function indexLayout(table: Table, index: Index): IndexLayout {
	const layout = layoutOf(table);
	if (index.primary) {
		return layout.primary as IndexLayout;
	}
	let found = layout.byIndex.get(index.id);
	if (found === undefined) {
		found = { prefix: prefixOfIndex(table.id, index.id), parts: index.parts.map(keyPart) };
		layout.byIndex.set(index.id, found);
	}
	return found;
}

function keyPart(part: IndexPart): KeyPart {
	const { column, length } = part;
	const kind = keyKindOf(column.type);
	return {
		slot: column.offset,
		column,
		kind,
		encode: kind === "bytes" ? textEncoder(column, length) : keyPartEncoder(kind),
	};
}

function textEncoder(column: Column, length: number | undefined): EncodeKeyPart {
	const { charset, collation } = column.type;
	const encode = keyPartEncoder("bytes");
	const weights = collationNamed(collation)?.sortKey ?? ((bytes: ByteString) => bytes);
	return (value) => {
		if (value === null) {
			return encode(null);
		}
		const text = length === undefined ? (value as ByteString) : cutCharacters(value as ByteString, charset, length);
		return encode(weights(text));
	};
}
