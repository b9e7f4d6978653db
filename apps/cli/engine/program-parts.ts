/**
 * Parts of the bundled program that its start left out, each a call that loads it.
 *
 * In: the calls, from the launcher. Out: the calls. Without a bundle there are none.
 *
 * The launcher and the program are scripts of their own, so the realm keeps what one offers the other.
 */
const place = Symbol.for("verso/program-parts");

const realm = globalThis as { [place]?: readonly (() => void)[] };

/** In the order in which they are to be loaded. */
export function offerParts(loads: readonly (() => void)[]): void {
	realm[place] = loads;
}

export function laterParts(): readonly (() => void)[] {
	return realm[place] ?? [];
}
