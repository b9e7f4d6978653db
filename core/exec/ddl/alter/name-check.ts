/**
 * Name checks of one ALTER TABLE, in MySQL's order, whatever the order of the text.
 *
 * | step                                                            | error |
 * |-----------------------------------------------------------------|-------|
 * | CHANGE and MODIFY of a virtual column to a stored one, or back   | 3106  |
 * | CHANGE and MODIFY of no column or a second time, AFTER no column | 1054  |
 * | a default for no column, or for one that is changed besides      | 1054  |
 * | no column is left                                                | 1090  |
 * | DROP of no column or key, or a second time, as they are written  | 1091  |
 * | RENAME of no key                                                 | 1176  |
 * | two columns of one name                                          | 1060  |
 */
import { fold } from "../../../catalog/identifier.ts";
import { primaryName } from "../../../catalog/index-definition.ts";
import type { ColumnRecord } from "../../../catalog/record.ts";
import type { Table } from "../../../catalog/table.ts";
import { sqlError } from "../../../errors/catalogue.ts";
import type { AlterChange, ColumnDefinition, ColumnPosition } from "../../../sql/tree/table.ts";
import { encodeText } from "../../../types/value/value.ts";

type Placed = Extract<AlterChange, { readonly change: "add-column" | "change-column" }>;

export function checkNames(table: Table, changes: readonly AlterChange[]): void {
	const dropped = changes.flatMap(droppedName);
	const defaults = [
		...namesOf(changes, "set-default", ({ column }) => column),
		...namesOf(changes, "drop-default", ({ column }) => column),
	];
	const renamed = new Map(
		changes.flatMap((each) => (each.change === "rename-column" ? [[fold(each.from), each.to] as const] : [])),
	);
	const placed = changes.filter(
		(each): each is Placed => each.change === "add-column" || each.change === "change-column",
	);
	const unmatched = new Set<Placed>(placed.filter(({ change }) => change === "change-column"));
	const names: Name[] = [];
	for (const { name, record } of table.columns) {
		if (remove(dropped, (one) => one.of === "column" && isCalled(one.name, name))) {
			continue;
		}
		const change = placed.find(
			(each) => unmatched.has(each) && each.change === "change-column" && fold(each.name) === fold(name),
		);
		if (change === undefined) {
			remove(defaults, (one) => isCalled(one, name));
			names.push({ name: renamed.get(fold(name)) ?? name });
		} else {
			unmatched.delete(change);
			refuseOtherStorage(record, change.column);
			names.push({ name: change.column.name, change });
		}
	}
	for (const change of placed) {
		if (unmatched.has(change)) {
			throw unknown(change.change === "change-column" ? change.name : "", table);
		}
		place(names, change, table);
	}
	if (defaults[0] !== undefined) {
		throw unknown(defaults[0], table);
	}
	if (names.length === 0) {
		throw sqlError("cantRemoveAllFields");
	}
	checkKeys(table, changes, dropped);
	refuseSameNames(names);
}

/** A change cannot make a virtual column stored, nor the reverse. */
function refuseOtherStorage({ generated: former }: ColumnRecord, { generated }: ColumnDefinition): void {
	if ((former?.stored === false) !== (generated?.stored === false)) {
		throw sqlError("generatedUnsupported", "Changing the STORED status");
	}
}

interface Dropped {
	readonly of: "column" | "key";
	readonly name: string;
}

function droppedName(change: AlterChange): readonly Dropped[] {
	switch (change.change) {
		case "drop-column":
			return [{ of: "column", name: change.name }];
		case "drop-index":
			return [{ of: "key", name: change.name }];
		case "drop-primary-key":
			return [{ of: "key", name: primaryName }];
		default:
			return [];
	}
}

/** `dropped`: without the existing columns. */
function checkKeys({ record, name: tableName }: Table, changes: readonly AlterChange[], dropped: Dropped[]): void {
	const renamed = namesOf(changes, "rename-index", ({ from }) => from);
	for (const { name, type } of record.indexes) {
		if (!remove(dropped, (one) => one.of === "key" && isCalled(one.name, name)) && type !== "primary") {
			remove(renamed, (one) => isCalled(one, name));
		}
	}
	if (dropped[0] !== undefined) {
		throw sqlError("cantDropFieldOrKey", encodeText(dropped[0].name));
	}
	if (renamed[0] !== undefined) {
		throw sqlError("keyDoesNotExist", encodeText(renamed[0]), encodeText(tableName));
	}
}

interface Name {
	readonly name: string;
	/** The change that made it from another column. */
	readonly change?: Placed;
}

function place(names: Name[], change: Placed, table: Table): void {
	const at = names.findIndex((name) => name.change === change);
	const { position } = change;
	if (at >= 0 && position === undefined) {
		return;
	}
	if (at >= 0) {
		names.splice(at, 1);
	}
	names.splice(placeOf(names, position, table), 0, { name: change.column.name, change });
}

function placeOf(names: readonly Name[], position: ColumnPosition | undefined, table: Table): number {
	if (position === undefined || "first" in position) {
		return position === undefined ? names.length : 0;
	}
	const before = names.findIndex(({ name }) => fold(name) === fold(position.after));
	if (before < 0) {
		throw unknown(position.after, table);
	}
	return before + 1;
}

function refuseSameNames(names: readonly Name[]): void {
	const seen = new Set<string>();
	for (const { name } of names) {
		if (seen.has(fold(name))) {
			throw sqlError("duplicateColumn", encodeText(name));
		}
		seen.add(fold(name));
	}
}

function namesOf<K extends AlterChange["change"]>(
	changes: readonly AlterChange[],
	kind: K,
	name: (change: Extract<AlterChange, { readonly change: K }>) => string,
): string[] {
	return changes.flatMap((each) =>
		each.change === kind ? [name(each as Extract<AlterChange, { readonly change: K }>)] : [],
	);
}

/** Removes the first match from the list; returns whether there was one. */
function remove<T>(list: T[], isWanted: (one: T) => boolean): boolean {
	const at = list.findIndex(isWanted);
	if (at >= 0) {
		list.splice(at, 1);
	}
	return at >= 0;
}

const isCalled = (one: string, name: string): boolean => fold(one) === fold(name);

const unknown = (name: string, table: Table): Error =>
	sqlError("unknownColumn", encodeText(name), encodeText(table.name));
