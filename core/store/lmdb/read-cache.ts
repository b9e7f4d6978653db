/**
 * Row cache: values of the newest state that were recently read by key, copied out without LMDB.
 *
 * A read of a row in a block costs 2.3 us, of a standalone row 0.9; of a cached one 0.25.
 *
 * A hash table of positions refers to a ring buffer of records; the newest record overwrites the oldest. Nothing is
 * allocated but the returned copy, so that garbage collection does not see the cache.
 *
 * Random reads all over a large table hardly ever hit: then lookups are skipped for a while.
 *
 *     places   | position of a record, counted from the beginning of time | ...
 *     ring     ... | key bytes 2 | value bytes 2 | key | value | ...
 */
import { usesFastPath } from "../../async/fast-path.ts";
import type { ChangeRun } from "../page/change-run.ts";
import type { EntryRun } from "../page/entry-run.ts";
import { hashOfKey, hashOfKeyBytes } from "../encoding/key-filter.ts";
import { writeLatin1 } from "../encoding/latin1.ts";
import type { ValueCopier } from "../blocks/checksummed-value.ts";
import type { Key, Write } from "../contract.ts";

/** The ring begins small, so that a new process has no garbage collection because of it. */
const firstRingBytes = 1 << 20;
const largestRingBytes = 1 << 24;
const placeCount = 1 << 17;
const headBytes = 4;
/** Larger records are not cached. */
const maximumRecord = 2048;
/** If too few of this many lookups hit, as many are skipped: keys from all over ten million rows cost 0.3 us less. */
const looksTogether = 4096;
const fewestHits = 400;
const looksSpared = 16384;
/** Above this many keys the whole cache is cleared. */
const maximumForgotten = 4096;

const isUsed = usesFastPath("read-cache");

export class ReadCache {
	/** Passed to states that start from now on; 0: nothing may be cached. */
	token = isUsed ? 1 : 0;
	#issued = 1;
	/** Commits in progress. */
	#commits = 0;
	/** Allocated on first use; the operating system provides memory as it is written to. */
	#ring: Uint8Array | undefined;
	#places: Float64Array | undefined;
	readonly #copier: ValueCopier;
	#end = 1;
	#looks = 0;
	#hits = 0;
	/** Reads that still skip the cache. */
	#spared = 0;

	/** `copier` makes the returned copies. */
	constructor(copier: ValueCopier) {
		this.#copier = copier;
	}

	get(key: Key): Uint8Array | undefined {
		if (this.#spared > 0) {
			this.#spared--;
			return undefined;
		}
		const value = this.#kept(key);
		this.#hits += value === undefined ? 0 : 1;
		if (++this.#looks === looksTogether) {
			this.#spared = this.#hits < fewestHits ? looksSpared : 0;
			this.#looks = 0;
			this.#hits = 0;
		}
		return value;
	}

	#kept(key: Key): Uint8Array | undefined {
		const start = this.#find(key, placeOf(key));
		if (start < 0) {
			return undefined;
		}
		const ring = this.#ring!;
		const from = start + headBytes + key.length;
		return this.#copier.cut(ring, from, from + (ring[start + 2] | (ring[start + 3] << 8)));
	}

	put(key: Key, value: Uint8Array): void {
		const size = headBytes + key.length + value.length;
		if (size > maximumRecord || this.#spared > 0) {
			return;
		}
		this.#places ??= new Float64Array(placeCount);
		const ring = this.#ringFor(size);
		let start = this.#end % ring.length;
		if (start + size > ring.length) {
			this.#end += ring.length - start;
			start = 0;
		}
		ring[start] = key.length;
		ring[start + 1] = key.length >> 8;
		ring[start + 2] = value.length;
		ring[start + 3] = value.length >> 8;
		writeLatin1(ring, key, start + headBytes);
		ring.set(value, start + headBytes + key.length);
		this.#places[placeOf(key)] = this.#end;
		this.#end += size;
	}

	/** A commit starts: states that start before it ends cache nothing. */
	close(): void {
		this.#commits++;
		this.token = 0;
	}

	/** The commit has ended. After a failed one nothing is cached any more. */
	open(): void {
		this.#commits--;
		if (this.#commits === 0 && isUsed) {
			this.token = ++this.#issued;
		}
	}

	/**
	 * Replaces the cached values of written keys: a row that is changed by its key was read before, and may be again.
	 */
	renew(writes: readonly Write[]): void {
		if (writes.length > maximumForgotten) {
			this.clear();
			return;
		}
		for (const { key, value } of writes) {
			const place = placeOf(key);
			if (this.#find(key, place) >= 0) {
				this.#places![place] = 0;
				if (value !== null) {
					this.put(key, value);
				}
			}
		}
	}

	/**
	 * Missing keys are not cached, so a run of new entries invalidates nothing. Otherwise records with an entry's hash
	 * are dropped.
	 */
	forgetRun({ isNew, count, pieces }: EntryRun): void {
		const places = this.#places;
		if (isNew || places === undefined) {
			return;
		}
		if (count > maximumForgotten) {
			this.clear();
			return;
		}
		for (const piece of pieces) {
			for (let at = 0; at < piece.count; at++) {
				places[hashOfKeyBytes(piece.bytes, piece.keyStart(at), piece.keyEnd(at)) & (placeCount - 1)] = 0;
			}
		}
	}

	forgetChanges({ keys }: ChangeRun): void {
		const places = this.#places;
		if (places === undefined) {
			return;
		}
		if (keys.count > maximumForgotten) {
			this.clear();
			return;
		}
		for (let at = 0; at < keys.count; at++) {
			places[hashOfKeyBytes(keys.bytes, keys.start(at), keys.ends[at]!) & (placeCount - 1)] = 0;
		}
	}

	/** Called when another process may have written. */
	clear(): void {
		this.#places?.fill(0);
		if (this.token !== 0) {
			this.token = ++this.#issued;
		}
	}

	/** Enlarges the ring before it wraps for the first time: until then, a record keeps its position. */
	#ringFor(size: number): Uint8Array {
		const ring = (this.#ring ??= new Uint8Array(firstRingBytes));
		if (this.#end + size <= ring.length || ring.length === largestRingBytes) {
			return ring;
		}
		const larger = new Uint8Array(ring.length * 4);
		larger.set(ring);
		this.#ring = larger;
		return larger;
	}

	/** Offset of the key's record in the ring; negative if there is none. */
	#find(key: Key, place: number): number {
		const position = this.#places === undefined ? 0 : this.#places[place];
		// A record is lost once the ring has wrapped past it; the space for its next growth is left free.
		if (position === 0) {
			return -1;
		}
		const ring = this.#ring!;
		if (position + ring.length - maximumRecord < this.#end) {
			return -1;
		}
		const start = position % ring.length;
		if ((ring[start] | (ring[start + 1] << 8)) !== key.length) {
			return -1;
		}
		for (let at = 0; at < key.length; at++) {
			if (ring[start + headBytes + at] !== key.charCodeAt(at)) {
				return -1;
			}
		}
		return start;
	}
}

function placeOf(key: Key): number {
	return hashOfKey(key) & (placeCount - 1);
}
