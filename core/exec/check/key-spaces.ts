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
	decoySecretKey,
	guardPrefix,
	guardSlots,
	keptStateKey,
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
import { keySpaceOf } from "../../store/encoding/key-space.ts";
import type { FastReader } from "../../store/fast-store.ts";
import { decodeCount } from "../../store/page/count.ts";
import { markBytes } from "../../store/wal/commit-mark.ts";
import { decodePreparedBranch } from "../../store/transaction/prepared-branch.ts";
import { decodeLease, decodeWriters } from "../../store/wal/log-lease.ts";
import type { Findings } from "./report.ts";
import { walk } from "./scan.ts";
import { printKey } from "./table.ts";

/** How the keys and values of one space are checked; the form of its keys is `key-space.ts`'s. */
interface RecordCheck {
	/** Named so in findings. */
	readonly name: string;
	readonly prefix: Key;
	/** The parts of a key where `key-space.ts` names none. */
	readonly parts?: readonly KeyKind[];
	/** Throws where the value cannot be decoded. */
	readonly decode: (value: Uint8Array, key: Key) => void;
}

/** Spaces besides those of databases, tables, views and routines, whose records are checked with their names. */
const recordChecks: readonly RecordCheck[] = [
	{ name: "schema version", prefix: schemaVersionKey, decode: expectCounter },
	{ name: "next id", prefix: nextIdKey, decode: expectCounter },
	{
		name: "log of schema changes",
		prefix: schemaChangesKey,
		decode: (value) => expect(/^(\d+( [drv]?\d+)*(;|$))+$/.test(textOf(value))),
	},
	{ name: "rights version", prefix: rightsVersionKey, decode: expectCounter },
	{ name: "secret of decoys", prefix: decoySecretKey, decode: (value) => expect(value.length > 0) },
	{ name: "rights change", prefix: spaces.rightsChanges, decode: expectJson },
	{ name: "definition version", prefix: spaces.tableVersions, decode: expectCounter },
	{
		name: "AUTO_INCREMENT counter",
		prefix: spaces.autoIncrements,
		decode: (value) => expect(/^-?\d+$/.test(textOf(value))),
	},
	{
		name: "row count",
		prefix: spaces.rowCounts,
		decode: (value) => expect(value.length === 8 && Number.isInteger(decodeCount(value))),
	},
	{
		name: "sweep mark",
		prefix: spaces.sweeps,
		decode: (value, key) => expect(value.length === 0 && sweptPrefix(key).startsWith(spaces.contents)),
	},
	{ name: "temporary table", prefix: spaces.temporaries, decode: expectJson },
	{ name: "global variable", prefix: spaces.globalVariables, decode: () => undefined },
	{ name: "index statistics", prefix: spaces.statistics, decode: expectJson },
	{ name: "named lock", prefix: spaces.lockedNames, decode: expectJson },
	{
		name: "prepared branch",
		prefix: spaces.preparedBranches,
		parts: ["bytes", "bytes", "integer"],
		decode: (value) => void decodePreparedBranch(value),
	},
	{ name: "mark of a commit", prefix: spaces.commitMarks, decode: (value) => expect(value.length === markBytes) },
	{ name: "part of a commit", prefix: spaces.logParts, decode: (value) => expect(value.length > 0) },
	{ name: "state of a shared log", prefix: keptStateKey, decode: expectJson },
	{
		name: "list of writers",
		prefix: writersKey,
		decode: (value) => expect(Array.isArray(decodeWriters(value))),
	},
	{
		name: "log lease",
		prefix: logClaimKey,
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
		owners.add(Number(partsOf(key, spaces.temporaries.length, ["integer"])?.[0]));
	});
	for (const check of recordChecks) {
		await walk(reader, rangeOf(check.prefix), ({ key, value }) => {
			const fault = faultOf(check, key, value, owners);
			if (fault !== undefined) {
				findings.find(check.name, fault);
			}
		});
	}
	await checkLockedTables(reader, findings);
	for (const id of tableIds) {
		await checkGuards(id, reader, findings);
	}
}

function faultOf(
	{ parts, decode }: RecordCheck,
	key: Key,
	value: Uint8Array,
	owners: ReadonlySet<number>,
): string | undefined {
	const space = keySpaceOf(key);
	const kinds = parts ?? space?.parts?.map(([, kind]) => kind);
	const values = kinds === undefined ? [] : partsOf(key, 1, kinds);
	if (values === undefined) {
		return `The key ${printKey(key)} cannot be decoded.`;
	}
	if (space?.isOfTable === true && !owners.has(Number(values[0]))) {
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
