/**
 * The id of the newest commit, read where LMDB publishes it: in the lock file that all processes have in memory.
 *
 *     lock file   be ef c0 de, 4 | format, 4 | id of the newest commit, 8 | ...        (mdb.c, MDB_txbody)
 *
 * In: the path of an open store. Out: a look at the id, or undefined where the system does not say where the file
 * lies in memory: then LMDB is asked. A reader that begins is given this very id, whichever process committed.
 *
 * Why: every statement asks whether its snapshot is still the newest. LMDB's `info()` makes an object of fifteen
 * facts in 1.2 us, a tenth of what a point select costs; this is a load from memory.
 *
 * The id can fall back. Whoever opens the file reads its heads, maps it, and then publishes what he has read (mdb.c,
 * `mdb_env_open2`): what another process has committed in between is in the file, but no longer what is published,
 * and the next transaction that writes would overwrite it. So who opens the file raises the id again (`of`), who
 * reads knows what he has seen already (`lmdb-reads.ts`), and who writes asks the file itself, since he alone has the
 * lock (`commit-group.ts`). Found by power-loss runs of two processes, once in 200 recordings; with a pause of 3 ms
 * put into each mapping another process lost commits, or ended, within seconds.
 */
import { readFileSync, realpathSync } from "node:fs";
import { lmdbNative } from "./lmdb-native.ts";
import { pause } from "../platform/pause.ts";

const magic = 0xbeefc0de;
const magicWord = 0;
const lowWord = 2;
const highWord = 3;
const wordCount = 4;
const twoTo32 = 4294967296;
/** Between a commit's head in the file and its id a process may be held up; it may also have ended there. */
const lookMs = 2;
const maximumLooks = 50;

interface Native {
	createBufferForAddress(address: number, length: number): Buffer;
}

const native = lmdbNative<Native>();

/** Views by address: two of the same memory need not be. */
const views = new Map<number, Uint32Array>();

export class PublishedId {
	/** Not to be looked at once the store is closed. */
	readonly #words: Uint32Array;

	private constructor(words: Uint32Array) {
		this.#words = words;
	}

	/**
	 * For who has just opened the file: what it is told as published is then the newest. `newestInFile`: as LMDB finds
	 * it there; a file that says something newer is not what it is taken for. Waits where the two differ.
	 */
	static of(path: string, newestInFile: () => number): PublishedId | undefined {
		const address = addressOf(`${path}-lock`);
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

	/** Is no commit newer? Ids that are far apart differ in the lower half. */
	is(transactionId: number): boolean {
		return this.#words[lowWord] === transactionId >>> 0;
	}

	/**
	 * Raises the id where it has fallen back behind the file, and stays there. False: it is not behind, and yet
	 * another.
	 */
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

	/** To a commit that is in the file for good, unless the id is another by now. */
	raise(from: number, to: number): void {
		if (from < to) {
			Atomics.compareExchange(this.#words, highWord, Math.floor(from / twoTo32), Math.floor(to / twoTo32));
			Atomics.compareExchange(this.#words, lowWord, from >>> 0, to >>> 0);
		}
	}
}

/** Where a file lies in this process's memory. */
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
		// A system without such a list, or a lock file that is gone.
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
