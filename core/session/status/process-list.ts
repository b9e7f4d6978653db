/**
 * Who is connected, and what each is doing.
 *
 * In: sessions as they come, run statements and go. Out: the list for SHOW PROCESSLIST, and KILL: a mark that the
 * statement finds between batches, and the end of what it waits for.
 */
import { debugStatement } from "../log/debug-line.ts";
import type { Log } from "../log/log.ts";
import { runningMs, startedAtMs } from "../../async/clock.ts";
import type { ProcessFacts } from "../../catalog/information-schema/providers.ts";
import { type SqlError, sqlError } from "../../errors/catalogue.ts";
import { splitAccount } from "../../exec/current-account.ts";
import type { ExaminedRows } from "../../exec/execution.ts";
import { Agent, type Patience } from "../../store/lock/agent.ts";
import type { Contender, CommitContention } from "../../store/commit-contention.ts";
import type { MaybePromise } from "../../async/maybe-promise.ts";
import { type ByteString, encodeText, type Integer } from "../../types/value/value.ts";
import type { PeerProcesses } from "../server/peer-processes.ts";
import type { Traffic } from "../api/session.ts";
import type { StatementTally } from "./statement-tally.ts";
import { StatusCounters } from "./status-counters.ts";
import type { OpenTransaction } from "../run/transaction-state.ts";
import { type StatementWatch, WatchedStatements } from "./watched-statement.ts";

interface ProcessParts {
	readonly id: number;
	readonly user: string;
	readonly host: string;
	readonly disconnect?: (() => void) | undefined;
	/** How long the session waits for locks. */
	patienceMs(kind: Patience): number;
	/** What has passed over the connection. */
	readonly traffic?: (() => Traffic) | undefined;
	/** What the client told of itself. */
	readonly attributes?: ReadonlyMap<string, string> | undefined;
	/** The open transaction, for reports. */
	readonly transaction?: (() => OpenTransaction | undefined) | undefined;
	/** Told that the session asks something. */
	readonly askers?: CommitContention | undefined;
	/** `general_log` is on. */
	readonly globals?: { readonly isLogged: boolean } | undefined;
	/** Told of each statement as it begins, where `general_log` is on. */
	readonly begun?: ((text: ByteString) => void) | undefined;
	/** Told of statements that took a millisecond or more. */
	readonly ended?:
		| ((text: ByteString, beganMs: number, elapsedMs: number, rowsExamined: number, lockMs: number) => void)
		| undefined;
	/** Undefined: nobody is told of what it does. */
	readonly watch?: StatementWatch | undefined;
	/** Undefined: of the kernel's own. */
	readonly log?: Log | undefined;
}

/** What a statement has come to. */
interface StatementResult {
	/** -1: rows were answered. */
	readonly rowCount: Integer;
	readonly foundRows: Integer;
	/** What OK said. */
	readonly info: ByteString;
}

export class SessionProcess implements Contender {
	readonly id: number;
	readonly user: string;
	readonly host: string;
	/** Waits for locks in this session's name. */
	readonly agent: Agent;
	readonly transaction: () => OpenTransaction | undefined;
	readonly #disconnect: (() => void) | undefined;
	readonly #askers: CommitContention | undefined;
	askedIn = 0;
	readonly #begun: ProcessParts["begun"];
	readonly #globals: ProcessParts["globals"];
	readonly #ended: ProcessParts["ended"];
	readonly #log: Log | undefined;
	/** The running statement's text could not be read, and may hold a password. */
	#isUnreadable = false;
	/** Changed or sent by the running statement. */
	#rowCount = 0;
	/** What performance_schema tells of its statements. */
	readonly watched: WatchedStatements | undefined;
	database: string | null = null;
	#info: ByteString | null = null;
	/** By a clock of the process: of the running statement, or since it rests. */
	#sinceMs = runningMs();
	#expiry: NodeJS.Timeout | undefined;
	readonly status = new StatusCounters();
	readonly #traffic: (() => Traffic) | undefined;
	readonly #attributes: ReadonlyMap<string, string> | undefined;
	/** By the running statement. */
	readonly examined: ExaminedRows = { rows: 0 };
	/** Of the running statement. */
	#tally: StatementTally | undefined;
	/** What somebody asked to end; or the time a query may take is over. */
	killed: "no" | "query" | "connection" | "expired" = "no";

	constructor({
		id,
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
	}: ProcessParts) {
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
		this.agent = new Agent(id, patienceMs);
		this.agent.statement = () => this.#info;
		this.user = user;
		this.host = host;
		this.#disconnect = disconnect;
	}

