/**
 * One session's entry in the process list: its running statement, and KILL.
 *
 * KILL sets a mark, which the statement checks between batches, and interrupts its waits.
 */
import { clearTimeout, setTimeout } from "../../async/timers.ts";
import { debugStatement } from "../log/debug-line.ts";
import type { Log } from "../log/log.ts";
import { redactedText } from "../log/redacted-text.ts";
import { runningMs, startedAtMs } from "../../async/clock.ts";
import { yieldToEventLoop } from "../../async/event-loop-yield.ts";
import type { MaybePromise } from "../../async/maybe-promise.ts";
import { retrying } from "../../async/suspension.ts";
import type { ProcessFacts } from "../../catalog/information-schema/providers.ts";
import { type SqlError, sqlError } from "../../errors/catalogue.ts";
import type { ExaminedRows } from "../../exec/execution.ts";
import { PlanningTurns } from "../../plan/tree/planning-turns.ts";
import { Agent, type Patience } from "../../store/lock/agent.ts";
import type { Contender, CommitContention } from "../../store/commit-contention.ts";
import { shownInUtf8 } from "../../types/text/well-formed.ts";
import { type ByteString, encodeText, type Integer } from "../../types/value/value.ts";
import type { Traffic } from "../api/session.ts";
import type { LongStatementMemory } from "./long-statement-memory.ts";
import type { StatementTally } from "./statement-tally.ts";
import { StatusCounters } from "./status-counters.ts";
import type { OpenTransaction } from "../run/transaction-state.ts";
import { type StatementWatch, WatchedStatements } from "./statement-event.ts";

interface ProcessParts {
	readonly id: number;
	readonly user: string;
	readonly host: string;
	/** Of another session, which waits as this one does. */
	readonly agent?: Agent | undefined;
	readonly disconnect?: (() => void) | undefined;
	/** Returns the lock wait timeout. */
	patienceMs(kind: Patience): number;
	/** Returns the bytes received and sent. */
	readonly traffic?: (() => Traffic) | undefined;
	/** Connection attributes sent by the client. */
	readonly attributes?: ReadonlyMap<string, string> | undefined;
	/** Returns the open transaction, for reports. */
	readonly transaction?: (() => OpenTransaction | undefined) | undefined;
	/** Receives a note of each statement, to measure contention. */
	readonly askers?: CommitContention | undefined;
	/** `general_log` is on. */
	readonly globals?: { readonly isLogged: boolean } | undefined;
	/** Called with each statement as it starts, where `general_log` is on. */
	readonly begun?: ((text: ByteString) => void) | undefined;
	/** Called with statements that took a millisecond or more. */
	readonly ended?:
		| ((text: ByteString, beganMs: number, elapsedMs: number, rowsExamined: number, lockMs: number) => void)
		| undefined;
	/** Undefined: no events are recorded. */
	readonly watch?: StatementWatch | undefined;
	/** Undefined: internal session. */
	readonly log?: Log | undefined;
	readonly memory: LongStatementMemory;
}

/** Outcome of a statement. */
interface StatementResult {
	/** -1: a result set. */
	readonly rowCount: Integer;
	readonly foundRows: Integer;
	/** The text of the OK packet. */
	readonly info: ByteString;
}

