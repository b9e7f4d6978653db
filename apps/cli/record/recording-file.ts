/**
 * Recording as a file: its head, a line an event, its end.
 */
import { closeSync, ftruncateSync, openSync, writeSync } from "node:fs";
import { UsageError } from "../../compose/usage-error.ts";
import {
	type RecordedEvent,
	recordingFormat,
	type RecordingEnd,
	type RecordingHead,
} from "../../workload/recording/format.ts";
import { counted } from "../../rehearse/report/tally.ts";
import { programVersion } from "../program.ts";
import { reasonOf } from "../read-statements.ts";

const stdout = 1;

/**
 * Every line is written at once: whatever ends the program, the lines before are whole. Where the disk is full, what
 * there is of a line is taken back, and no more is written.
 */
export class RecordingFile {
	readonly #file: number;
	readonly #name: string;
	readonly #beganMs = performance.now();
	#statements = 0;
	#bytes = 0;
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
		const isWritten = this.#line(event);
		this.#statements += isWritten && !("event" in event) ? 1 : 0;
		return isWritten;
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
				this.#bytes += bytes.length;
			} catch (failure) {
				this.#isBroken = true;
				this.#takeBack();
				process.stderr.write(
					`verso: cannot write ${this.#name}: ${(failure as Error).message}; ` +
						`the recording ends there, after ${counted(this.#statements, "statement")}\n`,
				);
			}
		}
		return !this.#isBroken;
	}

	/** The beginning of a line, of which the disk took no more. */
	#takeBack(): void {
		try {
			ftruncateSync(this.#file, this.#bytes);
		} catch {
			// A pipe or a terminal keeps what it has.
		}
	}
}
