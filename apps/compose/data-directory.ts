/**
 * A data directory: the store's file, and a note of its last opening.
 *
 * In: a path. Out: the opened store. What can't be opened is one sentence.
 *
 *     DIR/verso.mdb, verso.mdb-lock   the store
 *     DIR/verso.log                   commits on their way into it
 *     DIR/verso-*.feed, verso-*.sock, verso.ids   what the processes of `--workers` share while they run
 *     DIR/opened.json                 the note, for people and for `verso info`
 */
import {
	accessSync,
	constants,
	existsSync,
	mkdirSync,
	readFileSync,
	readdirSync,
	renameSync,
	rmSync,
	statSync,
	writeFileSync,
} from "node:fs";
import { dirname, join, resolve } from "node:path";
import {
	type Durability,
	type FastStore,
	type WatchCommit,
	StoreRefusal,
	claimFormat,
	type LmdbEngine,
	type LmdbOptions,
	type Sockets,
	openLmdbStore,
	openLoggedStore,
	readKeptState,
} from "../../core/index.ts";
import { UsageError } from "./usage-error.ts";

const storeFile = "verso.mdb";
const logFile = "verso.log";
const noteFile = "opened.json";

/** The store of a data directory. */
export function storePath(path: string): string {
	return join(path, storeFile);
}

/** The number that the file system knows a directory's store by; 0: nothing is there. */
export function storeInode(path: string): number {
	return statSync(storePath(path), { throwIfNoEntry: false })?.ino ?? 0;
}

/** Commits on their way into the store of a data directory. */
export function logPath(path: string): string {
	return join(path, logFile);
}

/** The last opening of a directory: release, mode and options. */
export interface OpeningNote {
	readonly release: string;
	readonly mode: string;
	readonly mixes: readonly string[];
	/** Laid one by one; absent in older notes. */
	readonly quirks?: readonly string[];
	readonly plugins: readonly string[];
	/** ISO 8601, UTC. */
	readonly openedAt: string;
	/** verso's own version. */
	readonly program: string;
}

export interface OpenDirectory {
	/** Refuses writes, and a directory that holds no store. */
	readonly readOnly?: boolean;
	/** Event that a commit waits for; default: everything is on disk. */
	readonly durability?: Durability;
	/** A snapshot since which the file has grown by more is read no more; 0: never. */
	readonly snapshotGrowthBytes?: number;
	/** Told of each stage of a commit; for crash tests. */
	readonly watch?: WatchCommit;
	/** Called after each checkpoint of the write-ahead log. */
	readonly checkpointed?: LmdbOptions["checkpointed"];
	/** One of several processes of a server on the directory: one owns the log, the others commit through it. */
	readonly sockets?: Sockets;
}

export async function openDirectory(path: string, options: OpenDirectory = {}): Promise<FastStore> {
	const { readOnly = false } = options;
	checkDirectory(path, readOnly);
	try {
		const store = openLoggedStore({ ...options, path: storePath(path) });
		if (!readOnly) {
			try {
				refuseMember(path, store);
				await claimFormat(store);
			} catch (failure) {
				await store.close();
				throw failure;
			}
		}
		return store;
	} catch (failure) {
		refuse(path, failure);
	}
}

/** Without the log a member's data would go on by themselves, and never come together with the cluster's again. */
function refuseMember(path: string, store: FastStore): void {
	const snapshot = store.snapshot();
	const kept = readKeptState(snapshot);
	snapshot.release();
	if (kept !== undefined) {
		throw new StoreRefusal(`It is of a cluster: start it with --log, or say verso cluster leave --data-dir ${path}`);
	}
}

/** A folder for a new store, or of one that is there. */
export function makeFolder(path: string): void {
	checkDirectory(path, false);
}

/** The store's file alone, as it is: no page of it is read before the first read. */
export function openFile(path: string): LmdbEngine {
	checkDirectory(path, true);
	try {
		return openLmdbStore({ path: storePath(path), readOnly: true });
	} catch (failure) {
		refuse(path, failure);
	}
}

