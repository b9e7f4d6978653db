/**
 * Foreign-key definition checks: which keys tables may have and lose.
 *
 * Errors 1022, 1215, 1217, 1553, 1701, 1826, 1829, 1830, 1832, 1833; 1452 for rows without a parent. With
 * `foreign_key_checks=0` most of it is skipped.
 */
import { fold } from "../../catalog/identifier.ts";
import type { ForeignKeyRecord } from "../../catalog/record.ts";
import type { Column, Table } from "../../catalog/table.ts";
import { sqlError } from "../../errors/catalogue.ts";
import type { MaybePromise } from "../../async/maybe-promise.ts";
import { familyOf } from "../../types/value/type.ts";
import { encodeText } from "../../types/value/value.ts";
import { visitRows } from "../rows/row-scan.ts";
import { TableDefinition } from "../../rules/table-definition.ts";
import type { Execution } from "../execution.ts";
import { checksForeignKeys, foreignKeyGuard } from "../write/foreign-key-guard.ts";
import { changesInPlace } from "./in-place-type.ts";
import { sequentially } from "../../async/sequential.ts";
import { indexOn, qualifiedReferenceText, type Reference, referencesOf, referencesTo } from "../write/reference.ts";
import { rowCodec } from "../rows/row-codec.ts";
import { tableWriter } from "../write/table-writer.ts";

/**
 * Throws 1215 for a foreign key that `former` did not have and that is impossible; 1022 and 1826 for one whose name
 * another table of the database uses.
 */
export function checkNewReferences(table: Table, execution: Execution, former?: Table): void {
	for (const reference of newReferences(table, execution, former)) {
		if (!isPossible(reference, execution)) {
			throw sqlError("foreignKeyCannotAdd");
		}
		if (isTaken(reference.key.name, [table.id, former?.id], table.database, execution)) {
			throw former === undefined
				? sqlError("duplicateKeyOnWrite", encodeText(table.name))
				: sqlError("duplicateForeignKey", encodeText(reference.key.name));
		}
	}
}

/**
 * Whether another table has such a foreign key. Generated names of tables that an older
 * version renamed may occur twice.
 */
function isTaken(name: string, own: readonly (number | undefined)[], database: string, { schema }: Execution): boolean {
	const tables = schema.databases.get(fold(database))?.tables.values() ?? [];
	return (
		!/_ibfk_\d+$/i.test(name) &&
		[...tables].some(
			({ id, record }) => !own.includes(id) && record.foreignKeys.some((key) => fold(key.name) === fold(name)),
		)
	);
}

function newReferences(table: Table, execution: Execution, former: Table | undefined): readonly Reference[] {
	const old = new Set(former?.record.foreignKeys.map(identity));
	const isNew = (key: ForeignKeyRecord): boolean => !old.has(identity(key));
	return table.record.foreignKeys.some(isNew)
		? referencesOf(table, execution.schema).filter(({ key }) => isNew(key))
		: [];
}

/** The names of the referenced table and columns may change. */
function identity({ id, name, columnIds }: ForeignKeyRecord): string {
	return `${id} ${name} ${columnIds.join()}`;
}

/**
 * Throws 1215 for a new table that foreign keys name which are older, where it lacks their columns, a key of them, or
 * their types. Whether foreign keys are checked makes no difference.
 */
export function checkAwaitedTable(table: Table, execution: Execution): void {
	const waiting = referencesTo(table, execution.schema);
	if (waiting.length === 0 || !execution.book.ask(TableDefinition).enforcesForeignKeys()) {
		return;
	}
	for (const { key, childColumns } of waiting) {
		const columns = key.referencedColumns.map((name) => table.columnsByName.get(fold(name)));
		const isFit = childColumns.every((column, at) => isAlike(column, columns[at]));
		if (!isFit || indexOn(table, columns) === undefined) {
			throw sqlError("foreignKeyCannotAdd");
		}
	}
}

function isPossible(reference: Reference, execution: Execution): boolean {
	const { key, child, parent, childColumns, parentColumns, parentIndex } = reference;
	const actions = [key.onDelete, key.onUpdate];
	if (child.record.temporary === true || actions.includes("set default")) {
		return false;
	}
	if (actions.includes("set null") && childColumns.some(({ nullable }) => !nullable)) {
		return false;
	}
	if (parent === undefined) {
		return !checksForeignKeys(execution);
	}
	return parentIndex !== undefined && childColumns.every((column, at) => isAlike(column, parentColumns[at]));
}

/** Text of one charset and collation, of any length; other types must be equal. */
function isAlike({ type }: Column, other: Column | undefined): boolean {
	if (other === undefined) {
		return false;
	}
	const family = familyOf(type);
	return family === "text" || family === "bytes"
		? familyOf(other.type) === family && other.type.collation === type.collation
		: other.type.name === type.name && other.type.unsigned === type.unsigned && other.type.scale === type.scale;
}

/** Throws 1452 where a row of a changed table has no parent by a new foreign key. */
export function holdReferences(table: Table, former: Table, execution: Execution): MaybePromise<void> {
	if (newReferences(table, execution, former).length === 0) {
		return;
	}
	const guard = foreignKeyGuard(table, execution, (other) => tableWriter(other, execution));
	const codec = rowCodec(table);
	return (
		guard &&
		visitRows(table, execution, (entries) =>
			sequentially(entries, ({ value }) => guard.checkParents(codec.decodeStored(value))),
		)
	);
}

