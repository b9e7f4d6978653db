/**
 * V8's flags in a server at work, and V8's own again for a moment.
 *
 * In: how flags are set. Out: work done under V8's own.
 *
 * Why: V8 takes compiled code only in a process with the flags of the one that made it. A server sets its flags when it
 * has started; each part of the program that was loaded later had its compiled code refused: V8 read the whole part,
 * and compiled each of its functions at its first call.
 *
 * Measured, a server at rest that is asked for an UPDATE and for SHOW FULL COLUMNS first (2-core VM with other load,
 * 2026-11-28): to take the everyday part in 126 ms then and 22 now, the late one 264 and 52.
 *
 * The launcher and the program are scripts of their own, so the realm tells one what the other has set.
 */
import { setFlagsFromString } from "node:v8";
import { inlineAsUsual } from "./inlining.ts";
import { optimizeAsUsual } from "./tier-up.ts";

const place = Symbol.for("verso/engine-flags");

const realm = globalThis as { [place]?: () => void };

/** From now on. `set` is called again after each moment under V8's own. */
export function setEngineFlags(set: () => void): void {
	realm[place] = set;
	set();
}

export function underOwnFlags<Result>(work: () => Result): Result {
	const setAgain = realm[place];
	if (setAgain === undefined) {
		return work();
	}
	try {
		setFlagsFromString("--heap-growing-percent=0");
		setFlagsFromString("--allocation-site-pretenuring");
		inlineAsUsual();
		optimizeAsUsual();
		return work();
	} finally {
		setAgain();
	}
}
