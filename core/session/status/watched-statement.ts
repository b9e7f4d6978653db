/**
 * Statement events of one session for performance_schema: the current one, and its history.
 *
 * Where instrumentation is off, no events are created.
 */
import { hostOf } from "../../catalog/performance-schema/processes.ts";
import type { SetupState } from "../../catalog/performance-schema/setup-state.ts";
import type { SqlError } from "../../errors/catalogue.ts";
import type { ParserMode } from "../../sql/parser.ts";
import type { ByteString } from "../../types/value/value.ts";
import { type EventRing, keptPart, ringOfSession, StatementEvent } from "./statement-event.ts";

/** State shared by all sessions: setup and the long history. */
export interface StatementWatch {
	readonly setup: SetupState;
	/** History of all sessions; filled where the setup enables it. */
	readonly all: EventRing;
}

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
		this.#running = new StatementEvent(this.#threadId, this.#count, keptPart(text), command, database, mode, beganMs);
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