export class SessionProcess implements Contender {
	readonly id: number;
	readonly user: string;
	readonly host: string;
	/** Owner of the session's lock requests. */
	readonly agent: Agent;
	readonly transaction: () => OpenTransaction | undefined;
	readonly #disconnect: (() => void) | undefined;
	readonly #askers: CommitContention | undefined;
	askedIn = 0;
	readonly #begun: ProcessParts["begun"];
	readonly #globals: ProcessParts["globals"];
	readonly #ended: ProcessParts["ended"];
	readonly #log: Log | undefined;
	/** The running statement's text has a syntax error, and may hold a password. */
	#isUnreadable = false;
	/** Rows changed or sent by the running statement. */
	#rowCount = 0;
	readonly memory: LongStatementMemory;
	/** Statement events for performance_schema. */
	readonly watched: WatchedStatements | undefined;
	database: string | null = null;
	#info: ByteString | null = null;
	/** Monotonic time when the running statement started, or when the session became idle. */
	#sinceMs = runningMs();
	#expiry: NodeJS.Timeout | undefined;
	readonly status = new StatusCounters();
	readonly #traffic: (() => Traffic) | undefined;
	readonly #attributes: ReadonlyMap<string, string> | undefined;
	/** Rows examined by the running statement. */
	readonly examined: ExaminedRows = { rows: 0 };
	/** Tally of the running statement. */
	#tally: StatementTally | undefined;
	/** Pending KILL, or expiry of the time limit. */
	killed: "no" | "query" | "connection" | "expired" = "no";
	/** A command is at hand of which no statement runs yet: KILL QUERY ends it, too. */
	#isStarting = false;
	/** How long the last statement took. */
	lastMs = 0;

	constructor({
		id,
		agent,
		user,
		host,
		disconnect,
		patienceMs,
		transaction,
		traffic,
		attributes,
		askers,
		begun,
		ended,
		globals,
		watch,
		log,
		memory,
	}: ProcessParts) {
		this.memory = memory;
		this.#log = log;
		this.#traffic = traffic;
		this.#attributes = attributes;
		this.transaction = transaction ?? (() => undefined);
		this.#askers = askers;
		this.#begun = begun;
		this.#globals = globals;
		this.#ended = ended;
		this.watched = watch && new WatchedStatements(id, watch, user, host);
		this.id = id;
		this.agent = agent ?? new Agent(id, patienceMs);
		if (agent === undefined) {
			this.agent.statement = () => this.statement;
		}
		this.user = user;
		this.host = host;
		this.#disconnect = disconnect;
	}

