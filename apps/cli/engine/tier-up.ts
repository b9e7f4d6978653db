/**
 * How often a function runs before V8 optimizes it (tier-up).
 *
 * In: the process. Out: a limit three times V8's own, or its own again.
 *
 * Why: real work is no loop. Thousands of functions run some thousand times each, and V8's own limit has most of them
 * optimized, on its helper threads, from what few calls have shown; what later calls show throws much of that away
 * again. Work that lasts reaches the higher limit, too.
 *
 * Measured, CPU time of the server over a blog's session (wordpress.log, 7,763 statements, one connection; 2-core VM
 * with other load, 2026-11-28), V8's own limit and this one in turn: the first time after a start 13.6 s and 9.7, of
 * which helper threads 9.1 and 4.8; the second time 7.4 and 5.9, the third 4.9 and 4.2. Fifteen times the limit made
 * 6.1 of 12.7 at first, but UPDATEs of a loop cost 2.5 times as much after ten seconds still (six times: twice; three
 * times: 0.91 of 1, INSERT 1.00).
 */
import { setFlagsFromString } from "node:v8";

/** Before V8 12 bytes of bytecode that ran, by which it tells hot functions; since then calls. */
const [flag, usual] =
	Number.parseInt(process.versions.v8, 10) < 12
		? ["--interrupt-budget", 67_584]
		: ["--invocation-count-for-turbofan", 3_000];

const factor = 3;

/** From now on. Compiled code that is kept must be of a process with V8's own limit (`apps/bundle/launch.ts`). */
export function optimizeLate(): void {
	setFlagsFromString(`${flag}=${factor * usual}`);
}

export function optimizeAsUsual(): void {
	setFlagsFromString(`${flag}=${usual}`);
}
