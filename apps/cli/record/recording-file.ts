/**
 * Recording as a file: its head, a line an event, its end.
 */
import { closeSync, openSync, writeSync } from "node:fs";
import { UsageError } from "../../compose/usage-error.ts";
import {
	type RecordedEvent,
	recordingFormat,
	type RecordingEnd,
	type RecordingHead,
} from "../../workload/recording/format.ts";
import { programVersion } from "../program.ts";
import { reasonOf } from "../read-statements.ts";

const stdout = 1;

/** Every line is written at once: whatever ends the program, the lines before are whole. */
export class RecordingFile {
	readonly #file: number;
	readonly #name: string;
	readonly #beganMs = performance.now();
	#statements = 0;
	#isBroken = false;

	/**
	 * `path`: absent: standard output. Throws UsageError where the file is there already or cannot be written.
	 */
	constructor(path: string | undefined, upstream: string) {
		this.#name = path ?? "standard output";
		try {
			this.#file = path === undefined ? stdout : openSync(path, "wx", 0o600);
		} catch (failure) {
			const exists = (failure as NodeJS.ErrnoException).code === "EEXIST";
			throw new UsageError(exists ? `${path} is there already` : `cannot write ${path}: ${reasonOf(failure)}`, 2);
		}
		this.#line({
			format: recordingFormat,
			by: `verso ${programVersion()}`,
			upstream,
			began: new Date().toISOString(),
		});
	}

	/** False: it could not be written. */
	write(event: RecordedEvent): boolean {
		this.#statements += "event" in event ? 0 : 1;
		return this.#line(event);
	}

	end(): boolean {
		const ms = Math.round(performance.now() - this.#beganMs);
		const isWhole = this.#line({ end: { statements: this.#statements, ms } });
		if (this.#file !== stdout) {
			closeSync(this.#file);
		}
		return isWhole;
	}

	#line(line: RecordingHead | RecordedEvent | RecordingEnd): boolean {
		if (!this.#isBroken) {
			const bytes = Buffer.from(`${JSON.stringify(line)}\n`);
			try {
				for (let at = 0; at < bytes.length; ) {
					at += writeSync(this.#file, bytes, at);
				}
			} catch (failure) {
				this.#isBroken = true;
				process.stderr.write(`verso: cannot write ${this.#name}: ${(failure as Error).message}\n`);
			}
		}
		return !this.#isBroken;
	}
}
