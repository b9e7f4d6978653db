/**
 * Map from a table's name to the tables whose foreign keys refer to it, kept up to date with every changed record.
 *
 * Why: a write of any table asks which others refer to it. Collected anew after each schema change that took half of
 * the CPU time of a migration beside 4,000 tables (2-core VM, 2026-11).
 */
import { fold } from "../identifier.ts";
import { LayeredMap } from "./layered-map.ts";
import type { LoadedTable } from "./loaded-table.ts";
import type { ReferringTables, Table } from "../table.ts";

export type ReferenceMap = LayeredMap<string, LoadedReferrers>;

class LoadedReferrers implements ReferringTables {
	readonly loaded: readonly LoadedTable[];

	constructor(loaded: readonly LoadedTable[]) {
		this.loaded = loaded;
	}

	tables(): readonly Table[] {
		return this.loaded.map(({ table }) => table);
	}
}

/** The key of a table's name, whatever its letter case. */
export function tableNameKey(database: string, table: string): string {
	return `${fold(database)}\0${fold(table)}`;
}

export function referenceMap(tables: Iterable<LoadedTable>): ReferenceMap {
	const byParent = new Map<string, LoadedTable[]>();
	for (const table of tables) {
		for (const parent of parentsOf(table)) {
			const others = byParent.get(parent);
			if (others === undefined) {
				byParent.set(parent, [table]);
			} else {
				others.push(table);
			}
		}
	}
	return LayeredMap.over(new Map([...byParent].map(([parent, loaded]) => [parent, new LoadedReferrers(loaded)])));
}

/** The map after a table's record became another, was added (no `before`) or removed (no `now`). */
export function changedReferences(
	map: ReferenceMap,
	before: LoadedTable | undefined,
	now: LoadedTable | undefined,
): ReferenceMap {
	let changed = map;
	for (const parent of before === undefined ? [] : parentsOf(before)) {
		const others = (changed.get(parent)?.loaded ?? []).filter((each) => each !== before);
		changed = changed.with(parent, others.length === 0 ? undefined : new LoadedReferrers(others));
	}
	for (const parent of now === undefined ? [] : parentsOf(now)) {
		changed = changed.with(parent, new LoadedReferrers([...(changed.get(parent)?.loaded ?? []), now as LoadedTable]));
	}
	return changed;
}

/** The names that its foreign keys refer to, each once. */
function parentsOf({ record: { foreignKeys } }: LoadedTable): ReadonlySet<string> {
	return foreignKeys.length === 0
		? none
		: new Set(
				foreignKeys.map(({ referencedDatabase, referencedTable }) => tableNameKey(referencedDatabase, referencedTable)),
			);
}

const none: ReadonlySet<string> = new Set();
