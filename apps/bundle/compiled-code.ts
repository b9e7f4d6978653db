/**
 * Compiled code of a script, kept in a file once the process has done what a start needs.
 */
import { chmodSync, renameSync, writeFileSync } from "node:fs";

/** By then a server has started, or a first database has been opened, and mostly answered a first request. */
const keptAfterMs = 5000;

/**
 * When the process ends, or some time from now, whichever comes first: what has not run for some collections V8 throws
 * away, and after a minute of work it was what a start needs. The next start took 150 ms then instead of 84.
 *
 * `compile`: makes the code. `realm`: whose timers and process are used.
 */
export function keepCodeOnce(
	file: string,
	compile: () => Buffer,
	realm: Pick<typeof globalThis, "setTimeout" | "clearTimeout" | "process"> = globalThis,
): void {
	const timer = realm.setTimeout(keep, keptAfterMs);
	timer.unref();
	realm.process.once("exit", keep);
	function keep(): void {
		realm.clearTimeout(timer);
		realm.process.off("exit", keep);
		keepCode(file, compile);
	}
}

/** Where the folder can't be written, the next start is as slow as this one was. */
function keepCode(file: string, compile: () => Buffer): void {
	try {
		const draft = `${file}.${process.pid}`;
		writeFileSync(draft, compile());
		// A server's files are private; this is none of its data, and others start the program too.
		chmodSync(draft, 0o644);
		renameSync(draft, file);
	} catch {
		// The program did not load it.
	}
}
