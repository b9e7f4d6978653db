/**
 * Checks every record key outside of tables' contents: its parts, its value, and that what it belongs to is there.
 *
 * `core/store/encoding/keys.ts` lists the key spaces. A key that cannot be decoded, or that belongs to a table that is
 * neither in the schema nor temporary, is a finding; what a killed process may leave behind is a note.
 */
import { decodeCounter } from "../../catalog/record-codec.ts";
import type { Key } from "../../store/contract.ts";
import { type KeyKind, keyPartDecoder } from "../../store/encoding/key-part.ts";
import {
	formatKey,
	guardPrefix,
	guardSlots,
	keptTableCountKey,
	logClaimKey,
	nextIdKey,
	rangeOf,
	rightsVersionKey,
	schemaChangesKey,
	schemaVersionKey,
	spaces,
	sweptPrefix,
	writersKey,
} from "../../store/encoding/keys.ts";
import type { FastReader } from "../../store/fast-store.ts";
import { decodeCount } from "../../store/page/count.ts";
import { decodePreparedBatch } from "../../store/transaction/prepared-batch.ts";
import { decodeLease, decodeWriters } from "../../store/wal/log-lease.ts";
import type { Findings } from "./report.ts";
import { walk } from "./scan.ts";
import { printKey } from "./table.ts";

interface KeySpace {
	/** Named so in findings. */
	readonly name: string;
	readonly prefix: Key;
	/** The parts of a key behind the prefix; undefined: any bytes. */
	readonly parts?: readonly KeyKind[];
	/** The first part is the id of a table, or of a temporary one. */
	readonly isOfTable?: boolean;
	/** Throws where the value cannot be decoded. */
	readonly decode: (value: Uint8Array, key: Key) => void;
}

/** Single keys. */
const counters: readonly KeySpace[] = [
	{ name: "schema version", prefix: schemaVersionKey, parts: [], decode: expectCounter },
	{ name: "next id", prefix: nextIdKey, parts: [], decode: expectCounter },
	{
		name: "log of schema changes",
		prefix: schemaChangesKey,
		parts: [],
		decode: (value) => expect(/^(\d+( \d+)*(;|$))+$/.test(textOf(value))),
	},
	{ name: "rights version", prefix: rightsVersionKey, parts: [], decode: expectCounter },
];

/** Spaces besides those of databases, tables and views, whose records are checked with their names. */
const recordSpaces: readonly KeySpace[] = [
	...counters,
	{
		name: "definition version",
		prefix: spaces.tableVersions,
		parts: ["integer"],
		isOfTable: true,
		decode: expectCounter,
	},
	{
		name: "AUTO_INCREMENT counter",
		prefix: spaces.autoIncrements,
		parts: ["integer"],
		isOfTable: true,
		decode: (value) => expect(/^-?\d+$/.test(textOf(value))),
	},
	{
		name: "row count",
		prefix: spaces.rowCounts,
		parts: ["integer"],
		isOfTable: true,
		decode: (value) => expect(value.length === 8 && Number.isInteger(decodeCount(value))),
	},
	{
		name: "sweep mark",
		prefix: spaces.sweeps,
		decode: (value, key) => expect(value.length === 0 && sweptPrefix(key).startsWith(spaces.contents)),
	},
	{ name: "temporary table", prefix: spaces.temporaries, parts: ["integer"], decode: expectJson },
	{ name: "global variable", prefix: spaces.globalVariables, parts: ["bytes"], decode: () => undefined },
	{ name: "index statistics", prefix: spaces.statistics, parts: ["integer"], isOfTable: true, decode: expectJson },
	{ name: "named lock", prefix: spaces.lockedNames, parts: ["bytes"], decode: expectJson },
	{
		name: "prepared branch",
		prefix: spaces.preparedBranches,
		parts: ["bytes", "bytes", "integer"],
		// Behind the lengths of its name's parts, its format and the parts themselves (session/xa/prepared-branches.ts).
		decode: (value) => void decodePreparedBatch(value.subarray(10 + (value[0] ?? 0) + (value[1] ?? 0))),
	},
	{
		name: "list of writers",
		prefix: writersKey,
		parts: [],
		decode: (value) => expect(Array.isArray(decodeWriters(value))),
	},
	{
		name: "log lease",
		prefix: logClaimKey,
		parts: [],
		decode: (value) => expect(Number.isInteger(decodeLease(value).epoch)),
	},
];

