/**
 * Foreign-key enforcement on writes: parent checks (1452), RESTRICT (1451), CASCADE and SET NULL. An account without a
 * privilege on the other table gets errors that do not tell of it (1216, 1217, 1762).
 *
 * A writer that refers to a parent row relies on it and writes one of its table's guard keys; a writer that removes
 * the parent relies on the guard. So of two transactions that refer to a row and remove it, the later commit is
 * refused, while any number may refer to one row at once.
 */
import type { Column, Index, Table } from "../../catalog/table.ts";
import { type SqlError, sqlError } from "../../errors/catalogue.ts";
import { TableDefinition } from "../../rules/table-definition.ts";
import { randomName } from "../../async/random-bytes.ts";
import { guardKey, guardSlots, rangeOf } from "../../store/encoding/keys.ts";
import type { MaybePromise } from "../../async/maybe-promise.ts";
import type { Key } from "../../store/contract.ts";
import { encodeText, type Row, type Value } from "../../types/value/value.ts";
import { after } from "../../async/maybe-promise.ts";
import { duplicateWords } from "./duplicate-entry.ts";
import type { Execution } from "../execution.ts";
import { sequentially } from "../../async/sequential.ts";
import { indexPrefix, rowKeyOfEntry, tableRange } from "../rows/index-entry.ts";
import { type Reference, referenceText, referencesOf, referencesTo } from "./reference.ts";
import type { RowWriter } from "./row-writer.ts";

const blind = { blind: true } as const;
const run = randomName();
let traces = 0;

/** Undefined where no foreign key applies. */
export function foreignKeyGuard(
	table: Table,
	execution: Execution,
	writerOf: (table: Table) => RowWriter,
): ForeignKeyGuard | undefined {
	const { schema } = execution;
	const own = referencesOf(table, schema);
	const others = referencesTo(table, schema);
	if ((own.length === 0 && others.length === 0) || !checksForeignKeys(execution)) {
		return undefined;
	}
	return new ForeignKeyGuard(table, own, others, execution, writerOf);
}

/** The variable `foreign_key_checks`, where the rules enforce foreign keys at all. */
export function checksForeignKeys({ session, book }: Execution): boolean {
	const isOn = Number(session.systemVariable("foreign_key_checks", "session")?.value ?? 1) !== 0;
	return isOn && book.ask(TableDefinition).enforcesForeignKeys();
}

export class ForeignKeyGuard {
	readonly #table: Table;
	readonly #own: readonly Reference[];
	readonly #others: readonly Reference[];
	readonly #execution: Execution;
	readonly #writerOf: (table: Table) => RowWriter;
	readonly #writers = new Map<Table, RowWriter>();

	constructor(
		table: Table,
		own: readonly Reference[],
		others: readonly Reference[],
		execution: Execution,
		writerOf: (table: Table) => RowWriter,
	) {
		this.#table = table;
		this.#own = own;
		this.#others = others;
		this.#execution = execution;
		this.#writerOf = writerOf;
	}

	/** Other tables refer to this one, and their rows may have to follow. */
	get hasReferences(): boolean {
		return this.#others.length > 0;
	}

