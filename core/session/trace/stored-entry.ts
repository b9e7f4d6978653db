/**
 * Decodes stored entries for readers: a key as table, index and key values, a value as named columns.
 *
 * Text in a key is its collation's sort key, from which the text cannot be restored; it is shown as text where it is
 * printable, in hexadecimal otherwise. TIMESTAMP is shown as stored, in UTC.
 */
import type { Index, Schema, Table } from "../../catalog/table.ts";
import { indexLayout, rowKeyOfEntry, rowPrefixOf } from "../../exec/rows/index-entry.ts";
import { rowCodec } from "../../exec/rows/row-codec.ts";
import { decodeCount } from "../../store/page/count.ts";
import { keyPartDecoder } from "../../store/encoding/key-part.ts";
import { afterPrefix, placeOfKey } from "../../store/encoding/keys.ts";
import { readLatin1 } from "../../store/encoding/latin1.ts";
import type { Key, Range } from "../../store/contract.ts";
import { printText } from "../../types/print/print.ts";
import { firstInvalidByte } from "../../types/text/utf8.ts";
import { familyOf, isCharacterType, type SqlType } from "../../types/value/type.ts";
import { type ByteString, decodeText, type Value } from "../../types/value/value.ts";
import { nameKey } from "./named-key.ts";

/** Ends the sort keys of collations that pad with spaces (`types/text/pad.ts`); not shown. */
const endOfText = "\x1f";

/** A column or a part of a key, and its value as text. */
export interface NamedValue {
	readonly name: string;
	readonly value: string;
}

export interface StoredEntry {
	/** `row`, `index entry`, or the name of a key space: `schema version`. */
	readonly kind: string;
	/** `database.table`, where the schema has the entry's table. */
	readonly table?: string;
	/** `PRIMARY` for a row with a primary key. */
	readonly index?: string;
	/** Of a row or an index entry: the values of the primary key's or the index's parts. */
	readonly key: readonly NamedValue[];
	/** The key's bytes in hexadecimal. */
	readonly bytes: string;
	/** Of an index entry: the primary key of the row that it refers to. */
	readonly row?: readonly NamedValue[];
	/** Of a row: all columns. */
	readonly columns?: readonly NamedValue[];
	/** Of other entries: the value as text; undefined: no value. */
	readonly value?: string;
}

/** Tables by id: of the schemas before and after a statement, the later ones first. */
export function tablesById(schemas: readonly Schema[]): (id: number) => Table | undefined {
	const known = new Map<number, Table>();
	return (id) => {
		for (const { databases } of known.has(id) ? [] : schemas) {
			for (const { tables } of databases.values()) {
				for (const table of tables.values()) {
					if (table.id === id) {
						known.set(id, known.get(id) ?? table);
					}
				}
			}
		}
		return known.get(id);
	};
}

/** Returns an entry as names and texts. `value`: undefined where only the key is known or the value is empty. */
export function decodeEntry(
	key: Key,
	value: Uint8Array | undefined,
	tableOf: (id: number) => Table | undefined,
): StoredEntry {
	const bytes = hexadecimal(key);
	const place = placeOfKey(key);
	if (place === undefined) {
		const { space, parts, tableId, isCount } = nameKey(key);
		const table = tableId === undefined ? undefined : tableOf(tableId);
		return {
			kind: space,
			...(table === undefined ? {} : { table: nameOf(table) }),
			key: table === undefined ? parts : [],
			bytes,
			...(value === undefined ? {} : { value: isCount ? String(decodeCount(value)) : plainText(value) }),
		};
	}
	const table = tableOf(place.tableId);
	const index = table?.indexes.find(({ id, primary }) =>
		place.indexId === 0 ? primary : id === place.indexId && !primary,
	);
	if (table === undefined || (index === undefined && place.indexId > 0)) {
		return { kind: `entry of table ${place.tableId}, index ${place.indexId}`, key: [], bytes };
	}
	return place.indexId === 0
		? rowEntry(table, key, value, bytes)
		: indexEntry(table, index as Index, key, value, bytes);
}

/** A scanned range. */
export interface StoredRange {
	/** The lower bound, inclusive. */
	readonly from: StoredEntry;
	/** The upper bound, exclusive; undefined: all keys with the prefix `from`, or a bound in another index. */
	readonly to?: StoredEntry;
	readonly isPrefix: boolean;
}

