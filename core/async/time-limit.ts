/**
 * Time limit for work within one value that can't give way, such as a library's call: it is ended from outside.
 *
 * Node's watchdog ends scripts; so the work runs as the only call of a script. Starting the watchdog takes a tenth of a
 * millisecond: small work needs none.
 */
import { runningMs } from "./clock.ts";
import { Script } from "node:vm";
import { work } from "./work-meter.ts";

/** Where the script finds the work. */
const place = Symbol.for("verso work in time");
const surroundings = globalThis as { [place]?: () => unknown };

let script: Script | undefined;

/** About five nanoseconds each. */
const unitsPerMs = 200_000;

export class TimeOver {}

/** Does the work and counts its time. Throws `TimeOver` if it takes longer; what it worked on is then undefined. */
export function withinTime<Result>(limitMs: number, doWork: () => Result): Result {
	script ??= new Script('globalThis[Symbol.for("verso work in time")]()', { filename: "work in time" });
	const began = runningMs();
	surroundings[place] = doWork;
	try {
		return script.runInThisContext({ timeout: limitMs, displayErrors: false }) as Result;
	} catch (thrown) {
		throw isTimeOver(thrown) ? new TimeOver() : thrown;
	} finally {
		delete surroundings[place];
		work.units += (runningMs() - began) * unitsPerMs;
	}
}

function isTimeOver(thrown: unknown): boolean {
	return thrown instanceof Error && "code" in thrown && thrown.code === "ERR_SCRIPT_EXECUTION_TIMEOUT";
}
