/**
 * InnoDB's need for a change of a table in place: nothing, a lock, or a copy instead; with its reason.
 *
 * The checks come in InnoDB's order, which decides about the reason where there are several.
 */
import type { IndexRecord } from "../../../catalog/record.ts";
import type { Column, Index, Table } from "../../../catalog/table.ts";
import type { AlterChange } from "../../../sql/tree/table.ts";
import type { Execution } from "../../execution.ts";
import { checksForeignKeys } from "../../write/foreign-key-guard.ts";
import { changesInPlace } from "../in-place-type.ts";

export interface InPlaceNeed {
	readonly needs: "nothing" | "lock" | "copy";
	readonly reason?: string;
}

const copy = (reason?: string): InPlaceNeed => (reason === undefined ? { needs: "copy" } : { needs: "copy", reason });
const lock = (reason: string): InPlaceNeed => ({ needs: "lock", reason });

const virtualReason = "INPLACE ADD or DROP of virtual columns cannot be combined with other ALTER TABLE actions";
const fulltextLimit = "InnoDB presently supports one FULLTEXT index creation at a time";
const fulltextReason = "Fulltext index creation requires a lock";
const spatialReason = "Do not support online operation on table with GIS index";

export function inPlaceNeed(
	changes: readonly AlterChange[],
	former: Table,
	table: Table,
	execution: Execution,
): InPlaceNeed {
	const difference = new Difference(changes, former, table);
	return (
		typeNeed(difference) ??
		referenceNeed(difference, execution) ??
		nullNeed(difference, execution) ??
		virtualNeed(difference) ??
		columnNeed(difference) ??
		indexNeed(difference) ?? { needs: "nothing" }
	);
}

/** The changes of the statement, as far as they matter here. */
class Difference {
	readonly former: Table;
	readonly table: Table;
	readonly added: readonly Column[];
	readonly dropped: readonly Column[];
	readonly kept: readonly { readonly from: Column; readonly to: Column }[];
	readonly addedIndexes: readonly IndexRecord[];
	readonly droppedIndexes: readonly IndexRecord[];
	readonly #changes: readonly AlterChange[];

	constructor(changes: readonly AlterChange[], former: Table, table: Table) {
		this.former = former;
		this.table = table;
		this.#changes = changes;
		const pairs = table.columns.map((to) => ({ from: former.columns.find(({ id }) => id === to.id), to }));
		this.kept = pairs.flatMap(({ from, to }) => (from === undefined ? [] : [{ from, to }]));
		this.added = pairs.flatMap(({ from, to }) => (from === undefined ? [to] : []));
		this.dropped = former.columns.filter(({ id }) => !table.columns.some((column) => column.id === id));
		this.addedIndexes = missingIn(former.record.indexes, table.record.indexes);
		this.droppedIndexes = missingIn(table.record.indexes, former.record.indexes);
	}

	get losesNull(): boolean {
		return this.kept.some(({ from, to }) => from.nullable && !to.nullable);
	}

	get gainsNull(): boolean {
		return this.kept.some(({ from, to }) => !from.nullable && to.nullable);
	}

	/** Of the columns that rows store. */
	get movesStored(): boolean {
		const places = ({ columns }: Table): ReadonlyMap<number, number> =>
			new Map(columns.filter((column) => !isVirtual(column)).map(({ id }, place) => [id, place]));
		const [before, now] = [places(this.former), places(this.table)];
		return this.kept.some(({ from }) => before.get(from.id) !== now.get(from.id));
	}

	get movesVirtual(): boolean {
		return this.kept.some(({ from, to }) => isVirtual(from) && from.offset !== to.offset);
	}

	get #options(): readonly string[] {
		return this.#changes.flatMap((each) =>
			each.change === "option"
				? [each.option.option === "other" ? each.option.name.toLowerCase() : each.option.option]
				: [],
		);
	}

	/** Whether InnoDB writes all rows anew, apart from added and dropped virtual columns. */
	get rebuilds(): boolean {
		return (
			this.changesKey ||
			this.losesNull ||
			this.gainsNull ||
			this.movesStored ||
			[...this.added, ...this.dropped].some((column) => !isVirtual(column)) ||
			this.#changes.some(({ change }) => change === "force") ||
			this.#options.some((name) => /^(engine|row_format|key_block_size)$/.test(name))
		);
	}

	/** Whether rows get another key: a new primary key, or none any more. */
	get changesKey(): boolean {
		return this.addsKey || this.dropsKey;
	}

	get dropsKey(): boolean {
		const key = rowKey(this.former);
		return key !== undefined && this.droppedIndexes.some((each) => each === key.record);
	}

	get addsKey(): boolean {
		const others = this.former.indexes.filter(
			(index) => isKey(index) && !this.droppedIndexes.some((dropped) => dropped === index.record),
		);
		return this.table.indexes.some(
			(index) =>
				this.addedIndexes.some((added) => added === index.record) &&
				(index.primary || (isKey(index) && others.length === 0)),
		);
	}

	/** Whether there are changes that cannot be combined with added and dropped virtual columns. */
	get hasMore(): boolean {
		const isUnique = ({ type }: IndexRecord): boolean => type === "unique";
		return (
			this.rebuilds ||
			this.#options.length > 0 ||
			this.addedIndexes.some(isUnique) ||
			this.droppedIndexes.some(isUnique) ||
			this.kept.some(({ from, to }) => from.name.toLowerCase() !== to.name.toLowerCase()) ||
			this.#changes.some(({ change }) => /foreign-key$|^(set|drop)-default$|^rename-/.test(change))
		);
	}
}