	/** The running statement ends with 3024 after so long. */
	expireAfter(milliseconds: number): void {
		this.#expiry = setTimeout(() => {
			this.killed = "expired";
			this.agent.interrupt(sqlError("maximumStatementTime"));
		}, milliseconds);
	}

	/**
	 * `command`: see `commandName`; `error`: a text that can't be read, which may hold a password and so is for no log.
	 */
	begin(text: ByteString, command: string, tally?: StatementTally): void {
		this.#tally = tally;
		this.examined.rows = 0;
		this.agent.lockedOutMs = 0;
		this.#info = text;
		this.#isUnreadable = command === "error";
		this.#rowCount = 0;
		this.#sinceMs = runningMs();
		this.#askers?.note(this);
		this.watched?.begin(text, command, this.database, tally?.mode, this.#sinceMs);
		if (this.#globals?.isLogged === true && command !== "error") {
			this.#begun?.(text);
		}
	}

	/** It has something to do now: whoever makes this thread wait should know. */
	asks(): void {
		this.#askers?.note(this);
	}

	/** Adds what it has counted, and what has passed over its connection. */
	addTo(counters: StatusCounters): void {
		counters.merge(this.status);
		const traffic = this.#traffic?.();
		counters.add("Bytes_received", traffic?.received ?? 0);
		counters.add("Bytes_sent", traffic?.sent ?? 0);
	}

	/** The statement has ended well. */
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

	/** `error`: it has failed. */
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
			const text = this.#isUnreadable ? undefined : this.#info;
			debugStatement({ connection: this.id, elapsedMs, ...rowCounts, text, error }, debug);
		}
		this.#info = null;
		this.#sinceMs = now;
		if (this.killed === "query" || this.killed === "expired") {
			this.killed = "no";
		}
		if (this.#expiry !== undefined) {
			clearTimeout(this.#expiry);
			this.#expiry = undefined;
		}
	}

	/** The statement that runs. */
	get statement(): ByteString | null {
		return this.#info;
	}

	get isBusy(): boolean {
		return this.#info !== null;
	}

	/** Throws 1317 where the running statement is to end. */
	throwIfKilled(): void {
		if (this.killed !== "no") {
			throw sqlError(this.killed === "expired" ? "maximumStatementTime" : "queryInterrupted");
		}
	}

	kill(what: "connection" | "query"): void {
		if (what === "connection") {
			this.killed = "connection";
			this.#disconnect?.();
		} else if (this.#info !== null) {
			this.killed = "query";
		}
		if (this.killed !== "no") {
			this.agent.interrupt(sqlError("queryInterrupted"));
		}
	}

	facts(): ProcessFacts {
		return {
			id: this.id,
			user: encodeText(this.user),
			host: encodeText(this.host),
			database: this.database === null ? null : encodeText(this.database),
			command: this.#info === null ? "Sleep" : "Query",
			timeSeconds: Math.floor((runningMs() - this.#sinceMs) / 1000),
			state: this.#info === null ? "" : (this.agent.waiting?.state ?? "executing"),
			info: this.#info,
			attributes: [...(this.#attributes ?? [])].map(([name, value]) => [encodeText(name), encodeText(value)] as const),
			event: this.watched?.current?.facts() ?? null,
			isWatched: this.watched?.isWatched ?? false,
			isKept: this.watched?.isKept ?? false,
		};
	}
}

export class ProcessList {
	readonly #processes = new Map<number, SessionProcess>();
	/** What sessions counted that have ended, or flushed it. */
	readonly #past = new StatusCounters();
	/** So many sessions there were at one time. */
	greatestCount = 0;
	readonly #company: PeerProcesses;
	#lastId: number;

	constructor(company: PeerProcesses) {
		this.#company = company;
		this.#lastId = company.place + 1 - company.size;
	}

	/** An id that no other process gives: each gives every so many-th. */
	nextId(): number {
		this.#lastId += this.#company.size;
		return this.#lastId;
	}

	get count(): number {
		return this.#processes.size;
	}

	add(process: SessionProcess): void {
		this.#processes.set(process.id, process);
		this.greatestCount = Math.max(this.greatestCount, this.#processes.size);
	}

	/** What all sessions have counted. */
	status(): StatusCounters {
		const all = new StatusCounters();
		all.merge(this.#past);
		for (const process of this.#processes.values()) {
			process.addTo(all);
		}
		return all;
	}

	/** What one session has counted since it began, or since this was asked last; it begins anew. */
	flushStatus(id: number): void {
		const status = this.#processes.get(id)?.status;
		if (status !== undefined) {
			this.#past.merge(status);
			status.clear();
		}
	}

	/** What one session has counted since then. */
	statusOf(id: number): StatusCounters | undefined {
		const process = this.#processes.get(id);
		if (process === undefined) {
			return undefined;
		}
		const own = new StatusCounters();
		process.addTo(own);
		return own;
	}

	/** Sessions whose statements run just now. */
	get runningCount(): number {
		return [...this.#processes.values()].filter(({ isBusy }) => isBusy).length;
	}

	/** Its session has ended: what it counted is the server's now. */
	remove(id: number): void {
		const process = this.#processes.get(id);
		if (process !== undefined) {
			process.addTo(this.#past);
			this.#processes.delete(id);
		}
	}

	/** Throws 1095 for a connection of others. `owner`: `user@host`. */
	own(id: number, owner: string): MaybePromise<void> {
		const check = (all: readonly ProcessFacts[]): void => {
			const found = all.find((each) => each.id === id);
			if (found !== undefined && found.user !== encodeText(splitAccount(owner)[0])) {
				throw sqlError("notOwner", id);
			}
		};
		const all = this.all();
		return all instanceof Promise ? all.then(check) : check(all);
	}

	/** Throws 1094. */
	kill(id: number, what: "connection" | "query"): MaybePromise<void> {
		if (this.killHere(id, what)) {
			return;
		}
		return this.#company.kill(id, what).then((isKilled) => {
			if (!isKilled) {
				throw sqlError("unknownThread", id);
			}
		});
	}

	/** False where there is no such connection. */
	killHere(id: number, what: "connection" | "query"): boolean {
		const process = this.#processes.get(id);
		process?.kill(what);
		return process !== undefined;
	}

	/** Of all processes of the server. */
	all(): MaybePromise<readonly ProcessFacts[]> {
		const own = this.facts();
		return this.#company.size === 1
			? own
			: this.#company.processes().then((others) => [...own, ...others].sort((a, b) => a.id - b.id));
	}

	/** Those of this process of the operating system. */
	here(): Iterable<SessionProcess> {
		return this.#processes.values();
	}

	facts(): readonly ProcessFacts[] {
		return [...this.#processes.values()].map((process) => process.facts());
	}
}
