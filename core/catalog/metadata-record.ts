/**
 * JSON records of the HTTP interface for databases and tables, with the members that the release has, in print order.
 */
import { convertText } from "../types/text/charset.ts";
import { decodeText, type Integer } from "../types/value/value.ts";
import { defaultText, valueText } from "./default-text.ts";
import { fold } from "./identifier.ts";
import { columnFlags, fieldLength, fieldScale, typeCodes } from "./metadata-type.ts";
import type { ForeignKeyRecord } from "./record.ts";
import type { Column, Database, Index, Table } from "./table.ts";

/** Answers of the metadata-record question: names in print order. */
interface RecordMembers {
	readonly table: readonly string[];
	readonly column: readonly string[];
	/** The value to print of a table's and a column's member; absent: the kernel's. */
	tableValue?(name: string, value: unknown): unknown;
	columnValue?(name: string, value: unknown, column: Column): unknown;
	/** The form of an empty index list. */
	noIndexes(copied: boolean): "list" | "null";
}

type Member<T> = (of: T) => unknown;

/** The state of every object: none is being added or dropped. */
const publicState = 5;
const btree = 1;
const hash = 2;
const referentialActions = ["", "restrict", "cascade", "set null", "no action"];

export function databaseMetadata(database: Database): object {
	return {
		id: database.id,
		db_name: nameMetadata(database.name),
		charset: database.charset,
		collate: database.collation,
		state: publicState,
	};
}

/** `autoIncrement`: the next id, where ids were taken. */
export function tableMetadata(table: Table, members: RecordMembers, autoIncrement: Integer): object {
	return pick(members.table, { table, members, autoIncrement }, tableMembers, (name, value) =>
		members.tableValue === undefined ? value : members.tableValue(name, value),
	);
}

interface TableFacts {
	readonly table: Table;
	readonly members: RecordMembers;
	readonly autoIncrement: Integer;
}

const partition = () => null;

const tableMembers: Readonly<Record<string, Member<TableFacts>>> = {
	id: ({ table }) => table.id,
	name: ({ table }) => nameMetadata(table.name),
	charset: ({ table }) => table.stated.charset,
	collate: ({ table }) => table.stated.collation,
	cols: ({ table, members }) =>
		table.columns.map((column) =>
			pick(members.column, { column, table }, columnMembers, (name, value) =>
				members.columnValue === undefined ? value : members.columnValue(name, value, column),
			),
		),
	index_info: ({ table, members }) => indexList(table, members),
	fk_info: ({ table }) => nullIfEmpty(table.record.foreignKeys.map((key) => foreignKeyMetadata(key, table))),
	state: () => publicState,
	pk_is_handle: ({ table }) => table.primaryKey !== undefined && isHandle(table.primaryKey),
	comment: ({ table }) => table.record.comment,
	auto_inc_id: ({ autoIncrement }) => autoIncrement,
	max_col_id: ({ table }) => table.record.maximumColumnId,
	max_idx_id: ({ table }) => table.record.maximumIndexId,
	update_timestamp: ({ table }) => Math.floor(table.record.updatedMicroseconds / 1000),
	ShardRowIDBits: ({ table }) => table.record.shardRowIdBits,
	Partition: partition,
	partition,
	compression: () => "",
	version: ({ table }) => table.record.objectVersion,
};

interface ColumnFacts {
	readonly column: Column;
	readonly table: Table;
}

const columnMembers: Readonly<Record<string, Member<ColumnFacts>>> = {
	id: ({ column }) => column.id,
	name: ({ column }) => nameMetadata(column.name),
	offset: ({ column }) => column.offset,
	origin_default: ({ column }) => textOrNull(valueText(column.originDefault, column.type)),
	default: ({ column }) => (column.type.name === "bit" ? null : textOrNull(defaultText(column))),
	default_bit: ({ column }) => bitDefault(column),
	generated_expr_string: ({ column }) => column.record.generated?.text ?? "",
	generated_stored: ({ column }) => column.record.generated?.stored ?? false,
	dependences: () => null,
	type: ({ column, table }) => typeMetadata(column, table),
	state: () => publicState,
	comment: ({ column }) => column.comment,
	version: ({ column }) => column.record.objectVersion,
};

function pick<T>(
	names: readonly string[],
	of: T,
	members: Readonly<Record<string, Member<T>>>,
	valueOf: (name: string, value: unknown) => unknown,
): object {
	return Object.fromEntries(names.map((name) => [name, valueOf(name, members[name]?.(of) ?? null)]));
}

function indexList(table: Table, members: RecordMembers): readonly object[] | null {
	const list = table.indexes.filter((index) => !isHandle(index)).map(indexMetadata);
	return list.length > 0 || members.noIndexes(table.record.copied === true) === "list" ? list : null;
}

function nullIfEmpty<T>(list: readonly T[]): readonly T[] | null {
	return list.length === 0 ? null : list;
}

function nameMetadata(name: string): object {
	return { O: name, L: fold(name) };
}

function textOrNull(text: string | null): string | null {
	return text === null ? null : decodeText(text);
}

/** A primary key of one integer is the row's own key, and no index in these records. */
function isHandle(index: Index): boolean {
	return index.primary && index.id === 0;
}

function typeMetadata(column: Column, table: Table): object {
	const { type } = column;
	return {
		Tp: typeCodes[type.name],
		Flag: columnFlags(column, table),
		Flen: column.record.type.declaredLength ?? fieldLength(type),
		Decimal: fieldScale(type),
		Charset: column.charset,
		Collate: column.collation,
		Elems:
			type.elements.length === 0
				? null
				: type.elements.map((element) => decodeText(convertText(element, type.charset, "utf8mb4"))),
	};
}

/** Base 64, as JSON encoders print byte slices. */
function bitDefault(column: Column): string | null {
	if (column.type.name !== "bit" || column.default.kind !== "constant" || column.default.value === null) {
		return null;
	}
	const digits = BigInt(column.default.value).toString(16);
	const bytes = Math.ceil(column.type.length / 8);
	return Buffer.from(digits.padStart(bytes * 2, "0"), "hex").toString("base64");
}

function indexMetadata(index: Index): object {
	return {
		id: index.id,
		idx_name: nameMetadata(index.name),
		tbl_name: nameMetadata(""),
		idx_cols: index.parts.map(({ column, length }) => ({
			name: nameMetadata(column.name),
			offset: column.offset,
			length: length ?? -1,
		})),
		is_unique: index.unique,
		is_primary: index.primary,
		state: publicState,
		comment: index.record.comment,
		index_type: index.record.using === "hash" ? hash : btree,
	};
}

function foreignKeyMetadata(key: ForeignKeyRecord, table: Table): object {
	const names = key.columnIds.map((id) => table.columns.find((column) => column.id === id)?.name ?? "");
	return {
		id: key.id,
		fk_name: nameMetadata(key.name),
		ref_table: nameMetadata(key.referencedTable),
		ref_cols: key.referencedColumns.map(nameMetadata),
		cols: names.map(nameMetadata),
		on_delete: Math.max(0, referentialActions.indexOf(key.onDelete ?? "")),
		on_update: Math.max(0, referentialActions.indexOf(key.onUpdate ?? "")),
		state: publicState,
	};
}
