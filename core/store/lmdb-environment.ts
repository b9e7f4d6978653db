/**
 * Opens one LMDB file with the only settings under which an acknowledged commit survives a power loss.
 *
 * In: a path. Out: the few methods of package `lmdb` that the engine uses, typed as they behave.
 * It refuses to know snapshots, groups and what the bytes mean.
 *
 * Settings, and why:
 * - `overlappingSync: false`: a commit returns after its pages and then its meta page are on disk.
 *   The default acknowledges before that, and loses commits when a second process opens the file.
 * - `mapSize`: address space, not memory. LMDB doubles the map when it is full and keeps the old maps
 *   for their readers, so a large first map saves remapping; it still grows beyond.
 * - `maxReaders`: one slot of 64 bytes for every read transaction that is pinned at the same time.
 * - an own key codec: a key is a byte string and its bytes are the key; no escaping, no type byte.
 * - an own decoder: values are copied once, out of the shared buffer, instead of twice.
 */
import { closeSync, existsSync, fsyncSync, mkdirSync, openSync, readSync } from "node:fs";
import { dirname } from "node:path";
import { open } from "lmdb";
import { reasonOf, StoreRefusal } from "./failure.ts";
import { readLatin1, writeLatin1 } from "./latin1.ts";
import type { Entry, Key } from "./store.ts";

const mapBytes = 2 ** 36;
const maximumReaders = 4096;
const pageBytes = 4096;
/** What LMDB writes behind the header of its two meta pages. */
const mark = 0xbeefc0de;
const markOffset = 24;

export interface LmdbTransaction {
	/** Counts one use down; the last one gives the reader slot back. */
	done(): void;
}

export interface LmdbRange {
	readonly transaction: LmdbTransaction;
	readonly start: Key;
	readonly end: Key;
	readonly reverse?: boolean;
	readonly exclusiveStart?: boolean;
	readonly inclusiveEnd?: boolean;
}

/** Package `lmdb` as far as it is used here; its own types leave out half of it. */
export interface LmdbDatabase {
	/** In a buffer that the next read overwrites; `length` is the value's, `byteLength` the buffer's. */
	getBinaryFast(key: Key, options?: { transaction: LmdbTransaction }): Uint8Array | undefined;
	/** Values are what the decoder returned. */
	getRange(range: LmdbRange): Iterable<Entry>;
	put(key: Key, value: Uint8Array): unknown;
	/** Tells whether the key was there. */
	removeSync(key: Key): boolean;
	transactionSync<T>(action: () => T): T;
	transaction<T>(action: () => T): Promise<T>;
	getWriteTxnId(): number;
	resetReadTxn(): void;
	useReadTransaction(): LmdbTransaction;
	readerCheck(): number;
	readerList(): string;
	close(): Promise<void>;
	readonly env: { info(): { readonly lastTxnId: number } };
}

/** What copies a value of `size` bytes out of the shared buffer. */
export type CopyValue = (shared: Uint8Array, size: number) => Uint8Array;

export function openEnvironment(path: string, readOnly: boolean, copyValue: CopyValue): LmdbDatabase {
	const isNew = !existsSync(path);
	if (isNew && readOnly) {
		throw new StoreRefusal(`There is no store at ${path}.`);
	}
	try {
		if (!isNew) {
			assertLmdbFile(path);
		}
		const firstMade = isNew ? mkdirSync(dirname(path), { recursive: true }) : undefined;
		const database = open({
			path,
			readOnly,
			noSubdir: true,
			overlappingSync: false,
			noMemInit: true,
			mapSize: mapBytes,
			pageSize: pageBytes,
			maxReaders: maximumReaders,
			maxDbs: 1,
			encoding: "binary",
			keyEncoder: { writeKey, readKey: readLatin1 },
			encoder: { encode: (value: Uint8Array) => value, decode: copyValue },
		});
		if (isNew) {
			syncDirectory(dirname(path));
			if (firstMade !== undefined) {
				syncDirectory(dirname(firstMade));
			}
		}
		return database as unknown as LmdbDatabase;
	} catch (error) {
		throw new StoreRefusal(`The store at ${path} can't be opened: ${reasonOf(error)}`);
	}
}

/** Package `lmdb` crashes the process at a file that isn't LMDB's, so the mark on its first two pages is looked for before. */
function assertLmdbFile(path: string): void {
	const file = openSync(path, "r");
	try {
		const pages = Buffer.alloc(2 * pageBytes);
		const read = readSync(file, pages, 0, pages.length, 0);
		const isMarked = [0, pageBytes].every((page) => pages.readUInt32LE(page + markOffset) === mark);
		if (read !== 0 && (read < pages.length || !isMarked)) {
			throw new StoreRefusal("it is not an LMDB file, or its first pages are damaged.");
		}
	} finally {
		closeSync(file);
	}
}

/** A new file's name is on disk only after its directory is. */
function syncDirectory(path: string): void {
	const directory = openSync(path, "r");
	try {
		fsyncSync(directory);
	} finally {
		closeSync(directory);
	}
}

/** Writing past the end is cut off: `lmdb` looks at the position returned. */
function writeKey(key: Key, target: Uint8Array, start: number): number {
	writeLatin1(target, key, start);
	return start + key.length;
}
