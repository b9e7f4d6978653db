/**
 * Checksum verification of blocks: each block is hashed when this process first reads it.
 *
 * Hashing 4 KB costs 0.6 us, three times as much as reading them, so verified checksums are remembered: in a table of
 * fixed size, for a minute, since pages may be read from the disk again. LMDB never overwrites a page in place
 * (copy-on-write), and a changed block has another checksum. Three million rows of 190 bytes have 150,000 blocks:
 * with a table that holds all of them a select by primary key costs 16.0 to 17.0 us, with 65,536 places 16.8 to 19.8.
 */
import { nowMs } from "../../async/timers.ts";
import type { BlockView } from "./block-view.ts";

/**
 * Initial and maximum size of the table: 256 KB, 4 MB. A table of 10 M rows of 200 bytes has half a million blocks.
 */
const leastPlaces = 1 << 16;
const mostPlaces = 1 << 20;
const forgetMs = 60_000;
/** Lookups between two reads of the clock. */
const looksBetween = 1024;

export class BlockChecksums {
	#known: Int32Array | undefined;
	/** Blocks hashed since the table was enlarged or cleared. */
	#hashed = 0;
	/** Tables of mapped windows used since the last clearing. */
	readonly #inPlace = new Set<Int32Array>();
	#lastInPlace: Int32Array | undefined;
	#since = nowMs();
	#looks = 0;

	/** Verifies a block that was copied out of the file. */
	isSound(view: BlockView): boolean {
		this.#look();
		const { checksum } = view;
		const known = this.#placesForCopies();
		const place = checksum & (known.length - 1);
		if (isKnown(checksum, known[place])) {
			return true;
		}
		this.#hashed++;
		const isSound = view.isSound();
		known[place] = isSound ? checksum : 0;
		return isSound;
	}

	/** Returns the table, enlarged if more blocks were hashed than it has places. */
	#placesForCopies(): Int32Array {
		let known = (this.#known ??= new Int32Array(leastPlaces));
		if (this.#hashed > known.length && known.length < mostPlaces) {
			known = new Int32Array(known.length * 4);
			this.#known = known;
			this.#hashed = 0;
		}
		return known;
	}

	/** Verifies a block that is read in place: verified checksums of a mapped window are stored by page. */
	isSoundAt(view: BlockView, seals: Int32Array, page: number): boolean {
		this.#look();
		const { checksum } = view;
		if (isKnown(checksum, seals[page])) {
			return true;
		}
		if (seals !== this.#lastInPlace) {
			this.#lastInPlace = seals;
			this.#inPlace.add(seals);
		}
		const isSound = view.isSound();
		const sealed = isSound ? checksum : 0;
		seals[page] = sealed;
		// A copy of it, made to change it, need not be hashed again.
		const known = this.#placesForCopies();
		known[checksum & (known.length - 1)] = sealed;
		return isSound;
	}

	#look(): void {
		if ((++this.#looks & (looksBetween - 1)) === 0 && nowMs() - this.#since > forgetMs) {
			this.#forget();
		}
	}

	#forget(): void {
		this.#known?.fill(0);
		this.#hashed = 0;
		for (const seals of this.#inPlace) {
			seals.fill(0);
		}
		this.#inPlace.clear();
		this.#lastInPlace = undefined;
		this.#since = nowMs();
	}
}

/** 0 marks a free place: the rare block with this checksum is hashed each time. */
function isKnown(checksum: number, at: number | undefined): boolean {
	return checksum !== 0 && at === checksum;
}
