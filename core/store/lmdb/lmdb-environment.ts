/**
 * Opens an LMDB file with the only settings under which an acknowledged commit survives a power loss.
 *
 * Types the few methods of package `lmdb` that the engine uses, as they behave.
 *
 * Settings, and why:
 * - `overlappingSync: false`: a commit returns after its pages and then its meta page are on disk. The default
 *   acknowledges before that, and loses commits when a second process opens the file.
 * - `noSync` only if the owner of the data chose it: then a power loss may leave a file that cannot be opened.
 * - `mapSize`: address space, not memory. LMDB doubles the map when it is full and keeps the old maps for their
 *   readers, so a large first map saves remapping; it still grows beyond.
 * - `maxReaders`: one slot of 64 bytes for every read transaction that is pinned at the same time.
 * - its own key codec: a key is a byte string and its bytes are the key; no escaping, no type byte.
 */
import { closeSync, existsSync, fstatSync, openSync, readSync } from "node:fs";
import { open } from "lmdb";
import { usesFastPath } from "../../async/fast-path.ts";
import { invariant } from "../../errors/invariant.ts";
import { reasonOf, StoreRefusal } from "../failure.ts";
import { readLatin1, writeLatin1 } from "../encoding/latin1.ts";
import { hasNativeCursor } from "./lmdb-native.ts";
import { type Head, newestHead, pageBytes } from "./lmdb-page.ts";
import { makeStoreFile } from "./new-file.ts";
import { auditFirstPages, auditPages } from "./page-audit.ts";
import type { Key } from "../contract.ts";

const mapBytes = 2 ** 36;
const maximumReaders = 4096;

export interface LmdbTransaction {
	readonly address: number;
	/** Releases one use; the last release frees the reader slot. */
	done(): void;
}

/** The used part of package `lmdb`; its own types leave out half of it. */
export interface LmdbDatabase {
	/** Reads into a buffer that the next read overwrites; `length` is the value's, `byteLength` the buffer's. */
	getBinaryFast(key: Key, options?: { transaction: LmdbTransaction }): Uint8Array | undefined;
	put(key: Key, value: Uint8Array): unknown;
	/** Returns whether the key existed. */
	removeSync(key: Key): boolean;
	transactionSync<T>(action: () => T): T;
	/** Runs on another thread, except for the action. If the action throws, nothing is written, as in `transaction`. */
	childTransaction<T>(action: () => T | Promise<T>): Promise<T>;
	getWriteTxnId(): number;
	resetReadTxn(): void;
	useReadTransaction(): LmdbTransaction;
	readerCheck(): number;
	readerList(): string;
	/** Writes what one read transaction can reach into a new file; `compact`: without free pages. */
	backup(path: string, compact: boolean): Promise<void>;
	close(): Promise<void>;
	/** The handle that native cursors are opened on. */
	readonly db: unknown;
	/** Buffer that native calls read keys from and write found keys to. */
	readonly keyBytes: Uint8Array;
	/** Entries from `start` on, or before it if `reverse`. */
	getRange(options: RangeOptions): Iterable<{ readonly key: Key; readonly value: Uint8Array }>;
	readonly env: LmdbEnvironment;
	/** The newest commit in the file, its last page, and the size of the map. */
	info(): EnvironmentInfo;
	getStats(): EnvironmentInfo;
}

interface RangeOptions {
	readonly start: Key;
	readonly exclusiveStart: boolean;
	readonly reverse: boolean;
	/** Exclusive. The package's own end of a reverse range is no key of ours. */
	readonly end?: Key;
	readonly limit: number;
	readonly transaction?: LmdbTransaction;
}

interface EnvironmentInfo {
	readonly lastTxnId: number;
	readonly lastPageNumber: number;
	readonly mapSize: number;
}

interface LmdbEnvironment {
	info(): EnvironmentInfo;
	/** The open write transaction, which serves all reads. */
	writeTxn: object | null;
	abortTxn(): void;
	/** Resumes the thread that owns the write transaction. */
	resumeWriting(): void;
}

