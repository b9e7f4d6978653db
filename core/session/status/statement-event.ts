/**
 * Statement events: rows of performance_schema.events_statements_current, _history and _history_long.
 *
 * An event only refers to existing objects, so that it costs one allocation; digests are computed when the tables are
 * read.
 */
import { copiedText } from "../../types/text/own-part.ts";
import { runningMs } from "../../async/clock.ts";
import { createHash } from "node:crypto";
import { hostOf } from "../../catalog/performance-schema/processes.ts";
import type { SetupState } from "../../catalog/performance-schema/setup-state.ts";
import type { StatementEventFacts } from "../../catalog/information-schema/providers.ts";
import type { SqlError } from "../../errors/catalogue.ts";
import { digestText } from "../../sql/parameterize/digest-text.ts";
import { redactedText } from "../log/redacted-text.ts";
import type { ParserMode } from "../../sql/parser.ts";
import { shownInUtf8 } from "../../types/text/well-formed.ts";
import { cutBytes } from "../../types/text/characters.ts";
import { type ByteString, encodeText } from "../../types/value/value.ts";

/** `performance_schema_events_statements_history_size`, and the limit for all sessions. */
const keptOfSession = 10;
const keptOfAll = 10_000;
/** `performance_schema_max_sql_text_length`. */
const keptText = 1024;
/** Bytes of an error's message. */
const keptMessage = 128;

/** Plain fields: one object is created for every statement. */
class StatementEvent {
	readonly threadId: number;
	readonly eventId: number;
	readonly text: ByteString;
	readonly command: string;
	readonly database: string | null;
	/** Parser mode, for the digest; undefined: digests are off. */
	readonly mode: ParserMode | undefined;
	readonly beganMs: number;
	/** 0: still running. */
	endedMs = 0;
	error: SqlError | undefined = undefined;
	/** The text of the OK packet. */
	message: ByteString = "";
	isRows = false;
	warnings = 0;
	rowsAffected = 0;
	rowsSent = 0;
	/** Set at the end. */
	rowsExamined = 0;
	lockMs = 0;

	constructor(
		threadId: number,
		eventId: number,
		text: ByteString,
		command: string,
		database: string | null,
		mode: ParserMode | undefined,
		beganMs: number,
	) {
		this.threadId = threadId;
		this.eventId = eventId;
		this.text = text;
		this.command = command;
		this.database = database;
		this.mode = mode;
		this.beganMs = beganMs;
	}

	facts(): StatementEventFacts {
		const {
			threadId,
			eventId,
			text,
			command,
			database,
			mode,
			beganMs,
			endedMs,
			error,
			message,
			isRows,
			warnings,
			rowsAffected,
			rowsSent,
			rowsExamined,
			lockMs,
		} = this;
		const isRunning = endedMs === 0;
		return {
			threadId,
			eventId,
			command,
			text: shownInUtf8(redactedText(text)),
			beganMs,
			isRunning,
			warnings,
			rowsAffected,
			rowsSent,
			rowsExamined,
			lockMs,
			endedMs: isRunning ? runningMs() : endedMs,
			digest: mode === undefined ? null : digestOf(text, mode),
			database: database === null ? null : encodeText(database),
			code: error?.code ?? 0,
			state: error?.state ?? (isRows || isRunning ? null : "00000"),
			message:
				(error && shownInUtf8(cutBytes(error.bytes, "utf8mb4", keptMessage))) ?? (message === "" ? null : message),
		};
	}
}

export function digestOf(
	statement: ByteString,
	mode: ParserMode,
): { readonly digest: ByteString; readonly text: ByteString } {
	const text = shownInUtf8(digestText(statement, mode));
	return { text, digest: createHash("md5").update(text, "latin1").digest("hex") };
}

/** Returns a text's characters within its first 1024 bytes as a copy: a slice would keep the whole text in memory. */
export function keptPart(text: ByteString): ByteString {
	return text.length <= keptText ? text : copiedText(cutBytes(text, "utf8mb4", keptText));
}

/** Ring buffer of events; the newest replaces the oldest. */
class EventRing {
	readonly #size: number;
	#events: StatementEvent[] = [];
	#next = 0;

	constructor(size: number) {
		this.#size = size;
	}

	add(event: StatementEvent): void {
		this.#events[this.#next] = event;
		this.#next = this.#next + 1 === this.#size ? 0 : this.#next + 1;
	}

	clear(): void {
		this.#events = [];
		this.#next = 0;
	}

	/** Oldest first: those at the beginning, each when it is read, since a digest is. */
	*facts(): Generator<StatementEventFacts, void> {
		for (const event of [...this.#events.slice(this.#next), ...this.#events.slice(0, this.#next)]) {
			yield event.facts();
		}
	}
}

const ringOfSession = (): EventRing => new EventRing(keptOfSession);
export const ringOfAll = (): EventRing => new EventRing(keptOfAll);

/** State shared by all sessions: setup and the long history. */
export interface StatementWatch {
	readonly setup: SetupState;
	/** History of all sessions; filled where the setup enables it. */
	readonly all: EventRing;
}

/** Events of one session: the current one and its history. Where instrumentation is off, none are created. */
export class WatchedStatements {
	readonly #threadId: number;
	readonly #watch: StatementWatch;
	readonly history = ringOfSession();
	/** The running or last event. */
	current: StatementEvent | undefined;
	#running: StatementEvent | undefined;
	#count = 0;
	/** Columns INSTRUMENTED and HISTORY of the thread. */
	isWatched: boolean;
	isKept: boolean;

	constructor(threadId: number, watch: StatementWatch, user: string, host: string) {
		this.#threadId = threadId;
		this.#watch = watch;
		({ isWatched: this.isWatched, isKept: this.isKept } = watch.setup.actor(user, hostOf({ host })));
	}

	begin(
		text: ByteString,
		command: string,
		database: string | null,
		mode: ParserMode | undefined,
		beganMs: number,
	): void {
		const { setup } = this.#watch;
		if (!setup.keepsCurrent || !this.isWatched || setup.unwatched.has(command)) {
			this.#running = undefined;
			return;
		}
		this.#count++;
		const kept = text.length > keptText ? keptPart(text) : text;
		this.#running = new StatementEvent(this.#threadId, this.#count, kept, command, database, mode, beganMs);
		this.current = this.#running;
	}

	succeed(rowsAffected: number, rowsSent: number, isRows: boolean, warnings: number, message: ByteString): void {
		const event = this.#running;
		if (event !== undefined) {
			event.rowsAffected = rowsAffected;
			event.rowsSent = rowsSent;
			event.isRows = isRows;
			event.warnings = warnings;
			event.message = message;
		}
	}

	end(endedMs: number, error: SqlError | undefined, rowsExamined: number, lockMs: number): void {
		const event = this.#running;
		if (event === undefined) {
			return;
		}
		this.#running = undefined;
		event.endedMs = endedMs;
		event.error = error;
		event.rowsExamined = rowsExamined;
		event.lockMs = lockMs;
		if (this.isKept && this.#watch.setup.keepsHistory) {
			this.history.add(event);
		}
		if (this.isKept && this.#watch.setup.keepsLong) {
			this.#watch.all.add(event);
		}
	}
}
