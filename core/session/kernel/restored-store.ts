/**
 * Restore of a store that keeps its data on disk: one commit of what differs between its newest state and a kept one.
 *
 * Both are compared where they may differ, since other processes may have written since the state was kept. Versions
 * and ids do not go back: what is cached by them, here or in another process, is never taken for what comes after.
 */
import { sqlError } from "../../errors/catalogue.ts";
import { loggedChange } from "../../catalog/change-log.ts";
import { decodeCounter, encodeCounter } from "../../catalog/record-codec.ts";
import type { Condition, Key, Write } from "../../store/contract.ts";
import {
	contentsPrefix,
	nextIdKey,
	rightsVersionKey,
	schemaChangesKey,
	schemaVersionKey,
	spaces,
} from "../../store/encoding/keys.ts";
import type { FastSnapshot, FastStore } from "../../store/fast-store.ts";
import { differences } from "./state-difference.ts";
import type { KernelState } from "./kernel-state.ts";

/** After a commit that another's came before. */
const maximumTries = 10;

/** All but format, versions and ids, which come before, and what belongs to processes. */
const restored = { from: spaces.databases, to: spaces.commitMarks };

const definitions: readonly Key[] = [
	spaces.databases,
	spaces.databaseNames,
	spaces.tables,
	spaces.tableNames,
	spaces.tableVersions,
	spaces.views,
	spaces.routines,
];

/** Makes a store's newest state a kept one; no session has the store in use meanwhile, nor has another process. */
export async function restoreStore(store: FastStore, state: KernelState): Promise<void> {
	const wanted = state.data.open();
	try {
		for (let tries = 0; tries < maximumTries; tries++) {
			if (await restoreOnce(store, wanted.snapshot(), state)) {
				return;
			}
		}
		throw sqlError("deadlock");
	} finally {
		await wanted.close();
	}
}

/** False: something was written meanwhile. */
async function restoreOnce(store: FastStore, wanted: FastSnapshot, { schema }: KernelState): Promise<boolean> {
	const now = store.snapshot();
	const writes: Write[] = [];
	const conditions: Condition[] = [];
	const grants = [...(schema.schema.databases.get("mysql")?.tables.values() ?? [])].map(({ id }) => contentsPrefix(id));
	let hasDefinitions = false;
	let hasGrants = false;
	try {
		for (const { key, one, other } of differences(now, wanted, restored)) {
			writes.push({ key, value: other ?? null });
			conditions.push({ key, seen: one });
			hasDefinitions ||= definitions.some((space) => key.startsWith(space));
			hasGrants ||= grants.some((prefix) => key.startsWith(prefix));
		}
		if (writes.length === 0) {
			return true;
		}
		if (hasDefinitions || hasGrants) {
			writes.unshift(...newVersions(now, wanted, conditions));
		}
	} finally {
		now.release();
	}
	return (await store.commit({ writes, conditions })).done;
}

/** Versions that neither state has had, and the next id of both; with the conditions that they were read under. */
function newVersions(now: FastSnapshot, wanted: FastSnapshot, conditions: Condition[]): readonly Write[] {
	const read = (key: Key): Uint8Array | undefined => {
		const seen = now.get(key) as Uint8Array | undefined;
		conditions.push({ key, seen: seen && Uint8Array.from(seen) });
		return seen;
	};
	const greatest = (key: Key): number =>
		Math.max(decodeCounter(read(key)), decodeCounter(wanted.get(key) as Uint8Array | undefined));
	const version = greatest(schemaVersionKey) + 1;
	return [
		{ key: schemaVersionKey, value: encodeCounter(version) },
		{ key: nextIdKey, value: encodeCounter(greatest(nextIdKey)) },
		// No objects: anything may have changed.
		{ key: schemaChangesKey, value: loggedChange(read(schemaChangesKey), version, []) },
		{ key: rightsVersionKey, value: encodeCounter(greatest(rightsVersionKey) + 1) },
	];
}