/** @param tableIds ids of the tables in the schema */
export async function checkKeySpaces(
	tableIds: ReadonlySet<number>,
	reader: FastReader,
	findings: Findings,
): Promise<void> {
	const owners = new Set(tableIds);
	await walk(reader, rangeOf(spaces.temporaries), ({ key }) => {
		owners.add(Number(keyPartDecoder("integer")({ key, at: spaces.temporaries.length })));
	});
	for (const space of recordSpaces) {
		await walk(reader, rangeOf(space.prefix), ({ key, value }) => {
			const fault = faultOf(space, key, value, owners);
			if (fault !== undefined) {
				findings.find(space.name, fault);
			}
		});
	}
	await checkLockedTables(reader, findings);
	for (const id of tableIds) {
		await checkGuards(id, reader, findings);
	}
}

function faultOf(
	{ prefix, parts, isOfTable, decode }: KeySpace,
	key: Key,
	value: Uint8Array,
	owners: ReadonlySet<number>,
): string | undefined {
	const values = parts === undefined ? [] : partsOf(key, prefix.length, parts);
	if (values === undefined) {
		return `The key ${printKey(key)} cannot be decoded.`;
	}
	if (isOfTable === true && !owners.has(Number(values[0]))) {
		return `The key ${printKey(key)} belongs to table ${values[0]}, which is not there.`;
	}
	try {
		decode(value, key);
		return undefined;
	} catch {
		return `The value of the key ${printKey(key)} cannot be decoded.`;
	}
}

/** The decoded parts; undefined where the key does not consist of them. */
function partsOf(key: Key, from: number, kinds: readonly KeyKind[]): readonly unknown[] | undefined {
	try {
		const cursor = { key, at: from };
		const values = kinds.map((kind) => keyPartDecoder(kind)(cursor));
		return cursor.at === key.length ? values : undefined;
	} catch {
		return undefined;
	}
}

/** LOCK TABLES: as many tables as the count beside them says. */
async function checkLockedTables(reader: FastReader, findings: Findings): Promise<void> {
	let count: number | undefined;
	let locked = 0;
	await walk(reader, rangeOf(spaces.keptTables), ({ key, value }) => {
		if (key === keptTableCountKey) {
			count = Number(textOf(value));
			return;
		}
		locked++;
		if (partsOf(key, spaces.keptTables.length, ["bytes"]) === undefined || !isJson(value)) {
			findings.find("locked table", `The key ${printKey(key)} or its value cannot be decoded.`);
		}
	});
	if ((count ?? 0) !== locked) {
		findings.find("locked tables", `There are ${locked}, but ${count ?? 0} are counted.`);
	}
}

async function checkGuards(tableId: number, reader: FastReader, findings: Findings): Promise<void> {
	const prefix = guardPrefix(tableId);
	await walk(reader, rangeOf(prefix), ({ key, value }) => {
		const slot = Number(partsOf(key, prefix.length, ["integer"])?.[0] ?? Number.NaN);
		if (!(slot >= 0 && slot < guardSlots) || value.length === 0) {
			findings.find("foreign key guard", `The guard ${printKey(key)} of table ${tableId} is none.`);
		}
	});
}

function expectCounter(value: Uint8Array): void {
	expect(/^\d+$/.test(textOf(value)) && Number.isSafeInteger(decodeCounter(value)));
}

function expectJson(value: Uint8Array): void {
	expect(isJson(value));
}

function isJson(value: Uint8Array): boolean {
	try {
		JSON.parse(Buffer.from(value).toString("utf8"));
		return true;
	} catch {
		return false;
	}
}

function expect(condition: boolean): void {
	if (!condition) {
		throw new Error("cannot be decoded");
	}
}

function textOf(value: Uint8Array): string {
	return Buffer.from(value).toString("latin1");
}

/** Prefixes of all key spaces of records: databases, tables, views and those above. */
export const recordPrefixes: readonly Key[] = [
	formatKey,
	spaces.databases,
	spaces.databaseNames,
	spaces.tables,
	spaces.tableNames,
	spaces.views,
	spaces.keptTables,
	...recordSpaces.map(({ prefix }) => prefix),
];
