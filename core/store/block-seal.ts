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
	#since = 0;
	#looks = 0;

	isSound(view: BlockView): boolean {
		const { checksum } = view;
		if (this.#known === undefined) {
			this.#known = new Int32Array(places);
			this.#since = Date.now();
		} else if ((++this.#looks & (looksBetween - 1)) === 0 && Date.now() - this.#since > forgetMs) {
			this.#known.fill(0);
			this.#since = Date.now();
		}
		// 0 marks a place that is free: the rare block with this checksum is hashed each time.
		if (checksum !== 0 && this.#known[checksum & (places - 1)] === checksum) {
			return true;
		}
		if (!view.isSound()) {
			return false;
		}
		this.#known[checksum & (places - 1)] = checksum;
		return true;
	}
}
