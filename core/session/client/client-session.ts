/**
 * Client session: implements `Session`, the commands of one client: begins and ends each statement around its run.
 *
 * What lasts from statement to statement is in `session-state.ts`; statements run in `run/statement-runner.ts`.
 */
import { type SqlError, sqlError } from "../../errors/catalogue.ts";
import type { EventRecord } from "../../catalog/record.ts";
import { yieldToEventLoop } from "../../async/event-loop-yield.ts";
import { after, attempt, lastly, type MaybePromise } from "../../async/maybe-promise.ts";
import { convertText } from "../../types/text/charset.ts";
import type { TypedValue } from "../../types/evaluation/evaluation.ts";
import { defaultSqlModeText } from "../../types/evaluation/sql-mode.ts";
import { encodeText, type ByteString } from "../../types/value/value.ts";
import { CollectingSink } from "../api/collecting-sink.ts";
import type { InternalAnswer } from "../api/session-context.ts";
import { decisionNote } from "../decide/decision-note.ts";
import { statusAfter } from "../api/result-delivery.ts";
import { tableFields } from "./field-list.ts";
import { asSqlError } from "./internal-failure.ts";
import { shownText } from "../log/secret-text.ts";
import type { Agent } from "../../store/lock/agent.ts";
import type { ResultColumn, ResultSink, SessionStatus } from "../api/result.ts";
import type { AccountRights } from "../privileges/account-rights.ts";
import type { SessionRights } from "../privileges/session-rights.ts";
import { internalLogin, internalServer } from "../server/internal-server.ts";
import type { Server } from "../server/server.ts";
import type { FingerprintCache } from "../plan-cache/fingerprint-cache.ts";
import { SessionState } from "./session-state.ts";
import { longStatementMs, SessionTurn } from "./session-turn.ts";
import { TextRun } from "./text-run.ts";
import { prepareText } from "./preparation.ts";
import type { Statement } from "../../sql/tree/statement.ts";
import type { SessionSettings } from "./session-settings.ts";
import { noteSent, textGuard } from "../../exec/rows/text-guard.ts";
import { sentError } from "./sent-error.ts";
import type { PreparedStatement, Session, SessionOptions } from "../api/session.ts";
import { OutParameters } from "../programs/out-parameters.ts";
import { noLimit } from "../kinds/statement-of.ts";
import type { StatementCache } from "../plan-cache/statement-cache.ts";
import { StatementText } from "../plan-cache/statement-text.ts";

export class ClientSession extends SessionState implements Session {
	multiStatements: boolean;
	readonly #rights: SessionRights | undefined;
	#accountRights: AccountRights | undefined;
	/** The rights of the definer whose stored program runs. */
	#acting: AccountRights | undefined;
	#settings: SessionSettings | undefined;
	/** `SessionVariables.changes` when the settings were made. */
	#settingsOf = -1;
	/** Of texts that are read with them, and the cache that they are of. */
	#shapes: FingerprintCache | undefined;
	#shapesOf: StatementCache | undefined;
	readonly #turn: SessionTurn;
	readonly #texts: TextRun;
	#isClosed = false;
	/** Called once, at close. */
	whenClosed: () => void = () => {};