export function hasNewReferences(table: Table, former: Table, execution: Execution): boolean {
	return newReferences(table, execution, former).length > 0;
}

/** Throws 1217 where tables of other databases refer to one of a dropped database. */
export function refuseDropOfParents(dropped: readonly Table[], execution: Execution): void {
	const gone = new Set(dropped.map(({ id }) => id));
	if (dropped.some((table) => isHeld(table, gone, execution))) {
		throw sqlError("parentRow");
	}
}

/** Returns which of the tables can be dropped one after the other: one stays to which a remaining table refers. */
export function droppable(tables: readonly Table[], execution: Execution): readonly Table[] {
	const gone = new Set<number>();
	return tables.filter((table) => {
		gone.add(table.id);
		const stays = isHeld(table, gone, execution);
		if (stays) {
			gone.delete(table.id);
		}
		return !stays;
	});
}

/** The rules are asked only where there is a foreign key. */
function isLinked(table: Table, { schema }: Execution): boolean {
	return table.record.foreignKeys.length > 0 || referencesTo(table, schema).length > 0;
}

function isHeld(table: Table, gone: ReadonlySet<number>, execution: Execution): boolean {
	return referencesTo(table, execution.schema).some(({ child }) => !gone.has(child.id)) && checksForeignKeys(execution);
}

/** Throws 1217 where a table whose new engine drops foreign keys has or is the target of one, checked or not. */
export function refuseLossOfKeys(table: Table, execution: Execution): void {
	if (isLinked(table, execution)) {
		throw sqlError("parentRow");
	}
}

/** Throws 1701 where others refer to a truncated table. */
export function refuseTruncateOfParent(table: Table, execution: Execution): void {
	const reference = referencesTo(table, execution.schema).find(({ child }) => child.id !== table.id);
	if (reference !== undefined && checksForeignKeys(execution)) {
		throw sqlError("truncateReferenced", qualifiedReferenceText(reference));
	}
}

/**
 * Throws 1832 or 1833 where ALTER changes the type of a column on either side of a foreign key: its values might no
 * longer equal those of the other side.
 */
export function refuseChangeOfLinked(table: Table, former: Table, execution: Execution): void {
	if (!isLinked(former, execution) || !checksForeignKeys(execution)) {
		return;
	}
	const isChanged = ({ id, type, autoIncrement }: Column): boolean => {
		const now = table.columns.find((column) => column.id === id);
		return now !== undefined && (now.autoIncrement !== autoIncrement || !changesInPlace(type, now.type));
	};
	for (const key of table.record.foreignKeys.filter(({ id }) =>
		former.record.foreignKeys.some((each) => each.id === id),
	)) {
		const changed = former.columns.find((column) => key.columnIds.includes(column.id) && isChanged(column));
		if (changed !== undefined) {
			throw sqlError("cantChangeLinkedColumn", encodeText(changed.name), encodeText(key.name));
		}
	}
	for (const { key, child, parentColumns } of referencesTo(former, execution.schema).filter(
		(reference) => reference.child.id !== former.id,
	)) {
		const changed = parentColumns.find(isChanged);
		if (changed !== undefined) {
			throw sqlError(
				"cantChangeReferencedColumn",
				encodeText(changed.name),
				encodeText(key.name),
				encodeText(`${child.database}.${child.name}`),
			);
		}
	}
}

/** Throws 1830 where a column becomes NOT NULL that a foreign key would set to NULL. */
export function refuseNotNullInForeignKey(table: Table, former: Table): void {
	for (const { id, name, columnIds, onDelete, onUpdate } of table.record.foreignKeys) {
		const isKept = former.record.foreignKeys.some((each) => each.id === id);
		if (isKept && [onDelete, onUpdate].includes("set null")) {
			const column = table.columns.find((each) => columnIds.includes(each.id) && !each.nullable);
			if (column !== undefined) {
				throw sqlError("foreignKeyColumnNotNull", encodeText(column.name), encodeText(name));
			}
		}
	}
}

/** Throws 1829 where ALTER removes a column that others refer to, and, with `foreign_key_checks`, 1553 for its index. */
export function refuseLossOfReferenced(table: Table, former: Table, execution: Execution): void {
	if (!isLinked(former, execution)) {
		return;
	}
	const needsIndexes = checksForeignKeys(execution);
	// A table that refers to itself may lose the key together with its target.
	const isKept = ({ key, child }: Reference): boolean =>
		child.id !== former.id || table.record.foreignKeys.some(({ name }) => name === key.name);
	for (const { key, child, parentColumns, parentIndex } of referencesTo(former, execution.schema).filter(isKept)) {
		const left = parentColumns.map(({ id }) => table.columns.find((column) => column.id === id));
		const lost = left.indexOf(undefined);
		if (lost >= 0 && child.id !== former.id) {
			throw sqlError(
				"cantDropReferencedColumn",
				encodeText(parentColumns[lost]?.name ?? ""),
				encodeText(key.name),
				encodeText(`${child.database}.${child.name}`),
			);
		}
		if (needsIndexes && lost < 0 && parentIndex !== undefined && indexOn(table, left) === undefined) {
			throw sqlError("indexNeededInForeignKey", encodeText(parentIndex.name));
		}
	}
}