function refuse(path: string, failure: unknown): never {
	const { message } = failure as Error;
	throw new UsageError(
		`cannot open the data directory ${path}: ${failure instanceof StoreRefusal ? message : message.split("\n", 1)[0]}`,
		1,
	);
}

/** The note of a data directory. */
export function noteFileOf(path: string): string {
	return join(path, noteFile);
}

/** The files that belong to a data directory. */
export const directoryFiles: readonly string[] = [storeFile, `${storeFile}-lock`, logFile, noteFile];

/** Atomic: a reader sees the old note or the new one. */
export function writeNote(path: string, note: OpeningNote): void {
	const temporary = join(path, `${noteFile}.${process.pid}`);
	try {
		writeFileSync(temporary, `${JSON.stringify(note, undefined, "\t")}\n`);
		renameSync(temporary, join(path, noteFile));
	} catch (failure) {
		rmSync(temporary, { force: true });
		throw failure;
	}
}

export function readNote(path: string): OpeningNote | undefined {
	const file = join(path, noteFile);
	if (!existsSync(file)) {
		return undefined;
	}
	try {
		return JSON.parse(readFileSync(file, "utf8")) as OpeningNote;
	} catch {
		return undefined;
	}
}

/** Refuses what holds no store, with the reason. */
export function checkReadable(path: string): void {
	checkDirectory(path, true);
}

function checkDirectory(path: string, readOnly: boolean): void {
	const isThere = existsSync(path);
	if (isThere && !statSync(path).isDirectory()) {
		throw new UsageError(`the data directory ${path} is a file`, 1);
	}
	if (isThere) {
		assertAccess(path, constants.R_OK | constants.X_OK, "read");
	}
	const holdsStore = existsSync(join(path, storeFile));
	if (readOnly ? !holdsStore : isThere && !holdsStore && readdirSync(path).some((name) => !isDraft(name))) {
		throw new UsageError(`${path} is no data directory of verso: ${whyNone(path, isThere)}`, 1);
	}
	if (!readOnly) {
		if (!isThere) {
			makeFolders(path);
		}
		assertAccess(path, constants.W_OK, "written");
	}
}

function whyNone(path: string, isThere: boolean): string {
	if (!isThere) {
		return "there is no such directory";
	}
	return readdirSync(path).length === 0 ? "it is empty" : `it holds other files, and no ${storeFile}`;
}

function makeFolders(path: string): void {
	try {
		makeWithParents(resolve(path));
	} catch (failure) {
		throw new UsageError(`the data directory ${path} cannot be written: ${(failure as Error).message}`, 1);
	}
}

function assertAccess(path: string, mode: number, word: string): void {
	try {
		accessSync(path, mode);
	} catch (failure) {
		throw new UsageError(`the data directory ${path} cannot be ${word}: ${(failure as Error).message}`, 1);
	}
}

/** Leftover of a process that died before it had made the store. */
function isDraft(name: string): boolean {
	return name.startsWith(`${storeFile}.`) && name.endsWith(".new");
}

/** Step by step: Node's own recursive way never ends where a parent, such as /proc, holds no new folders. */
export function makeWithParents(path: string): void {
	if (!existsSync(path)) {
		makeWithParents(dirname(path));
		try {
			mkdirSync(path);
		} catch (failure) {
			// Another server that starts at the same moment may have been faster.
			if (!existsSync(path)) {
				throw failure;
			}
		}
	}
}

/** Throws a UsageError where there is something that a copy would be mixed with. */
export function refuseFilled(path: string): void {
	if (existsSync(path) && contentsOf(path).length > 0) {
		throw new UsageError(`${path} is there already, and not empty`, 1);
	}
}

function contentsOf(path: string): string[] {
	try {
		return readdirSync(path);
	} catch (failure) {
		throw new UsageError(`${path} cannot be written: ${(failure as Error).message}`, 1);
	}
}
