/**
 * A data directory as a member of a cluster: its file, over the cluster's log.
 *
 * In: a path and the log's address. Out: the store, once it has caught up and is a member; what can't be is one
 * sentence.
 */
import { existsSync } from "node:fs";
import { hostname } from "node:os";
import {
	BrokenStore,
	formatKey,
	FollowedStore,
	Heartbeat,
	type KeptState,
	type LmdbEngine,
	LogFailure,
	openLmdbStore,
	randomName,
	readKeptState,
} from "../../core/index.ts";
import { makeFolder, type OpenDirectory, storePath } from "../compose/data-directory.ts";
import { UsageError } from "../compose/usage-error.ts";
import { type ClusterFacts, EtcdLog } from "./etcd-log.ts";
import type { LogAddress } from "./log-address.ts";
import { claimDirectory } from "./member-file.ts";

const sayWaitingMs = 5000;

interface MemberWish {
	readonly address: LogAddress;
	readonly release: string;
	readonly port: number;
	readonly isFresh: boolean;
	/** The store serves no more. */
	readonly stopped: (reason: Error) => void;
}

export interface OpenMember {
	readonly store: FollowedStore;
	readonly status: () => MemberStatus;
	/** Called when the kernel is open: what it has made is in the file then, for copies and checks of the directory. */
	readonly fillFile: () => Promise<void>;
}

/** As `/status` shows it. */
export interface MemberStatus {
	readonly id: string;
	readonly member: string;
	readonly position: number;
	readonly folded: number;
	/** Of all records up to the position. */
	readonly digest: string;
	/** For how long the log has not answered. */
	readonly silent_ms: number;
	readonly reads: "session" | "fresh";
	readonly members: readonly {
		readonly name: string;
		readonly host: string;
		readonly port: number;
		readonly release: string;
		readonly heard: number;
		readonly folded: number;
	}[];
}

export async function openMember(path: string, wish: MemberWish, options: OpenDirectory): Promise<OpenMember> {
	const log = new EtcdLog(wish.address);
	const waiting = setTimeout(() => {
		process.stderr.write(`verso: waiting for the log: ${log.gateway.lastFailure || "records are being applied"}\n`);
	}, sayWaitingMs);
	let file: LmdbEngine | undefined;
	try {
		const facts = await clusterOf(log, wish.address.name);
		if (!existsSync(storePath(path))) {
			// Nothing is made where nothing can become of it.
			assertOfCluster(path, { kept: undefined, isEmpty: true }, facts);
		}
		makeFolder(path);
		file = openLmdbStore({ ...options, path: storePath(path) });
		assertOfCluster(path, stateOf(file), facts);
		return await join(path, wish, { log, file, facts });
	} catch (failure) {
		await log.close();
		await file?.close();
		throw failure instanceof LogFailure || failure instanceof BrokenStore
			? new UsageError(`cannot join the cluster with ${path}: ${failure.message}`, 1)
			: failure;
	} finally {
		clearTimeout(waiting);
	}
}

/** Throws a UsageError where there is none. */
export async function clusterOf(log: EtcdLog, name: string): Promise<ClusterFacts> {
	const facts = await log.cluster();
	if (facts === undefined) {
		throw new UsageError(`the log ${name} is of no cluster yet: make it one with verso cluster init`, 1);
	}
	return facts;
}

interface FileState {
	readonly kept: KeptState | undefined;
	readonly isEmpty: boolean;
}

export function stateOf(file: LmdbEngine): FileState {
	const snapshot = file.snapshot();
	try {
		return { kept: readKeptState(snapshot), isEmpty: snapshot.get(formatKey) === undefined };
	} finally {
		snapshot.release();
	}
}

function assertOfCluster(path: string, { kept, isEmpty }: FileState, { id, hasBase }: ClusterFacts): void {
	if (kept !== undefined && kept.cluster !== id) {
		throw new UsageError(`${path} is of another cluster than the log's`, 1);
	}
	if (kept === undefined && !isEmpty) {
		throw new UsageError(
			`${path} holds the data of a server of its own: it becomes a cluster's with verso cluster init, or must go`,
			1,
		);
	}
	if (kept === undefined && hasBase) {
		throw new UsageError(
			`the cluster began with data that is not in the log: make ${path} from a member's with verso cluster join`,
			1,
		);
	}
}

interface Parts {
	readonly log: EtcdLog;
	readonly file: LmdbEngine;
	readonly facts: ClusterFacts;
}

async function join(path: string, wish: MemberWish, { log, file, facts }: Parts): Promise<OpenMember> {
	const name = randomName().slice(0, 12);
	const before = claimDirectory(path, name);
	let heartbeat: Heartbeat | undefined;
	const store = new FollowedStore({
		file,
		log,
		cluster: facts.id,
		name,
		facts: {
			host: hostname(),
			port: wish.port,
			release: wish.release,
			...(before === undefined ? {} : { replaces: before }),
		},
		isFresh: wish.isFresh,
		stopped: (reason) => {
			heartbeat?.stop();
			wish.stopped(reason);
		},
	});
	await store.join();
	heartbeat = new Heartbeat(store, log);
	const status = (): MemberStatus => ({
		id: facts.id,
		member: name,
		position: store.position,
		folded: store.folded,
		digest: store.machine.digest.toString(16).padStart(8, "0"),
		silent_ms: Math.floor(log.silentMs),
		reads: wish.isFresh ? "fresh" : "session",
		members: store.machine.members.all().map(({ name: each, facts: { host, port, release }, heard, folded }) => ({
			name: each,
			host,
			port,
			release,
			heard,
			folded,
		})),
	});
	const fillFile = async (): Promise<void> => {
		if (store.folded === 0) {
			// On a full disk the server goes on without: the heartbeat tries again.
			await store.fold().catch(() => {});
		}
	};
	return { store, status, fillFile };
}
