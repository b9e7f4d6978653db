/**
 * Key spaces outside of tables' contents: name, prefix and the parts of a key of each (`keys.ts` draws them).
 *
 * What reads keys of any kind goes by this list: a trace names them, a check decodes them.
 */
import type { KeyKind } from "./key-part.ts";
import {
	decoySecretKey,
	formatKey,
	keptStateKey,
	logClaimKey,
	nextIdKey,
	rightsVersionKey,
	schemaChangesKey,
	schemaVersionKey,
	spaces,
	writersKey,
} from "./keys.ts";
import type { Key } from "../contract.ts";

interface KeySpace {
	readonly name: string;
	/** One byte: no two spaces begin alike. */
	readonly prefix: Key;
	/** The parts behind the prefix; undefined: bytes without a form of their own here. */
	readonly parts?: readonly (readonly [name: string, kind: KeyKind])[];
	/** The first part is a table's id. */
	readonly isOfTable?: boolean;
}

function single(name: string, prefix: Key): KeySpace {
	return { name, prefix, parts: [] };
}

function ofTable(name: string, prefix: Key): KeySpace {
	return { name, prefix, parts: [["table id", "integer"]], isOfTable: true };
}

export const keySpaces: readonly KeySpace[] = [
	single("format stamp", formatKey),
	single("schema version", schemaVersionKey),
	single("next object id", nextIdKey),
	single("newest schema changes", schemaChangesKey),
	single("rights version", rightsVersionKey),
	single("secret of decoys", decoySecretKey),
	{ name: "rights change", prefix: spaces.rightsChanges, parts: [["version", "integer"]] },
	{ name: "database record", prefix: spaces.databases, parts: [["id", "integer"]] },
	{ name: "database id", prefix: spaces.databaseNames, parts: [["name", "bytes"]] },
	ofTable("table record", spaces.tables),
	{
		name: "table id",
		prefix: spaces.tableNames,
		parts: [
			["database id", "integer"],
			["name", "bytes"],
		],
	},
	ofTable("table definition version", spaces.tableVersions),
	ofTable("next AUTO_INCREMENT id", spaces.autoIncrements),
	ofTable("row count", spaces.rowCounts),
	{ name: "view record", prefix: spaces.views, parts: [["id", "integer"]] },
	{ name: "routine record", prefix: spaces.routines, parts: [["id", "integer"]] },
	{ name: "contents to sweep", prefix: spaces.sweeps },
	ofTable("temporary table", spaces.temporaries),
	{ name: "global variable", prefix: spaces.globalVariables, parts: [["name", "bytes"]] },
	ofTable("index statistics", spaces.statistics),
	{ name: "named lock", prefix: spaces.lockedNames, parts: [["name", "bytes"]] },
	{ name: "prepared transaction branch", prefix: spaces.preparedBranches },
	{ name: "locked tables", prefix: spaces.keptTables },
	{ name: "mark of a commit", prefix: spaces.commitMarks },
	{
		name: "part of a commit",
		prefix: spaces.logParts,
		parts: [
			["member", "bytes"],
			["number", "integer"],
		],
	},
	single("state of a shared log", keptStateKey),
	single("writers", writersKey),
	single("log lease", logClaimKey),
];

const byPrefix = new Map(keySpaces.map((space) => [space.prefix, space]));

/** Returns the space of a key; undefined for a table's contents and for an unknown one. */
export function keySpaceOf(key: Key): KeySpace | undefined {
	return byPrefix.get(key.slice(0, 1));
}
