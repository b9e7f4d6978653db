/**
 * Resolved foreign keys of a schema: their columns, and the indexes on both sides.
 */
import { foreignKeyText } from "../../catalog/create-text.ts";
import { fold } from "../../catalog/identifier.ts";
import type { ForeignKeyRecord } from "../../catalog/record.ts";
import { tableNameKey } from "../../catalog/schema/referring-tables.ts";
import type { Column, Index, IndexPart, Schema, Table } from "../../catalog/table.ts";
import { encodeText, type ByteString } from "../../types/value/value.ts";

export interface Reference {
	readonly key: ForeignKeyRecord;
	readonly child: Table;
	readonly childColumns: readonly Column[];
	/** Undefined only in a damaged table. */
	readonly childIndex: Index | undefined;
	/** Undefined: missing, or without the columns of the key. */
	readonly parent: Table | undefined;
	readonly parentColumns: readonly Column[];
	readonly parentIndex: Index | undefined;
}

/** Resolved once a schema: asked by each statement that writes. */
interface Resolved {
	readonly own: Map<Table, readonly Reference[]>;
	/** By parent. */
	readonly others: Map<string, readonly Reference[]>;
}

const resolved = new WeakMap<Schema, Resolved>();

function resolvedIn(schema: Schema): Resolved {
	let found = resolved.get(schema);
	if (found === undefined) {
		found = { own: new Map(), others: new Map() };
		resolved.set(schema, found);
	}
	return found;
}

/** The references of a table's own foreign keys. */
export function referencesOf(child: Table, schema: Schema): readonly Reference[] {
	if (child.record.foreignKeys.length === 0) {
		return none;
	}
	const { own } = resolvedIn(schema);
	let references = own.get(child);
	if (references === undefined) {
		references = resolve(child, schema);
		own.set(child, references);
	}
	return references;
}

/** As in InnoDB, a temporary table is no parent, whatever table it hides. */
function resolve(child: Table, schema: Schema): readonly Reference[] {
	const { databases } = schema.shared ?? schema;
	return child.record.foreignKeys.map((key) => {
		const parent = isNamed(child, key)
			? child
			: databases.get(fold(key.referencedDatabase))?.tables.get(fold(key.referencedTable));
		const childColumns = known(key.columnIds.map((id) => child.columns.find((column) => column.id === id)));
		const parentColumns = known(key.referencedColumns.map((name) => parent?.columnsByName.get(fold(name))));
		const isWhole = parentColumns.length === key.referencedColumns.length;
		return {
			key,
			child,
			childColumns,
			childIndex: indexOn(child, childColumns),
			parent,
			parentColumns,
			parentIndex: parent === undefined || !isWhole ? undefined : indexOn(parent, parentColumns),
		};
	});
}

function isNamed({ database, name }: Table, key: ForeignKeyRecord): boolean {
	return fold(database) === fold(key.referencedDatabase) && fold(name) === fold(key.referencedTable);
}

function known(columns: readonly (Column | undefined)[]): readonly Column[] {
	return columns.filter((column) => column !== undefined);
}

/** An index that begins with the columns; as in InnoDB the primary key's parts follow its own. */
export function indexOn(table: Table, columns: readonly (Column | undefined)[]): Index | undefined {
	return table.indexes.find((index) => {
		const parts = columns.length > index.parts.length ? [...index.parts, ...hiddenParts(table, index)] : index.parts;
		return columns.every((column, at) => parts[at]?.column === column && parts[at]?.length === undefined);
	});
}

/** Parts of the primary key that an index does not name. */
function hiddenParts({ indexes }: Table, index: Index): readonly IndexPart[] {
	const primary = index.primary ? undefined : indexes.find((each) => each.primary);
	return (
		primary?.parts.filter(
			({ column }) => !index.parts.some((part) => part.column === column && part.length === undefined),
		) ?? []
	);
}

/** The references to a table, its own included; none to a temporary table, whatever table it hides. */
export function referencesTo(parent: Table, schema: Schema): readonly Reference[] {
	if (parent.record.temporary === true || schema.references.size === 0) {
		return none;
	}
	const name = tableNameKey(parent.database, parent.name);
	const referring = schema.references.get(name);
	if (referring === undefined) {
		return none;
	}
	const { others } = resolvedIn(schema);
	let references = others.get(name);
	if (references === undefined) {
		references = referring
			.tables()
			.flatMap((child) => referencesOf(child, schema))
			.filter(({ key }) => tableNameKey(key.referencedDatabase, key.referencedTable) === name);
		others.set(name, references);
	}
	return references;
}

const none: readonly Reference[] = [];

/** A reference as messages show it. */
export function referenceText({ key, child }: Reference): ByteString {
	return `${quote(child.database)}.${quote(child.name)}, ${foreignKeyText(key, child)}`;
}

/** The same for TRUNCATE: both tables with their databases, and no actions. */
export function qualifiedReferenceText({ key, child, childColumns }: Reference): ByteString {
	const list = (names: readonly string[]): ByteString => names.map(quote).join(", ");
	const from =
		`${quote(child.database)}.${quote(child.name)}, CONSTRAINT ${quote(key.name)} FOREIGN KEY (` +
		`${list(childColumns.map(({ name }) => name))})`;
	return (
		`${from} REFERENCES ${quote(key.referencedDatabase)}.${quote(key.referencedTable)} (` +
		`${list(key.referencedColumns)})`
	);
}

function quote(name: string): ByteString {
	return `\`${encodeText(name).replaceAll("`", "``")}\``;
}
