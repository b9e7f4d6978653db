/**
 * The server's log: lines of JSON on stderr or in a file.
 *
 * In: a level and, if any, a file. Out: a log for the kernel and for the server. What writes lines is loaded at the
 * first one: most servers have nothing to say when they start. A file is opened at once, so that a wrong path is told
 * at once.
 */
import type { Logger } from "pino";
import type { DebugLine, Log } from "../../core/index.ts";
import { UsageError } from "../compose/usage-error.ts";
import type { ServerLog } from "../server/log.ts";
import { logLevels } from "./setting.ts";

type Level = Exclude<(typeof logLevels)[number], "silent">;

/** A sentence, the failure that it tells of and facts about it; or facts and a sentence. */
type Line = readonly [first: string | object, second?: unknown, facts?: object];

export async function openLog(level: string, file: string | undefined): Promise<ProgramLog> {
	const log = new ProgramLog(level, file);
	if (file !== undefined) {
		try {
			await log.open();
		} catch (failure) {
			throw new UsageError(`cannot write the log file ${file}: ${(failure as Error).message}`, 1);
		}
	}
	return log;
}

export class ProgramLog implements Log, ServerLog {
	/** Undefined below the level `debug`. */
	debug: DebugLine | undefined;
	#level = "";
	readonly #file: string | undefined;
	#writer: Promise<Logger> | undefined;

	constructor(level: string, file: string | undefined) {
		this.level = level;
		this.#file = file;
	}

	get level(): string {
		return this.#level;
	}

	set level(level: string) {
		this.#level = level;
		this.debug =
			rank(level) <= rank("debug") ? (facts, sentence) => this.#write("debug", [facts, sentence]) : undefined;
	}

	info(...line: Line): void {
		this.#write("info", line);
	}

	warn(...line: Line): void {
		this.#write("warn", line);
	}

	error(...line: Line): void {
		this.#write("error", line);
	}

	/** Rejects where the file can't be written. */
	open(): Promise<Logger> {
		this.#writer ??= import("pino").then(({ pino }) =>
			pino({ level: "trace" }, pino.destination({ dest: this.#file ?? 2, mkdir: true, sync: true })),
		);
		return this.#writer;
	}

	/** Lines keep their order, since they wait for one and the same promise. */
	#write(level: Level, [first, second, more]: Line): void {
		if (rank(level) < rank(this.level)) {
			return;
		}
		const [facts, sentence] = typeof first === "string" ? [{ ...more, err: second }, first] : [first, second as string];
		void this.open().then((writer) => writer[level](facts, sentence));
	}
}

function rank(level: string): number {
	return (logLevels as readonly string[]).indexOf(level);
}