/** The indexes of `of` without one of the same name, kind and columns in `there`. */
function missingIn(there: readonly IndexRecord[], of: readonly IndexRecord[]): readonly IndexRecord[] {
	const identity = ({ name, type, parts }: IndexRecord): string => JSON.stringify([name.toLowerCase(), type, parts]);
	const known = new Set(there.map(identity));
	const ids = new Set(there.map(({ id, parts }) => JSON.stringify([id, parts])));
	return of.filter(
		(index) =>
			!known.has(identity(index)) && !(index.type !== "primary" && ids.has(JSON.stringify([index.id, index.parts]))),
	);
}

function isVirtual({ record }: Column): boolean {
	return record.generated?.stored === false;
}

/** A unique key without NULL and prefixes: rows may be ordered by it. */
function isKey({ unique, primary, parts }: Index): boolean {
	return primary || (unique && parts.every(({ column, length }) => !column.nullable && length === undefined));
}

/** The key that orders the rows: the primary key, or the first that could be one. */
function rowKey(table: Table): Index | undefined {
	return table.primaryKey ?? table.indexes.find(isKey);
}

function hasIndex(table: Table, type: "fulltext" | "spatial"): boolean {
	return table.record.indexes.some((index) => index.type === type);
}

function typeNeed({ kept, added }: Difference): InPlaceNeed | undefined {
	const isChanged = ({ from, to }: Difference["kept"][number]): boolean =>
		from.autoIncrement !== to.autoIncrement || !changesInPlace(from.type, to.type);
	const changed = kept.filter(isChanged);
	if (changed.some(({ from }) => !isVirtual(from))) {
		return copy("Cannot change column type INPLACE");
	}
	const isComputedOtherwise = kept.some(
		({ from: { record: before }, to: { record: now } }) =>
			before.generated?.stored !== now.generated?.stored ||
			(now.generated?.stored === true && before.generated?.text !== now.generated.text),
	);
	return changed.length > 0 || isComputedOtherwise || added.some(({ record }) => record.generated?.stored === true)
		? copy()
		: undefined;
}

function referenceNeed({ former, table }: Difference, execution: Execution): InPlaceNeed | undefined {
	const isNew = table.record.foreignKeys.some(({ id }) => !former.record.foreignKeys.some((key) => key.id === id));
	return isNew && checksForeignKeys(execution) ? copy("Adding foreign keys needs foreign_key_checks=OFF") : undefined;
}

function nullNeed(difference: Difference, execution: Execution): InPlaceNeed | undefined {
	if (difference.losesNull && !execution.mode.strict) {
		return copy("cannot silently convert NULL values, as required in this SQL_MODE");
	}
	if (difference.dropsKey && !difference.addsKey) {
		return copy("Dropping a primary key is not allowed without also adding a new primary key");
	}
	if (difference.gainsNull && rowKey(difference.former) !== undefined && rowKey(difference.table) === undefined) {
		return copy("All parts of a PRIMARY KEY must be NOT NULL; if you need NULL in a key, use UNIQUE instead");
	}
	return undefined;
}

function virtualNeed(difference: Difference): InPlaceNeed | undefined {
	const { added, dropped, former, table, movesVirtual } = difference;
	if (!movesVirtual && ![...added, ...dropped].some(isVirtual)) {
		return undefined;
	}
	const isPartitioned = former.record.partitionText !== undefined || table.record.partitionText !== undefined;
	return difference.hasMore || isPartitioned ? copy(virtualReason) : undefined;
}

/** Indexes of columns that the statement adds: their values are not there yet. */
function columnNeed({ added, dropped, table }: Difference): InPlaceNeed | undefined {
	const indexed = added.filter(({ id }) =>
		table.record.indexes.some(({ parts }) => parts.some(({ columnId }) => columnId === id)),
	);
	if (indexed.some(isVirtual)) {
		return dropped.some(isVirtual) ? copy(virtualReason) : lock("ADD COLUMN col...VIRTUAL, ADD INDEX(col)");
	}
	return indexed.some(({ autoIncrement }) => autoIncrement)
		? lock("Adding an auto-increment column requires a lock")
		: undefined;
}

function indexNeed({ former, table, addedIndexes, rebuilds }: Difference): InPlaceNeed | undefined {
	if (rebuilds && (hasIndex(table, "fulltext") || hasIndex(table, "spatial"))) {
		if (hasIndex(former, "fulltext")) {
			return copy(fulltextLimit);
		}
		return lock(hasIndex(table, "spatial") ? spatialReason : fulltextReason);
	}
	const first = addedIndexes.find(({ type }) => type === "fulltext" || type === "spatial");
	return first && lock(first.type === "fulltext" ? fulltextReason : spatialReason);
}
