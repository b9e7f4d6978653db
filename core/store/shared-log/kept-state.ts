/**
 * State of the shared log in a server's file: position, members, digest; kept in the same commit as the writes up to
 * that position.
 *
 * A record is decided by the state that it meets, so a file with a part of the writes, or another position, would be
 * another state. JSON, since it is written once for some thousand records.
 */
import type { Key } from "../contract.ts";
import type { FastReader } from "../fast-store.ts";
import { keptStateKey } from "../encoding/keys.ts";
import type { Position } from "./commit-log.ts";
import type { KeptMember } from "./membership.ts";
import type { MemberName } from "./record.ts";

export interface KeptState {
	/** The cluster whose log this is. */
	readonly cluster: string;
	readonly position: Position;
	/** Position of the last record that has changed anything. */
	readonly changed: Position;
	readonly digest: number;
	readonly members: readonly KeptMember[];
	/** Names of members that are no more, the newest last. */
	readonly gone: readonly MemberName[];
	/** Prefixes whose sweep is done for the cluster, but not in this file. */
	readonly clearing: readonly Key[];
}

export function newState(cluster: string): KeptState {
	return { cluster, position: 0, changed: 0, digest: 0, members: [], gone: [], clearing: [] };
}

export function encodeKeptState(state: KeptState): Uint8Array {
	return Buffer.from(JSON.stringify(state), "latin1");
}

/** Undefined: the file is of no cluster. The reader answers at once. */
export function readKeptState(reader: FastReader): KeptState | undefined {
	const bytes = reader.get(keptStateKey) as Uint8Array | undefined;
	return bytes === undefined ? undefined : (JSON.parse(Buffer.from(bytes).toString("latin1")) as KeptState);
}
