/**
 * Kept state of a kernel: its data, pinned, and what is derived of the data under its rules or counted beside it.
 *
 * What belongs to running sessions is left out: names of GET_LOCK(), LOCK TABLES, temporary tables, prepared branches
 * of XA transactions, and which processes have the data open.
 */
import { invariant } from "../../errors/invariant.ts";
import type { KeptCounts } from "../../exec/execution.ts";
import { afterPrefix, logClaimKey, rangeOf, spaces, sweepKey } from "../../store/encoding/keys.ts";
import type { Entry, Key, Range, Write } from "../../store/contract.ts";
import type { FastSnapshot, FastStore } from "../../store/fast-store.ts";
import type { SeededChance } from "../../types/evaluation/seeded-chance.ts";
import { MemoryStore, openOverlay, type PinnedState } from "../../store/memory/memory.ts";
import type { KeptSchema } from "../plan-cache/schema-cache.ts";
import type { KeptRights } from "../privileges/server-rights.ts";
import type { VariableValues } from "../server/global-variables.ts";
import type { Server } from "../server/server.ts";
import type { SwitchBoard } from "../server/server-switches.ts";

export interface KernelState {
	/** The server that it was taken of. */
	readonly server: Server;
	readonly data: PinnedState;
	readonly schema: KeptSchema;
	readonly rights: KeptRights;
	readonly globals: VariableValues;
	readonly switches: SwitchBoard;
	readonly counts: KeptCounts | undefined;
	readonly seeded: SeededChance | undefined;
}

/**
 * Keeps the newest committed state of a server.
 *
 * @param released - called when neither the state nor a kernel that began with it needs the server's store any more;
 *   not of a store in memory, whose states need nothing
 */
export async function keptState(server: Server, released?: () => void): Promise<KernelState> {
	const { store, schemas, rights, globals, switches, autoIncrement, seeded } = server;
	await rights.refresh();
	const snapshot = store.snapshot();
	try {
		const schema = schemas.keep(snapshot);
		// All of one moment: a store in memory answers at once, and so does every one whose snapshots are read at once.
		invariant(!(schema instanceof Promise), "A kernel that is forked reads its schema at once.");
		return {
			server,
			data: withoutSessions(store, snapshot, released),
			schema,
			rights: rights.keep(),
			globals: globals.values,
			switches: switches.copy(),
			counts: autoIncrement.keepCounts?.(),
			seeded: seeded?.copy(),
		};
	} finally {
		snapshot.release();
	}
}

/** Spaces whose entries name a process, a session or a branch of one. */
const sessionSpaces: readonly Range[] = [
	rangeOf(spaces.temporaries),
	{ from: spaces.lockedNames, to: afterPrefix(spaces.keptTables) },
	{ from: spaces.commitMarks, to: afterPrefix(logClaimKey) },
];

function withoutSessions(store: FastStore, snapshot: FastSnapshot, released: (() => void) | undefined): PinnedState {
	const entries = sessionSpaces.flatMap((range) => entriesOf(snapshot, range));
	if (entries.length === 0 && store instanceof MemoryStore) {
		return store.pin();
	}
	const own = store instanceof MemoryStore ? openPinned(store) : openOverlay(store, released);
	// A store in memory has written when the call returns.
	void own.commit({ writes: entries.flatMap(({ key }) => removals(key)).sort(byKey), conditions: [] });
	const state = own.pin();
	void own.close();
	return state;
}

function openPinned(store: MemoryStore): MemoryStore {
	const pinned = store.pin();
	const own = pinned.open();
	pinned.release();
	return own;
}

/** Of a temporary table the rows, too, which the sweep removes. */
function removals(key: Key): readonly Write[] {
	if (!key.startsWith(spaces.temporaries)) {
		return [{ key, value: null }];
	}
	const table = key.slice(spaces.temporaries.length);
	return [
		{ key, value: null },
		{ key: spaces.rowCounts + table, value: null },
		{ key: sweepKey(spaces.contents + table), value: new Uint8Array(0) },
	];
}

function byKey(one: Write, other: Write): number {
	return one.key < other.key ? -1 : 1;
}

function entriesOf(snapshot: FastSnapshot, range: Range): Entry[] {
	const scan = snapshot.scan(range);
	const entries: Entry[] = [];
	for (let batch = scan.next(); batch !== null; batch = scan.next()) {
		invariant(!(batch instanceof Promise), "A store that is forked reads at once.");
		entries.push(...batch);
	}
	scan.close();
	return entries;
}
