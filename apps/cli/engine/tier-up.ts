/**
 * How often a function runs before V8 optimizes it (tier-up).
 *
 * In: the kind of work. Out: a limit three or six times V8's own, or its own again.
 *
 * Why: real work is no loop. Thousands of functions run some thousand times each, and V8's own limit has most of them
 * optimized, on its helper threads, from what few calls have shown; what later calls show throws much of that away
 * again. Work that lasts reaches the higher limit, too.
 *
 * Measured, CPU time of the server over a blog's session (wordpress.log, 7,763 statements, one connection; 2-core VM
 * with other load, 2026-11-28), V8's own limit and this one in turn: the first time after a start 13.6 s and 9.7, of
 * which helper threads 9.1 and 4.8; the second time 7.4 and 5.9, the third 4.9 and 4.2. Fifteen times the limit made
 * 6.1 of 12.7 at first, but UPDATEs of a loop cost 2.5 times as much after ten seconds still (six times: twice; three
 * times: 0.91 of 1, INSERT 1.00). So it is three times while work is steady.
 *
 * While it is mixed, six times, and V8's own limits of inlining (`inlining.ts`): what runs a thousand times pays for
 * little compiling. Measured, the first 5,000 statements of the session above, in turn with three times and more
 * inlining: after a start 3.3 s and 5.2, of which helper threads 1.1 and 2.4; the second time 2.4 and 3.4, the third
 * 2.0 and 2.9. With V8's own inlining alone 3.8, 2.3 and 2.0, with twelve times 3.0, 2.9 and 2.3.
 */
import { setFlagsFromString } from "node:v8";
import type { WorkKind } from "./work-kind.ts";

/** Before V8 12 bytes of bytecode that ran, by which it tells hot functions; since then calls. */
const [flag, usual] =
	Number.parseInt(process.versions.v8, 10) < 12
		? ["--interrupt-budget", 67_584]
		: ["--invocation-count-for-turbofan", 3_000];

const factors = { steady: 3, mixed: 6 };

/** From now on. Compiled code that is kept must be of a process with V8's own limit (`apps/bundle/launch.ts`). */
export function optimizeLate(kind: WorkKind): void {
	setFlagsFromString(`${flag}=${factors[kind] * usual}`);
}

export function optimizeAsUsual(): void {
	setFlagsFromString(`${flag}=${usual}`);
}
