/**
 * Newest transaction id, read where LMDB publishes it: in the lock file that all processes map.
 *
 *     lock file   be ef c0 de, 4 | format, 4 | id of the newest commit, 8 | ...        (mdb.c, MDB_txbody)
 *
 * A reader that begins gets this id, whichever process committed. Where the system does not tell the map's address,
 * LMDB is called instead.
 *
 * Why: every statement checks whether its snapshot is still the newest. LMDB's `info()` makes an object of fifteen
 * properties in 1.2 us, a tenth of a point select; this is a load from memory.
 *
 * The id can fall back. A process that opens the file reads its meta pages, maps it, and then publishes the id that
 * it has read (mdb.c, `mdb_env_open2`): a commit of another process in between is in the file but no longer
 * published, and the next write transaction would overwrite it. So opening the file raises the id again (`of`),
 * readers compare it with what they have seen (`lmdb-reads.ts`), and writers read the file itself under the write
 * lock (`commit-group.ts`). Found by power-loss runs of two processes, once in 200 recordings; with a pause of 3 ms
 * put into each mapping, another process lost commits or ended within seconds.
 */
import { readFileSync, realpathSync } from "node:fs";
import { usesFastPath } from "../../async/fast-path.ts";
import { lmdbNative } from "./lmdb-native.ts";
import { pause } from "../platform/pause.ts";

const magic = 0xbeefc0de;
const magicWord = 0;
const lowWord = 2;
const highWord = 3;
const wordCount = 4;
const twoTo32 = 4294967296;
/**
 * A process may be delayed between writing a commit's meta page and publishing its id; it may also have ended there.
 */
const lookMs = 2;
const maximumLooks = 50;

interface Native {
	createBufferForAddress(address: number, length: number): Buffer;
}

const native = lmdbNative<Native>();

/** By address: there must be one view of the same memory only. */
const views = new Map<number, Uint32Array>();

export class PublishedId {
	/** Must not be read once the store is closed. */
	readonly #words: Uint32Array;

	private constructor(words: Uint32Array) {
		this.#words = words;
	}

	/**
	 * Called after the file was opened: raises the published id to the newest one. `newestInFile`: as LMDB finds it
	 * there; a lock file with a newer id is not what it is taken for. Waits where the two differ.
	 */
	static of(path: string, newestInFile: () => number): PublishedId | undefined {
		const isPossible = usesFastPath("published-id") && typeof native.createBufferForAddress === "function";
		const address = isPossible ? addressOf(`${path}-lock`) : undefined;
		if (address === undefined) {
			return undefined;
		}
		const words = viewOf(address);
		const published = new PublishedId(words);
		return words[magicWord] === magic && published.catchUp(newestInFile) ? published : undefined;
	}

	get value(): number {
		return this.#words[highWord]! * twoTo32 + this.#words[lowWord]!;
	}

	/** Whether no commit is newer. Ids that are far apart differ in the lower half. */
	is(transactionId: number): boolean {
		return this.#words[lowWord] === transactionId >>> 0;
	}

	/** Raises the id if it has fallen back behind the file and stays there. False: it differs without being behind. */
	catchUp(newestInFile: () => number): boolean {
		let before = this.value;
		for (let look = 0; ; look++) {
			const [now, newest] = [this.value, newestInFile()];
			if (now === newest) {
				return true;
			}
			if (look >= maximumLooks && now === before) {
				this.raise(now, newest);
				return now < newest;
			}
			before = now;
			pause(lookMs);
		}
	}

	/** Raises the id to a commit that is durable in the file, unless the id has changed meanwhile. */
	raise(from: number, to: number): void {
		if (from < to) {
			Atomics.compareExchange(this.#words, highWord, Math.floor(from / twoTo32), Math.floor(to / twoTo32));
			Atomics.compareExchange(this.#words, lowWord, from >>> 0, to >>> 0);
		}
	}
}

/** Address of a file in this process's memory. */
function addressOf(path: string): number | undefined {
	try {
		const file = realpathSync(path);
		for (const line of readFileSync("/proc/self/maps", "utf8")
			.split("\n")
			.filter((each) => each.endsWith(file))) {
			// 7f0e4c000000-7f0e4c042000 rw-s 00000000 fe:00 1234 /the/file
			const [, start, rights, offset, name] =
				/^([0-9a-f]+)-[0-9a-f]+ (....) ([0-9a-f]+) \S+ \d+ +(.*)$/.exec(line) ?? [];
			if (name === file && rights?.startsWith("rw") === true && Number.parseInt(offset!, 16) === 0) {
				return Number.parseInt(start!, 16);
			}
		}
	} catch {
		// A system without /proc/self/maps, or a lock file that was removed.
	}
	return undefined;
}

function viewOf(address: number): Uint32Array {
	let view = views.get(address);
	if (view === undefined) {
		const bytes = native.createBufferForAddress(address, 4 * wordCount);
		view = new Uint32Array(bytes.buffer, bytes.byteOffset, wordCount);
		views.set(address, view);
	}
	return view;
}