	constructor(server: Server, options: SessionOptions, rights?: SessionRights, agent?: Agent) {
		super(server, options, rights, agent);
		this.#rights = rights;
		this.multiStatements = options.multiStatements ?? false;
		this.#turn = new SessionTurn(this.process);
		this.#texts = new TextRun({
			session: this,
			process: this.process,
			turn: this.#turn,
			perform: (statement, settings, sink, more) => this.#perform(statement, noParameters, settings, sink, more),
			proceed: (text, settings, sink) => this.#executeNext(text, settings, sink),
		});
	}

	get rights(): AccountRights | undefined {
		if (this.#acting !== undefined) {
			return this.#acting;
		}
		if (this.#rights !== undefined && this.#accountRights?.grants !== this.server.rights.grants) {
			this.#accountRights = this.#rights.current();
		}
		return this.#accountRights;
	}

	actAs(rights: AccountRights | undefined): void {
		this.#acting = undefined;
		this.#acting = rights === this.rights ? undefined : rights;
	}

	passwordChanged(): void {
		this.#rights?.passwordChanged();
	}

	get resultsCharset(): string | null {
		return this.settings().resultsCharset;
	}

	get clientCharset(): string {
		return this.settings().clientCharset;
	}

	settings(): SessionSettings {
		if (
			this.#settings === undefined ||
			this.#settingsOf !== this.variables.changes ||
			this.#shapesOf !== this.server.statements
		) {
			this.#settings = this.server.settings.of(this.variables);
			this.#settingsOf = this.variables.changes;
			this.#shapesOf = this.server.statements;
			this.#shapes = this.#shapesOf.shapes(this.#settings);
			this.warnings.limit = this.#settings.maximumWarnings;
			this.warnings.takesNotes = this.#settings.takesNotes;
		}
		const { charsets } = this.preparedExecution;
		return charsets === undefined ? this.#settings : this.server.settings.withCharsets(this.#settings, charsets);
	}

	execute(text: ByteString, sink: ResultSink): MaybePromise<void> {
		if (this.process.lastMs > longStatementMs) {
			return this.#othersFirst(sink, () => this.execute(text, sink));
		}
		try {
			const settings = this.settings();
			this.#turn.endMs = 0;
			const answer = this.#executeNext(settings.sendsUtf8 ? text : this.#readable(text), settings, sink);
			if (answer instanceof Promise) {
				return answer.catch((failure) => this.#tell(failure, sink, text)).then(() => this.#ended());
			}
		} catch (failure) {
			this.#tell(failure, sink, text);
		}
		this.#ended();
	}

	#othersFirst(sink: ResultSink, run: () => MaybePromise<void>): Promise<void> {
		return this.#turn.giveWay().then(run, (failure) => {
			this.#tell(failure, sink);
			this.#ended();
		});
	}

	prepare(text: ByteString): MaybePromise<PreparedStatement> {
		this.facts.beginStatement(this.warnings);
		this.warnings.clear();
		this.process.status.add("Com_stmt_prepare");
		const begin = (statement: Statement): void => this.#rights?.begin(statement);
		return this.#throwing(() =>
			prepareText(this.#readable(text), text, { session: this, process: this.process, begin }),
		);
	}

	executePrepared(id: number, parameters: readonly TypedValue[], sink: ResultSink): MaybePromise<void> {
		if (this.process.lastMs > longStatementMs) {
			return this.#othersFirst(sink, () => this.executePrepared(id, parameters, sink));
		}
		return this.#guard(sink, () => {
			const prepared = this.prepared.numbered(id, "mysqld_stmt_execute");
			const { text } = prepared;
			if (parameters.length !== text.parsed.parameterCount) {
				throw sqlError("wrongArguments", "mysqld_stmt_execute");
			}
			this.process.status.executed++;
			return this.preparedExecution.within(prepared, (settings) =>
				this.#perform(text, parameters, settings, sink, false, text.parsed.text, true),
			);
		});
	}

	closePrepared(id: number): void {
		this.process.status.add("Com_stmt_close");
		this.prepared.close(id);
	}

	resetPrepared(id: number): void {
		this.process.status.add("Com_stmt_reset");
		this.prepared.numbered(id, "mysqld_stmt_reset");
	}

	fields(table: string, pattern: string): MaybePromise<readonly ResultColumn[]> {
		return tableFields(table, pattern, this.facts.database, (query) =>
			this.columnsOf(new StatementText(this.parse(encodeText(query)))),
		);
	}

	async internal(text: string, parameters: readonly TypedValue[] = []): Promise<InternalAnswer> {
		// Its waits are this session's: KILL ends them, and this session's own locks do not stand in its way.
		const { agent } = this.process;
		const session = new ClientSession(internalServer(this.server), internalLogin, undefined, agent);
		session.variables.assign("sql_mode", defaultSqlModeText);
		for (const wait of ["innodb_lock_wait_timeout", "lock_wait_timeout"]) {
			session.variables.assign(wait, this.variables.value(wait));
		}
		const sink = new CollectingSink();
		// GRANT to thousands of accounts is as many internal statements.
		await this.#turn.next(yieldToEventLoop);
		await session.#guard(sink, () =>
			session.#perform(new StatementText(session.parse(encodeText(text))), parameters, session.settings(), sink),
		);
		return sink.answer();
	}

	/** Runs an event's body as one statement. */
	runEvent(database: string, record: EventRecord): MaybePromise<void> {
		this.process.begin(record.bodyText, "scheduler/event");
		return this.#throwing(() => after(this.programs.runEvent(database, record), () => this.process.end()));
	}

	/** Runs independent internal definitions in one commit. */
	async defineAll(texts: readonly string[]): Promise<void> {
		await this.runner.defineAll(texts.map((text) => this.parse(encodeText(text)).statement));
	}

	status(): SessionStatus {
		return statusAfter({ session: this, lastingSettings: undefined, more: false, earlierWarnings: 0 });
	}

	abandon(): void {
		this.process.abandon();
	}

	close(): void {
		if (this.#isClosed) {
			return;
		}
		this.#isClosed = true;
		if (this.process.hasCommand) {
			// The running statement ends at its wait or next batch, which rolls back the transaction.
			this.process.kill("connection");
		} else {
			this.letGo();
		}
		this.server.processes.remove(this.id);
		this.#rights?.end();
		this.whenClosed();
	}

	/** KILL QUERY. */
	interrupt(): void {
		this.process.kill("query");
	}

	/** Converts text to UTF-8 for the parser. */
	#readable(text: ByteString): ByteString {
		const { sendsUtf8, clientCharset } = this.settings();
		return sendsUtf8 ? text : convertText(text, clientCharset, "utf8mb4");
	}

	/** `text`: in UTF-8. */
	#executeNext(text: ByteString, settings: SessionSettings, sink: ResultSink): MaybePromise<void> {
		const shaped = this.#shapes?.find(text);
		return shaped === undefined
			? this.#texts.run(text, settings, sink)
			: this.#perform(shaped.statement, shaped.parameters, settings, sink, false, text);
	}

	/** Runs one statement and delivers its answer. `written`: its text, where literals became parameters. */
	#perform(
		given: StatementText,
		givenParameters: readonly TypedValue[],
		givenSettings: SessionSettings,
		sink: ResultSink,
		more = false,
		written = given.parsed.text,
		isPrepared = false,
	): MaybePromise<void> {
		const { statement } = given.parsed;
		const { server, facts, warnings, process } = this;
		const tally =
			this.#rights && server.watch.setup.countsDigests
				? server.tallies.of(given.parsed, givenSettings.parserMode, facts.database)
				: undefined;
		const shown = given.mayHoldSecret ? shownText(statement, written, givenSettings.parserMode) : written;
		process.begin(shown, isPrepared ? "com/Execute" : given.command, tally);
		facts.beginStatement(warnings);
		facts.locals = undefined;
		if (textGuard.isInstalled) {
			noteSent(facts, written, givenParameters);
		}
		if (warnings.count > 0 && !given.isDiagnostic) {
			warnings.clear();
		}
		if (this.#rights?.isWatched === true) {
			this.#rights.begin(statement);
		}
		process.status.countStatement(given.command);
		if (statement.kind === "execute") {
			return this.preparedExecution.named(statement, (text, parameters, settings) =>
				this.#run(text, parameters, settings, sink, more),
			);
		}
		if (isPrepared && statement.kind === "call-procedure") {
			facts.locals = new OutParameters();
		}
		return this.#run(given, givenParameters, givenSettings, sink, more);
	}

	#run(
		text: StatementText,
		parameters: readonly TypedValue[],
		settings: SessionSettings,
		sink: ResultSink,
		more: boolean,
	): MaybePromise<void> {
		const { process } = this;
		const maximumMs = text.maximumMs ?? settings.maximumQueryMs;
		if (maximumMs > 0) {
			process.expireAfter(maximumMs);
		}
		const ran = this.runner.run({
			session: this,
			text,
			parameters,
			settings,
			sink,
			more,
			limit: text.takesSelectLimit ? settings.selectLimit : noLimit,
			earlierWarnings: text.isDiagnostic ? this.warnings.count : 0,
			lastingSettings: text.isData ? settings : undefined,
		});
		if (ran instanceof Promise) {
			return ran.then(() => process.done(text.command, this.facts, this.warnings.count));
		}
		process.done(text.command, this.facts, this.warnings.count);
	}

	/** Runs a command whose failure goes to its caller. */
	#throwing<T>(run: () => MaybePromise<T>): MaybePromise<T> {
		return lastly(
			() =>
				attempt(run, (failure) => {
					throw this.#failed(failure);
				}),
			() => this.#ended(),
		);
	}

	/** Sends a failure to the sink and adds it to the statement's warnings. */
	#guard(sink: ResultSink, step: () => MaybePromise<void>): MaybePromise<void> {
		try {
			const answer = step();
			if (answer instanceof Promise) {
				return answer.catch((failure) => this.#tell(failure, sink)).then(() => this.#ended());
			}
		} catch (failure) {
			this.#tell(failure, sink);
		}
		this.#ended();
	}

	/** `text`: as sent, of a statement that was not started because of a syntax error. */
	#tell(failure: unknown, sink: ResultSink, text?: ByteString): void {
		if (text !== undefined && !this.process.isBusy) {
			this.process.begin(this.#readable(text), "error");
			this.warnings.clear();
		}
		sink.error(this.#failed(failure));
	}

	#ended(): void {
		this.server.exchange?.commandEnded(this);
		if (this.frame.scratch.isUsed) {
			this.frame.scratch.clear();
		}
		if (this.#isClosed) {
			this.letGo();
		}
	}

	#failed(failure: unknown): SqlError {
		const error = sentError(asSqlError(failure, this.server.log, this.process), this.facts);
		this.process.end(error);
		this.warnings.fail(error);
		if (error.decision !== undefined && this.variables.value("verso_trace_rules") === 1) {
			this.warnings.record(decisionNote(error.decision));
		}
		this.facts.rowCount = -1;
		return error;
	}
}

const noParameters: readonly TypedValue[] = [];