	/** Throws 1452 unless every parent of `row` is there. `before`: the old row, whose references are valid. */
	checkParents(row: Row, before?: Row): MaybePromise<void> {
		return sequentially(this.#own, (reference) => {
			const values = reference.childColumns.map(({ offset }) => row[offset] as Value);
			if (
				values.includes(null) ||
				(before !== undefined && reference.childColumns.every(({ offset }, at) => before[offset] === values[at]))
			) {
				return;
			}
			if (
				reference.parent === this.#table &&
				reference.parentColumns.every(({ offset }, at) => row[offset] === values[at])
			) {
				return;
			}
			return this.#checkParent(reference, values);
		});
	}

	#checkParent(reference: Reference, values: readonly Value[]): MaybePromise<void> {
		const { parent, parentIndex: index } = reference;
		if (parent === undefined || index === undefined) {
			throw this.#noParent(reference);
		}
		const { transaction } = this.#execution;
		return after(this.#find(parent, index, reference.parentColumns, values, 1), ([key]) => {
			if (key === undefined) {
				throw this.#noParent(reference);
			}
			const claimed = transaction.claim(key, "shared");
			if (claimed instanceof Promise) {
				// The parent may have been removed during the wait.
				return claimed.then(() => this.#checkParent(reference, values));
			}
			traces++;
			const guard = guardOf(parent, key);
			return after(
				after(transaction.claim(guard, "shared"), () => transaction.rely(key)),
				() => transaction.put(guard, Buffer.from(`${run} ${traces}`), blind),
			);
		});
	}

	/** Names the parent only to accounts that may know of it; one that is not there is no secret. */
	#noParent(reference: Reference): SqlError {
		return reference.parent === undefined || this.#execution.mayKnow(reference.parent)
			? sqlError("noReferencedRow", referenceText(reference))
			: sqlError("childRow");
	}

	/** Before a row is removed (`row` undefined) or changed: throws 1451 where children forbid it. */
	restrict(before: Row, key: Key, row?: Row): MaybePromise<void> {
		return sequentially(this.#left(before, row), (reference) =>
			after(this.#relyOnGuard(guardOf(this.#table, key)), () => {
				if (this.#isFollowed(reference, row)) {
					return;
				}
				// A row that refers to itself restricts itself, too, as in InnoDB.
				return after(this.#children(reference, before), (children) => {
					if (children.length > 0) {
						throw this.#execution.mayKnow(reference.child)
							? sqlError("rowIsReferenced", referenceText(reference))
							: sqlError("parentRow");
					}
				});
			}),
		);
	}

	#relyOnGuard(guard: Key): MaybePromise<void> {
		const { transaction } = this.#execution;
		return after(transaction.claim(guard, "exclusive"), () => transaction.rely(guard));
	}

	/** After a row was removed or changed: cascades to its children. */
	follow(before: Row, row?: Row): MaybePromise<void> {
		return sequentially(
			this.#left(before, row).filter((reference) => this.#isFollowed(reference, row)),
			(reference) =>
				after(this.#children(reference, before), (children) =>
					sequentially(children, (child) => this.#followOne(reference, child, row)),
				),
		);
	}

	#followOne(reference: Reference, key: Key, row: Row | undefined): MaybePromise<void> {
		const writer = this.#writer(reference.child);
		const action = row === undefined ? reference.key.onDelete : reference.key.onUpdate;
		return after(writer.read(key), (child) => {
			if (child === undefined) {
				return;
			}
			if (row === undefined && action === "cascade") {
				return writer.remove(child, key);
			}
			const changed = [...child];
			reference.childColumns.forEach(({ offset }, at) => {
				changed[offset] =
					row === undefined || action === "set null" ? null : (row[reference.parentColumns[at]?.offset ?? 0] as Value);
			});
			return after(writer.update(child, key, changed), (duplicate) => {
				if (duplicate !== undefined) {
					throw this.#duplicateInChild(reference, row, duplicate.index);
				}
			});
		});
	}

	/** Tells of the changed row; of the child and its key unless it is hidden, and not of a hidden table's row either. */
	#duplicateInChild({ child, parentIndex }: Reference, row: Row | undefined, { name }: Index): SqlError {
		if (!this.#execution.mayKnow(this.#table)) {
			return sqlError("parentRow");
		}
		const words = parentIndex && row ? duplicateWords(parentIndex, row, this.#execution)[0] : "";
		const parent = encodeText(this.#table.name);
		return this.#execution.mayKnow(child)
			? sqlError("duplicateInNamedChild", parent, words, encodeText(child.name), encodeText(name))
			: sqlError("duplicateInChild", parent, words);
	}

	/** A cascaded change into the changed table itself could loop: it is refused as RESTRICT is. */
	#isFollowed(reference: Reference, row: Row | undefined): boolean {
		return follows(reference, row) && (row === undefined || reference.child.id !== this.#table.id);
	}

	/** The references to this table that a row no longer satisfies. */
	#left(before: Row, row: Row | undefined): readonly Reference[] {
		return this.#others.filter(
			({ parentColumns }) =>
				parentColumns.every(({ offset }) => before[offset] !== null) &&
				(row === undefined || parentColumns.some(({ offset }) => before[offset] !== row[offset])),
		);
	}

	#children({ child, childIndex, childColumns, parentColumns }: Reference, before: Row): MaybePromise<readonly Key[]> {
		return childIndex === undefined
			? []
			: this.#find(
					child,
					childIndex,
					childColumns,
					parentColumns.map(({ offset }) => before[offset] as Value),
				);
	}

	/** The keys of rows found by an index. */
	#find(
		table: Table,
		index: Index,
		columns: readonly Column[],
		values: readonly Value[],
		limit?: number,
	): MaybePromise<readonly Key[]> {
		const prefix = indexPrefix(table, index, values.slice(0, index.parts.length), null);
		const tail = rowTail(table, index, columns, values);
		const range = rangeOf(index.unique ? prefix : prefix + tail);
		const rows = tableRange(table).from;
		const scan = this.#execution.transaction.scan(limit === undefined ? range : { ...range, limit });
		const keys: Key[] = [];
		const take = (): MaybePromise<readonly Key[]> =>
			after(scan.next(), (entries) => {
				if (entries === null) {
					return keys;
				}
				const found = entries.map(({ key, value }) => (index.primary ? key : rowKeyOfEntry(table, index, key, value)));
				keys.push(...(index.unique && tail !== "" ? found.filter((key) => key.startsWith(tail, rows.length)) : found));
				if (limit !== undefined && keys.length >= limit) {
					scan.close();
					return keys;
				}
				return take();
			});
		return take();
	}

	#writer(table: Table): RowWriter {
		let writer = this.#writers.get(table);
		if (writer === undefined) {
			writer = this.#writerOf(table);
			this.#writers.set(table, writer);
		}
		return writer;
	}
}

/**
 * The beginning of row keys, behind their table's prefix, where some values are of primary key parts that an index
 * hides.
 */
function rowTail(table: Table, index: Index, columns: readonly Column[], values: readonly Value[]): Key {
	const primary = table.indexes.find((each) => each.primary);
	if (primary === undefined || columns.length <= index.parts.length) {
		return "";
	}
	const places = primary.parts.map(({ column }) => columns.indexOf(column));
	const known = places.includes(-1) ? places.slice(0, places.indexOf(-1)) : places;
	return indexPrefix(
		table,
		primary,
		known.map((place) => values[place] as Value),
		null,
	).slice(tableRange(table).from.length);
}

function follows({ key }: Reference, row: Row | undefined): boolean {
	const action = row === undefined ? key.onDelete : key.onUpdate;
	return action === "cascade" || action === "set null";
}

function guardOf(table: Table, key: Key): Key {
	let hash = 0;
	for (let at = 0; at < key.length; at++) {
		hash = (hash * 31 + key.charCodeAt(at)) >>> 0;
	}
	return guardKey(table.id, hash % guardSlots);
}