interface EnvironmentOptions {
	readonly path: string;
	readonly readOnly: boolean;
	/** `false`: commits do not wait for the disk. */
	readonly syncs: boolean;
}

export function openEnvironment({ path, readOnly, syncs }: EnvironmentOptions): LmdbDatabase {
	const isNew = !existsSync(path);
	if (isNew && readOnly) {
		throw new StoreRefusal(`There is no store at ${path}.`);
	}
	try {
		if (isNew) {
			makeStoreFile(path, mapBytes);
		}
		if (usesFastPath("lmdb-pages")) {
			assertLmdbFile(path);
		}
		const database = open({
			path,
			readOnly,
			noSubdir: true,
			overlappingSync: false,
			noSync: !syncs,
			noMemInit: true,
			mapSize: mapBytes,
			pageSize: pageBytes,
			maxReaders: maximumReaders,
			maxDbs: 1,
			encoding: "binary",
			keyEncoder: { writeKey, readKey: readLatin1 },
			encoder: { encode: (value: Uint8Array) => value, decode: copyOf },
		}) as unknown as LmdbDatabase;
		const { env } = database;
		return Object.assign(database, {
			keyBytes: hasNativeCursor ? keyBytesOf(database) : new Uint8Array(),
			info: usesFastPath("lmdb-info") && typeof env?.info === "function" ? () => env.info() : () => database.getStats(),
		});
	} catch (error) {
		throw new StoreRefusal(`The store at ${path} can't be opened: ${reasonOf(error)}`);
	}
}

/**
 * Checks what would make LMDB end the process: a file that is not LMDB's, a needed page that is cut off, a damaged
 * page on the way to the first entry (in 4 of 2,000 files with a sector copied from elsewhere). A file may be shorter
 * than its newest commit says if only free pages are missing: then every page is checked.
 */
function assertLmdbFile(path: string): void {
	const file = openSync(path, "r");
	try {
		const head = headOf(file);
		const damage = fstatSync(file).size < (head.lastPage + 1) * pageBytes ? auditPages(path).damage : null;
		if (damage !== null) {
			throw new StoreRefusal(damage);
		}
		assertFirstPages(file, head);
	} finally {
		closeSync(file);
	}
}

function headOf(file: number): Head {
	const pages = Buffer.alloc(2 * pageBytes);
	const read = readSync(file, pages, 0, pages.length, 0);
	const head = read < pages.length ? undefined : newestHead(pages);
	if (head === undefined) {
		throw new StoreRefusal("It is not an LMDB file, or its first pages are damaged.");
	}
	return head;
}

function assertFirstPages(file: number, head: Head): void {
	const damage = auditFirstPages(file, head);
	if (damage === null) {
		return;
	}
	const newest = headOf(file);
	if (newest.transactionId === head.transactionId) {
		throw new StoreRefusal(damage);
	}
	// Another process has committed meanwhile, and may have reused the pages.
	assertFirstPages(file, newest);
}

/** The package passes its key buffer to the key writer only: so one key is looked up. */
function keyBytesOf(database: LmdbDatabase): Uint8Array {
	lastTarget = undefined;
	database.getBinaryFast("\0");
	invariant(lastTarget !== undefined, "A key that is looked up is written.");
	return lastTarget;
}

let lastTarget: Uint8Array | undefined;

/** The package may hand on a buffer that the next read overwrites, whose `length` alone is the value's. */
function copyOf(value: Uint8Array, bytes: number): Uint8Array {
	return Uint8Array.prototype.slice.call(value, 0, bytes);
}

/** Writing past the end is cut off: `lmdb` checks the position returned. */
function writeKey(key: Key, target: Uint8Array, start: number): number {
	lastTarget = target;
	writeLatin1(target, key, start);
	return start + key.length;
}
