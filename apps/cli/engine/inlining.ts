/**
 * How much of what a function calls V8 compiles into it.
 *
 * In: the kind of work. Out: the engine's limit, more than its own, or its own again.
 *
 * Why: a short statement goes through some hundred small functions, each of which lies in lines of memory of its own,
 * and after each wait for a client or the disk the processor's caches are cold. Functions that hold what they call
 * are fewer lines, and less is made for the calls.
 *
 * The limit of one function's size (`--max-inlined-bytecode-size`) must not change while the process runs: V8's compiler
 * threads ask for it twice about the same call, and end the process where the answers differ.
 *
 * Measured with both limits raised, CPU time beside the same program without, in turn: INSERT of a row at one
 * connection 119 us instead of 125, UPDATE 123 instead of 131 (medians of 16 to 18 windows, runs from 0.93 to 0.97);
 * ranges of an index 3 to 15 %, point selects 3 to 5 % less; sums, groups and joins the same. What is asked a few times
 * costs more, since V8 compiles longer: CREATE TABLE and DROP TABLE an eighth in the first hundreds; so the limit is
 * V8's own while work is mixed (`tier-up.ts` has the figures). Measured again without it (2-core VM, 2026-11, 15
 * windows in turn): SELECT 1 2 % more, point selects 3 and 7, ranges of 100 rows 4, INSERT 7, UPDATE even.
 */
import { setFlagsFromString } from "node:v8";
import type { WorkKind } from "./work-kind.ts";

/** Bytecode of all functions that go into one; V8's own limit is the lower one. */
const most = 4000;
const usual = 920;

/** From now on. Compiled code that is kept must be of a process with V8's own limit (`apps/bundle/launch.ts`). */
export function inlineFor(kind: WorkKind): void {
	limit(kind === "steady" ? most : usual);
}

export function inlineAsUsual(): void {
	limit(usual);
}

function limit(bytes: number): void {
	setFlagsFromString(`--max-inlined-bytecode-size-cumulative=${bytes}`);
}
