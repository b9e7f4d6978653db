/**
 * What sessions did, statement by statement: rows of performance_schema.events_statements_*.
 *
 * In: statements as they begin and end. Out: facts of the one that runs, of a session's last ones, and of the last
 * ones of all. An event refers to what is there anyhow, and costs no more than itself; digests are made when somebody
 * looks.
 */
import { runningMs } from "../../async/clock.ts";
import { createHash } from "node:crypto";
import type { StatementEventFacts } from "../../catalog/information-schema/providers.ts";
import type { SqlError } from "../../errors/catalogue.ts";
import { digestText } from "../../sql/parameterize/digest-text.ts";
import type { ParserMode } from "../../sql/parser.ts";
import { type ByteString, encodeText } from "../../types/value/value.ts";

/** `performance_schema_events_statements_history_size`, and the same of all sessions. */
const keptOfSession = 10;
const keptOfAll = 10_000;
/** `performance_schema_max_sql_text_length`. */
const keptText = 1024;

/** Plain members: one is made for every statement. */
export class StatementEvent {
	readonly threadId: number;
	readonly eventId: number;
	readonly text: ByteString;
	readonly command: string;
	readonly database: string | null;
	/** How it was read; undefined: nobody wants digests. */
	readonly mode: ParserMode | undefined;
	readonly beganMs: number;
	/** 0: it runs. */
	endedMs = 0;
	error: SqlError | undefined = undefined;
	/** What OK said. */
	message: ByteString = "";
	isRows = false;
	warnings = 0;
	rowsAffected = 0;
	rowsSent = 0;
	/** Once it has ended. */
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
			text,
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
			message: error?.bytes.slice(0, 128) ?? (message === "" ? null : message),
		};
	}
}

export function digestOf(
	statement: ByteString,
	mode: ParserMode,
): { readonly digest: ByteString; readonly text: ByteString } {
	const text = digestText(statement, mode);
	return { text, digest: createHash("md5").update(text, "latin1").digest("hex") };
}

/** What is kept of a text. A part of a long one would keep all of it. */
export function keptPart(text: ByteString): ByteString {
	return text.length <= keptText ? text : Buffer.from(text.slice(0, keptText), "latin1").toString("latin1");
}

/** The last so many, the newest in place of the oldest. */
export class EventRing {
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

	/** Oldest first. */
	facts(): readonly StatementEventFacts[] {
		return [...this.#events.slice(this.#next), ...this.#events.slice(0, this.#next)].map((event) => event.facts());
	}
}

export const ringOfSession = (): EventRing => new EventRing(keptOfSession);
export const ringOfAll = (): EventRing => new EventRing(keptOfAll);