	/** Sets the time limit of the running statement: error 3024. */
	expireAfter(milliseconds: number): void {
		this.#expiry = setTimeout(() => {
			this.killed = "expired";
			this.agent.interrupt(sqlError("maximumStatementTime"));
		}, milliseconds);
	}

	/**
	 * Starts a statement. `command`: see `commandName`; `error`: a text with a syntax error, which is not logged since
	 * it may hold a password.
	 */
	begin(text: ByteString, command: string, tally?: StatementTally): void {
		this.#tally = tally;
		this.examined.rows = 0;
		this.agent.lockedOutMs = 0;
		this.#info = text;
		this.#isUnreadable = command === "error";
		this.#rowCount = 0;
		this.#sinceMs = runningMs();
		if (this.#askers !== undefined && this.#askers.round !== this.askedIn) {
			this.#askers.note(this);
		}
		this.watched?.begin(text, command, this.database, tally?.mode, this.#sinceMs);
		if (this.#globals?.isLogged === true && command !== "error") {
			this.#begun?.(redactedText(text));
		}
	}

	/** Notes that the session has work, for the measure of contention. */
	asks(): void {
		if (this.#askers !== undefined && this.#askers.round !== this.askedIn) {
			this.#askers.note(this);
		}
	}

	/** Gives way to other sessions. Throws if the statement was killed meanwhile. */
	async letOthers(): Promise<void> {
		await yieldToEventLoop();
		this.throwIfKilled();
		this.asks();
	}

	/** Plans something in turns, and gives back the memory that its plan took. */
	takeTurns<T>(plan: (turns: PlanningTurns) => T): MaybePromise<T> {
		const turns = new PlanningTurns(this);
		return this.memory.planning(() => retrying(() => plan(turns)));
	}

	/** Adds the session's counters and the bytes of its connection. */
	addTo(counters: StatusCounters): void {
		counters.merge(this.status);
		const traffic = this.#traffic?.();
		counters.add("Bytes_received", traffic?.received ?? 0);
		counters.add("Bytes_sent", traffic?.sent ?? 0);
	}

	/** Ends a statement that succeeded. */
	done(command: string, { rowCount, foundRows, info }: StatementResult, warningCount: number): void {
		const isRows = rowCount === -1;
		const [changed, sent] = isRows ? [0, Number(foundRows)] : [Number(rowCount), 0];
		this.status.countRows(command, changed + sent);
		this.#rowCount = changed + sent;
		if (this.#tally !== undefined) {
			this.#tally.rowsAffected += changed;
			this.#tally.rowsSent += sent;
		}
		this.watched?.succeed(changed, sent, isRows, warningCount, info);
		this.end();
	}

	/** Ends a statement; `error`: it failed. */
	end(error?: SqlError): void {
		const now = runningMs();
		const elapsedMs = now - this.#sinceMs;
		const { rows } = this.examined;
		const { lockedOutMs } = this.agent;
		this.#tally?.add(elapsedMs, startedAtMs + now, error !== undefined, rows, lockedOutMs);
		this.#tally = undefined;
		this.watched?.end(now, error, rows, lockedOutMs);
		if (elapsedMs >= 1 && this.#info !== null) {
			this.#ended?.(this.#info, startedAtMs + this.#sinceMs, elapsedMs, rows, lockedOutMs);
		}
		const debug = this.#log?.debug;
		if (debug !== undefined && this.#info !== null) {
			const rowCounts = { rows: this.#rowCount, examined: rows };
			const text = this.#isUnreadable ? undefined : redactedText(this.#info);
			debugStatement({ connection: this.id, elapsedMs, ...rowCounts, text, error }, debug);
		}
		this.#info = null;
		if (this.memory.isTaken) {
			this.memory.release();
		}
		this.#sinceMs = now;
		this.lastMs = elapsedMs;
		if (this.killed === "query" || this.killed === "expired") {
			this.killed = "no";
		}
		if (this.#expiry !== undefined) {
			clearTimeout(this.#expiry);
			this.#expiry = undefined;
		}
	}

	/** The running statement's text as others see it: without passwords, in UTF-8. */
	get statement(): ByteString | null {
		return this.#info === null ? null : shownInUtf8(redactedText(this.#info));
	}

	get isBusy(): boolean {
		return this.#info !== null;
	}

	/** A statement runs, or a command waits for its turn or is being parsed. */
	get hasCommand(): boolean {
		return this.#info !== null || this.#isStarting;
	}

	/** Waits while no statement runs: before a command's first one, or between two of one text. */
	async wait<T>(waiting: Promise<T>): Promise<T> {
		this.#isStarting = true;
		this.#sinceMs = runningMs();
		try {
			return await waiting;
		} finally {
			this.#isStarting = false;
		}
	}

	/** Throws 1317 or 3024 where the running statement must end. */
	throwIfKilled(): void {
		if (this.killed !== "no") {
			throw sqlError(this.killed === "expired" ? "maximumStatementTime" : "queryInterrupted");
		}
	}

	kill(what: "connection" | "query"): void {
		if (what === "connection") {
			this.killed = "connection";
			this.#disconnect?.();
		} else if (this.hasCommand) {
			this.killed = "query";
		}
		if (this.killed !== "no") {
			this.agent.interrupt(sqlError("queryInterrupted"));
		}
	}

	/** The client is gone: what runs ends as by KILL, and so does each later wait. */
	abandon(): void {
		this.killed = "connection";
		this.agent.abandon(sqlError("queryInterrupted"));
	}

	facts(): ProcessFacts {
		return {
			id: this.id,
			user: encodeText(this.user),
			host: encodeText(this.host),
			database: this.database === null ? null : encodeText(this.database),
			command: this.hasCommand ? "Query" : "Sleep",
			timeSeconds: Math.floor((runningMs() - this.#sinceMs) / 1000),
			state: this.#info !== null ? (this.agent.waiting?.state ?? "executing") : this.#isStarting ? "starting" : "",
			info: this.statement,
			attributes: [...(this.#attributes ?? [])].map(([name, value]) => [encodeText(name), encodeText(value)] as const),
			event: this.watched?.current?.facts() ?? null,
			isWatched: this.watched?.isWatched ?? false,
			isKept: this.watched?.isKept ?? false,
		};
	}
}
