/**
 * Schema change log: which objects the newest schema versions changed, so that a loader reads only those.
 *
 *     41 7;42 8 9;43 d10;44 v11;45 r12;46     version 41 changed table 7, 42 tables 8 and 9, 43 database 10,
 *                                             44 view 11, 45 routine 12; 46 anything
 */
import type { Key } from "../store/contract.ts";
import { databaseKey, routineKey, tableKey, viewKey } from "../store/encoding/keys.ts";

/** Beyond the greater length the log is cut to the lesser; older schemas are then read as a whole. */
const greatestLength = 1024;
const leastLength = 512;

/** A changed object: `7` is a table's id, `d7` a database's, `v7` a view's, `r7` a routine's. */
export type ChangedObject = `${number}` | `d${number}` | `v${number}` | `r${number}`;

/** The ids of changed objects by kind. */
export interface ChangedObjects {
	readonly tables: ReadonlySet<number>;
	readonly databases: ReadonlySet<number>;
	readonly views: ReadonlySet<number>;
	readonly routines: ReadonlySet<number>;
}

/** The keys of their records: databases, tables, views, routines. */
export function keysOf({ databases, tables, views, routines }: ChangedObjects): readonly Key[] {
	return [
		...[...databases].map(databaseKey),
		...[...tables].map(tableKey),
		...[...views].map(viewKey),
		...[...routines].map(routineKey),
	];
}

const kinds: Readonly<Record<string, keyof ChangedObjects>> = { d: "databases", v: "views", r: "routines" };

/** Returns the log with one more change; no objects: anything may have changed. */
export function loggedChange(
	log: Uint8Array | undefined,
	version: number,
	objects: readonly ChangedObject[],
): Uint8Array {
	const change = [version, ...objects].join(" ");
	const before = log === undefined ? "" : textOf(log);
	const changes = before === "" ? change : `${before};${change}`;
	return Buffer.from(
		changes.length <= greatestLength
			? changes
			: changes.slice(changes.indexOf(";", changes.length - Math.max(leastLength, change.length + 1)) + 1),
		"latin1",
	);
}

/**
 * Returns the objects changed after version `from`, up to `to`; undefined where the log does not reach back, or where
 * anything may have changed.
 */
export function changedObjects(log: Uint8Array | undefined, from: number, to: number): ChangedObjects | undefined {
	const changed = {
		tables: new Set<number>(),
		databases: new Set<number>(),
		views: new Set<number>(),
		routines: new Set<number>(),
	};
	const changes = log === undefined ? "" : textOf(log);
	let expected = to;
	// Backwards from the newest, usually the only one wanted.
	for (let end = changes.length; end > 0 && expected > from; ) {
		const start = changes.lastIndexOf(";", end - 1) + 1;
		const [version = 0, ...objects] = changes.slice(start, end).split(" ");
		end = start - 1;
		if (Number(version) > to) {
			continue;
		}
		if (Number(version) !== expected || objects.length === 0) {
			return undefined;
		}
		expected--;
		for (const object of objects) {
			const kind = kinds[object.charAt(0)] ?? "tables";
			changed[kind].add(Number(kind === "tables" ? object : object.slice(1)));
		}
	}
	return expected === from ? changed : undefined;
}

function textOf(log: Uint8Array): string {
	return Buffer.from(log.buffer, log.byteOffset, log.byteLength).toString("latin1");
}
