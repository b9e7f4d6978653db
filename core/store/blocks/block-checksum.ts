/**
 * Whether blocks are what was written: each is hashed when this process first reads it.
 *
 * In: a block that was read. Out: yes or no.
 *
 * Hashing 4 KB costs 0.6 us, three times as much as reading them. Which checksums were found right is therefore
 * remembered, for as many blocks as there are places, and forgotten after a minute, since pages may be read from the
 * disk again. A page that LMDB holds is never written in place: a block that changes has another checksum. Three
 * million rows of 190 bytes have 150,000 blocks: with places for all of them a select by primary key costs 16.0 to
 * 17.0 us, with 65,536 it cost 16.8 to 19.8.
 */
import type { BlockView } from "./block-view.ts";

/**
 * Places there are at first, and at most: 256 KB, 4 MB. A table of 10 M rows of 200 bytes has half a million blocks.
 */
const leastPlaces = 1 << 16;
const mostPlaces = 1 << 20;
const forgetMs = 60_000;
/** The clock is not looked at more often. */
const looksBetween = 1024;

export class BlockChecksums {
	#known: Int32Array | undefined;
	/** Blocks that were hashed since there are so many places, or since all was last forgotten. */
	#hashed = 0;
	/** Those of windows, since all was last forgotten. */
	readonly #inPlace = new Set<Int32Array>();
	#lastInPlace: Int32Array | undefined;
	#since = Date.now();
	#looks = 0;

	/** A block that was copied from wherever it lies. */
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

	/** More than there are, where more blocks are read than have found one. */
	#placesForCopies(): Int32Array {
		let known = (this.#known ??= new Int32Array(leastPlaces));
		if (this.#hashed > known.length && known.length < mostPlaces) {
			known = new Int32Array(known.length * 4);
			this.#known = known;
			this.#hashed = 0;
		}
		return known;
	}

	/** A block that is read in place: what is known of a window's pages is kept page by page. */
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
		// Who copies it next, to change it, need not hash it again.
		const known = this.#placesForCopies();
		known[checksum & (known.length - 1)] = sealed;
		return isSound;
	}

	#look(): void {
		if ((++this.#looks & (looksBetween - 1)) === 0 && Date.now() - this.#since > forgetMs) {
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
		this.#since = Date.now();
	}
}

/** 0 marks a place that is free: the rare block with this checksum is hashed each time. */
function isKnown(checksum: number, at: number | undefined): boolean {
	return checksum !== 0 && at === checksum;
}
