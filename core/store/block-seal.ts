/**
 * Whether blocks are what was written: each is hashed when this process first reads it.
 *
 * In: a block that was read. Out: yes or no. It refuses to know what to do about damage.
 *
 * Hashing 4 KB costs 0.6 us, three times as much as reading them. Which checksums were found right is therefore remembered, for
 * as many blocks as there are places, and forgotten after a minute, since pages may be read from the disk again. A page that
 * LMDB holds is never written in place: a block that changes has another checksum.
 */
import type { BlockView } from "./block-view.ts";

const places = 1 << 16;
const forgetMs = 60_000;
/** The clock is not looked at more often. */
const looksBetween = 1024;

export class BlockSeals {
	#known: Int32Array | undefined;
	/** Those of windows, since all was last forgotten. */
	readonly #inPlace = new Set<Int32Array>();
	#lastInPlace: Int32Array | undefined;
	#since = Date.now();
	#looks = 0;

	/** A block that was copied from wherever it lies. */
	isSound(view: BlockView): boolean {
		this.#known ??= new Int32Array(places);
		return this.#isSound(view, this.#known, view.checksum & (places - 1));
	}

	/** A block that is read in place: what is known of a window's pages is kept page by page. */
	isSoundAt(view: BlockView, seals: Int32Array, page: number): boolean {
		if (seals !== this.#lastInPlace) {
			this.#lastInPlace = seals;
			this.#inPlace.add(seals);
		}
		const isSound = this.#isSound(view, seals, page);
		// Who copies it next, to change it, need not hash it again.
		(this.#known ??= new Int32Array(places))[view.checksum & (places - 1)] = isSound ? view.checksum : 0;
		return isSound;
	}

	#isSound(view: BlockView, known: Int32Array, place: number): boolean {
		if ((++this.#looks & (looksBetween - 1)) === 0 && Date.now() - this.#since > forgetMs) {
			this.#forget();
		}
		const { checksum } = view;
		// 0 marks a place that is free: the rare block with this checksum is hashed each time.
		if (checksum !== 0 && known[place] === checksum) {
			return true;
		}
		if (!view.isSound()) {
			return false;
		}
		known[place] = checksum;
		return true;
	}

	#forget(): void {
		this.#known?.fill(0);
		for (const seals of this.#inPlace) {
			seals.fill(0);
		}
		this.#inPlace.clear();
		this.#lastInPlace = undefined;
		this.#since = Date.now();
	}
}
