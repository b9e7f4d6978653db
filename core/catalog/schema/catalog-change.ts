/**
 * Catalog changes between two states of a store: records of databases, tables, views and routines before and after.
 */
import { invariant } from "../../errors/invariant.ts";
import { equalBytes } from "../../store/encoding/equal-bytes.ts";
import { schemaChangesKey, spaces } from "../../store/encoding/keys.ts";
import type { Key } from "../../store/contract.ts";
import type { FastReader } from "../../store/fast-store.ts";
import { changedObjects, keysOf } from "../change-log.ts";
import { readAll } from "../read-entries.ts";
import type { DatabaseRecord, KeptRoutine, TableRecord, ViewRecord } from "../record.ts";
import { decodeRecord } from "../record-codec.ts";
import { readSchemaVersion } from "./load.ts";

/** An object that was made, changed or dropped; an absent side: it was not there. */
export type CatalogChange =
	| { readonly kind: "database"; readonly before?: DatabaseRecord; readonly after?: DatabaseRecord }
	| ({ readonly kind: "table"; readonly before?: TableRecord; readonly after?: TableRecord } & InDatabase)
	| ({ readonly kind: "view"; readonly before?: ViewRecord; readonly after?: ViewRecord } & InDatabase)
	| ({ readonly kind: "routine"; readonly before?: KeptRoutine; readonly after?: KeptRoutine } & InDatabase);

interface InDatabase {
	/** Its name. */
	readonly database: string;
}

/**
 * Returns the changed objects, by key; a cost of the changes, not of the catalog, where the change log reaches back.
 *
 * @param before - an earlier state of the same store, or of the one that it was forked from
 */
export async function catalogChanges(before: FastReader, after: FastReader): Promise<readonly CatalogChange[]> {
	const [from, to] = [await readSchemaVersion(before), await readSchemaVersion(after)];
	if (from === to) {
		return [];
	}
	const changed = changedObjects(await after.get(schemaChangesKey), from, to);
	const keys = changed === undefined ? await allKeys([before, after]) : keysOf(changed);
	const [old, now] = [await before.getMany(keys), await after.getMany(keys)];
	const names = new Map<number, string>();
	for (const reader of [before, after]) {
		for (const { value } of await readAll(reader, spaces.databases)) {
			const { id, name } = decodeRecord<DatabaseRecord>(value);
			names.set(id, name);
		}
	}
	return keys.flatMap((key, at) => (equalBytes(old[at], now[at]) ? [] : [changeOf(key, names, old[at], now[at])]));
}

async function allKeys(readers: readonly FastReader[]): Promise<readonly Key[]> {
	const keys = new Set<Key>();
	for (const reader of readers) {
		for (const space of [spaces.databases, spaces.tables, spaces.views, spaces.routines]) {
			for (const { key } of await readAll(reader, space)) {
				keys.add(key);
			}
		}
	}
	return [...keys].sort();
}

function changeOf(
	key: Key,
	databaseNames: ReadonlyMap<number, string>,
	before: Uint8Array | undefined,
	after: Uint8Array | undefined,
): CatalogChange {
	const sides = <R>(): { readonly before?: R; readonly after?: R } => ({
		...(before === undefined ? {} : { before: decodeRecord<R>(before) }),
		...(after === undefined ? {} : { after: decodeRecord<R>(after) }),
	});
	if (key.startsWith(spaces.databases)) {
		return { kind: "database", ...sides<DatabaseRecord>() };
	}
	const within = (of: { readonly databaseId: number } | undefined): { readonly database: string } => ({
		database: databaseNames.get(of?.databaseId ?? 0) ?? "",
	});
	if (key.startsWith(spaces.tables)) {
		const records = sides<TableRecord>();
		return { kind: "table", ...records, ...within(records.after ?? records.before) };
	}
	if (key.startsWith(spaces.routines)) {
		const records = sides<KeptRoutine>();
		return { kind: "routine", ...records, ...within(records.after ?? records.before) };
	}
	invariant(key.startsWith(spaces.views), "A changed object is a table, a routine or a view.");
	const records = sides<ViewRecord>();
	return { kind: "view", ...records, ...within(records.after ?? records.before) };
}