/** Returns the bounds of a scan as names and texts. */
export function decodeRange({ from, to }: Range, tableOf: (id: number) => Table | undefined): StoredRange {
	const lower = decodeEntry(from, undefined, tableOf);
	const isPrefix = to === afterPrefix(from);
	const upper = isPrefix ? undefined : decodeEntry(to, undefined, tableOf);
	const isSame = upper !== undefined && upper.table === lower.table && upper.index === lower.index;
	return { from: lower, isPrefix, ...(isSame ? { to: upper } : {}) };
}

function rowEntry(table: Table, key: Key, value: Uint8Array | undefined, bytes: string): StoredEntry {
	const columns =
		value === undefined
			? undefined
			: rowCodec(table)
					.decodeStored(value)
					.map((cell, at) => {
						const column = table.columns[at];
						return { name: column?.name ?? "", value: column === undefined ? "" : cellText(cell, column.type) };
					});
	return {
		kind: "row",
		table: nameOf(table),
		...(table.primaryKey === undefined ? {} : { index: "PRIMARY" }),
		key: rowKeyParts(table, key),
		bytes,
		...(columns === undefined ? {} : { columns }),
	};
}

function indexEntry(table: Table, index: Index, key: Key, value: Uint8Array | undefined, bytes: string): StoredEntry {
	const { prefix } = indexLayout(table, index);
	const parts = keyParts(table, index, key, prefix.length);
	const isWhole = parts.length === index.parts.length && (value !== undefined || !index.unique);
	return {
		kind: "index entry",
		table: nameOf(table),
		index: index.name,
		key: parts,
		bytes,
		...(isWhole ? { row: rowKeyParts(table, rowKeyOfEntry(table, index, key, value ?? new Uint8Array(0))) } : {}),
	};
}

function rowKeyParts(table: Table, key: Key): readonly NamedValue[] {
	const from = rowPrefixOf(table).length;
	if (table.primaryKey !== undefined) {
		return keyParts(table, table.primaryKey, key, from);
	}
	return key.length <= from
		? []
		: [{ name: "hidden row id", value: String(keyPartDecoder("integer")({ key, at: from })) }];
}

/** Decodes as many parts as the key has: the bound of a range may have fewer. */
function keyParts(table: Table, index: Index, key: Key, from: number): readonly NamedValue[] {
	const cursor = { key, at: from };
	const found: NamedValue[] = [];
	for (const { column, kind } of indexLayout(table, index).parts) {
		if (cursor.at >= key.length) {
			break;
		}
		const part = keyPartDecoder(kind)(cursor);
		if (cursor.at > key.length) {
			break;
		}
		found.push({ name: column.name, value: kind === "bytes" ? sortKeyText(part) : cellText(part, column.type) });
	}
	return found;
}

function sortKeyText(part: Value): string {
	if (part === null) {
		return "NULL";
	}
	const bytes = part as ByteString;
	return `sort key ${quoted(bytes.endsWith(endOfText) ? bytes.slice(0, -1) : bytes)}`;
}

function cellText(cell: Value | undefined, type: SqlType): string {
	const printed = printText(cell ?? null, type);
	if (printed === null) {
		return "NULL";
	}
	const isText = isCharacterType(type) || ["bytes", "temporal", "json", "bit"].includes(familyOf(type));
	return isText ? quoted(printed) : printed;
}

/** Printable UTF-8 in quotes, other bytes in hexadecimal. */
function quoted(bytes: ByteString): string {
	const isPrintable = firstInvalidByte(bytes) < 0 && !/[\0-\x1f\x7f]/.test(bytes);
	return isPrintable ? `'${decodeText(bytes)}'` : `x'${hexadecimal(bytes)}'`;
}

function plainText(value: Uint8Array): string {
	const bytes = readLatin1(value, 0, value.length);
	return /^\d*$/.test(bytes) || bytes.startsWith("{") ? decodeText(bytes) : quoted(bytes);
}

function hexadecimal(bytes: ByteString): string {
	return Buffer.from(bytes, "latin1").toString("hex");
}

function nameOf({ database, name }: Table): string {
	return `${database}.${name}`;
}
