/**
 * Parses CACHE INDEX and LOAD INDEX INTO CACHE.
 */
import type { PartNames } from "../../tree/partitioning.ts";
import type { CachedIndexes, MaintainTable } from "../../tree/session.ts";
import type { Cursor } from "../cursor/cursor.ts";
import { plainName, tableName } from "../cursor/name.ts";
import type { TableName } from "../../tree/table-name.ts";

interface CachedTable extends CachedIndexes {
	readonly table: TableName;
	readonly partitions: PartNames | undefined;
}

/** CACHE INDEX table [PARTITION (...)] [INDEX (...)], ... IN cache */
export function cacheIndex(cursor: Cursor): MaintainTable {
	cursor.expectPhrase("cache", "index");
	const tables = cachedTables(cursor, false);
	cursor.expect("in");
	const cache = cursor.accept("default") ? {} : { cache: cursor.name() };
	return { ...statementOf("assign_to_keycache", tables), ...cache };
}

/** LOAD INDEX INTO CACHE table [PARTITION (...)] [INDEX (...)] [IGNORE LEAVES], ... */
export function loadIndex(cursor: Cursor): MaintainTable {
	cursor.expectPhrase("load", "index", "into", "cache");
	return statementOf("preload_keys", cachedTables(cursor, true));
}

/** With PARTITION it is a single table. */
function cachedTables(cursor: Cursor, mayIgnoreLeaves: boolean): readonly CachedTable[] {
	const first = cachedTable(cursor, mayIgnoreLeaves);
	const tables = [first];
	while (first.partitions === undefined && cursor.accept(",")) {
		const next = cachedTable(cursor, mayIgnoreLeaves);
		tables.push(next.partitions === undefined ? next : cursor.fail());
	}
	return tables;
}

function cachedTable(cursor: Cursor, mayIgnoreLeaves: boolean): CachedTable {
	const table = tableName(cursor);
	const partitions = cursor.accept("partition") ? bracketedParts(cursor) : undefined;
	const isListed = cursor.acceptOneOf("index", "key") !== undefined;
	const indexes = !isListed ? undefined : cursor.acceptPhrase("(", ")") ? [] : cursor.parenthesised(indexName);
	const ignoresLeaves = mayIgnoreLeaves && cursor.acceptPhrase("ignore", "leaves");
	return { table, partitions, ignoresLeaves, ...(indexes === undefined ? {} : { indexes }) };
}

function bracketedParts(cursor: Cursor): PartNames {
	if (cursor.acceptPhrase("(", "all", ")")) {
		return "all";
	}
	return cursor.parenthesised(plainName);
}

function indexName(cursor: Cursor): string {
	return cursor.accept("primary") ? "PRIMARY" : cursor.name();
}

function statementOf(action: MaintainTable["action"], tables: readonly CachedTable[]): MaintainTable {
	const [{ partitions }] = tables as [CachedTable];
	const cached = tables.map(({ indexes, ignoresLeaves }) => ({
		...(indexes === undefined ? {} : { indexes }),
		ignoresLeaves,
	}));
	return {
		kind: "maintain-table",
		action,
		tables: tables.map(({ table }) => table),
		cached,
		...(partitions === undefined ? {} : { partitions }),
	};
}
