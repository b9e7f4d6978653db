/**
 * Client session: implements `Session`; parses text, keeps state between statements, delivers results to a sink.
 *
 * Statements run in `run/statement-runner.ts`.
 */
import { isAdministrator } from "../server/server-mode.ts";
import { type SqlError, sqlError } from "../../errors/catalogue.ts";
import type { EventRecord } from "../../catalog/record.ts";
import { runningMs } from "../../async/clock.ts";
import { sliceMs, yieldToEventLoop } from "../../async/event-loop-yield.ts";
import { after, attempt } from "../../async/maybe-promise.ts";
import type { ResolutionContext } from "../../functions/definition/function.ts";
import type { FirstStatement, ParsedStatement } from "../../sql/parser.ts";
import type { Execute } from "../../sql/tree/prepared-statement.ts";
import { refuseParameters, syntaxError } from "../../sql/parse/index.ts";
import type { MaybePromise } from "../../async/maybe-promise.ts";
import { convertText } from "../../types/text/charset.ts";
import type { TypedValue } from "../../types/evaluation/evaluation.ts";
import { defaultSqlModeText } from "../../types/evaluation/sql-mode.ts";
import { encodeText, type ByteString } from "../../types/value/value.ts";
import { CollectingSink } from "../api/collecting-sink.ts";
import type { SessionContext, InternalAnswer } from "../api/session-context.ts";
import { decisionNote } from "../decide/decision-note.ts";
import { useDatabase } from "./default-database.ts";
import { deliver, statusAfter } from "../api/result-delivery.ts";
import { outcomeWithoutStatement } from "./empty-text.ts";
import { tableFields } from "./field-list.ts";
import { takeInitialVariables } from "./initial-variables.ts";
import { asSqlError } from "./internal-failure.ts";
import { HandlerList } from "./handler-list.ts";
import { parseLong } from "./long-text.ts";
import { longText } from "../plan-cache/statement-weight.ts";
import { sessionProcess } from "./session-process.ts";
import { preparedColumns } from "./prepared-columns.ts";
import { crossProcessTableLocks } from "../locks/cross-process-table-locks.ts";
import { OutParameters } from "../programs/out-parameters.ts";
import { ProgramsOfSession } from "../programs/session-programs.ts";
import { type Prepared, PreparedList } from "./prepared-list.ts";
import { shownText } from "../log/secret-text.ts";
import type { Agent } from "../../store/lock/agent.ts";
import type { SessionProcess } from "../status/process-entry.ts";
import type { ResultColumn, ResultSink, SessionStatus } from "../api/result.ts";
import type { AccountRights } from "../privileges/account-rights.ts";
import type { SessionRights } from "../privileges/session-rights.ts";
import { internalLogin, internalServer } from "../server/internal-server.ts";
import type { Server } from "../server/server.ts";
import type { FingerprintCache } from "../plan-cache/fingerprint-cache.ts";
import { FactsOfSession } from "./session-facts.ts";
import { SessionFiles } from "./session-files.ts";
import { SessionProviders } from "./session-providers.ts";
import { hasSameCharsets, type SessionSettings } from "./session-settings.ts";
import { UsedVariables, usingParameters } from "../statements/using-parameter.ts";
import { noteSent, textGuard } from "../../exec/rows/text-guard.ts";
import { sentError } from "./sent-error.ts";
import { SessionVariables } from "./session-variables.ts";
import { Variables } from "../../rules/variables.ts";
import type { PreparedStatement, Session, SessionOptions } from "../api/session.ts";
import { WaitsOfSession } from "./session-waits.ts";
import { StatementFrame } from "../run/statement-frame.ts";
import { noLimit } from "../kinds/statement-of.ts";
import { StatementRunner } from "../run/statement-runner.ts";
import type { StatementCache } from "../plan-cache/statement-cache.ts";
import { StatementText } from "../plan-cache/statement-text.ts";
import { TableLocks } from "../locks/table-locks.ts";
import { TemporaryList } from "./temporary-list.ts";
import { TransactionState } from "../run/transaction-state.ts";
import { WarningList } from "./warning-list.ts";
import { parseWhole, wholeOf } from "./whole-text.ts";

export class ClientSession implements Session, SessionContext {
	readonly id: number;
	readonly server: Server;
	readonly facts: FactsOfSession;
	readonly variables: SessionVariables;
	readonly transaction: TransactionState;
	readonly tables: TableLocks;
	readonly prepared: PreparedList;
	readonly handlers = new HandlerList();
	readonly temporary: TemporaryList;
	readonly account: SessionContext["account"];
	multiStatements: boolean;
	readonly runsWithin: SessionContext["runsWithin"];
	readonly #options: SessionOptions;
	readonly warnings: WarningList;
	readonly #process: SessionProcess;
	readonly #frame: StatementFrame;
	readonly #runner: StatementRunner;
	/** Undefined for internal sessions, which are neither listed nor counted. */
	readonly #rights: SessionRights | undefined;
	#accountRights: AccountRights | undefined;
	readonly isInternal: boolean;
	readonly programs: ProgramsOfSession;
	/** The rights of the definer whose stored program runs. */
	#acting: AccountRights | undefined;
	#settings: SessionSettings | undefined;
	/** `SessionVariables.changes` when the settings were made. */
	#settingsOf = -1;
	/** Of texts that are read with them, and the cache that they are of. */
	#shapes: FingerprintCache | undefined;
	#shapesOf: StatementCache | undefined;
	/** Of a text of several statements: when others are served before the next; 0: it has begun. */
	#turnEndMs = 0;
	/** Of the prepared statement that runs, where its charsets are not the session's. */
	#preparedCharsets: ResolutionContext | undefined;
	/** While a statement runs that was prepared in another database. */
	#databaseOutside: { readonly name: string | null } | undefined;
	#isClosed = false;
	/** Called once, at close. */
	whenClosed: () => void = () => {};

	constructor(server: Server, options: SessionOptions, rights?: SessionRights, agent?: Agent) {
		this.#rights = rights;
		this.isInternal = rights === undefined;
		this.id = options.connectionId ?? server.processes.nextId();
		this.server = server;
		this.account = { user: options.user, host: options.accountHost };
		this.prepared = new PreparedList(server.prepared, () => Number(server.globals.read("max_prepared_stmt_count")));
		this.multiStatements = options.multiStatements ?? false;
		this.runsWithin = options.runsWithin;
		this.#options = options;
		this.facts = new FactsOfSession(
			{
				connectionId: this.id,
				user: `${options.login ?? options.user}@${options.host}`,
				currentUser: `${options.user}@${options.accountHost}`,
				version: server.version,
				inForce: server.inForce,
				proxyUser: options.proxyUser,
				bytesAreText: server.book.ask(Variables).bytesAreText(),
				seeded: server.seeded,
			},
			server.clock,
			server.scratch.pool,
		);
		this.warnings = new WarningList(this.facts.bytesAreText);
		const { registry, globals, switches } = server;
		this.variables = new SessionVariables(registry, globals, switches, this.facts, this.isInternal);
		this.facts.variables = this.variables;
		this.temporary = new TemporaryList(server);
		this.#process = sessionProcess(this, options, rights, agent);
		this.facts.waits = new WaitsOfSession(server.nameLocks, this.#process.agent, server.sharedNames, () =>
			this.#process.throwIfKilled(),
		);
		this.tables = new TableLocks(
			server.tableGuards,
			this.#process.agent,
			crossProcessTableLocks(server.sharedTables, this.#process.agent, this.facts.waits, this.variables),
		);
		this.transaction = new TransactionState({
			store: server.store,
			locks: server.rowLocks,
			agent: this.#process.agent,
			tables: this.tables,
			log: server.log,
		});
		this.#frame = new StatementFrame({
			conversation: this,
			providers: new SessionProviders(this, this.warnings, options.transport),
			warnings: this.warnings,
			process: this.#process,
			files: new SessionFiles(server, options, this.facts.waits),
			foundRows: options.foundRows ?? false,
		});
		const frame = this.#frame;
		const runner = new StatementRunner(frame);
		this.#runner = runner;
		this.programs = new ProgramsOfSession(this, {
			run: (context) => runner.run(context),
			runWithin: (context, around) => runner.runWithin(context, around),
			evaluation: () => frame.strictExecution(),
		});
		this.facts.programs = this.programs;
		takeInitialVariables(this.variables, this.#options);
		if (!this.isInternal) {
			server.processes.add(this.#process);
		}
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

	readonly passwordChanged = (): void => this.#rights?.passwordChanged();

	get resultsCharset(): string | null {
		return this.settings().resultsCharset;
	}

	get clientCharset(): string {
		return this.settings().clientCharset;
	}

	get idleSeconds(): number {
		return Number(this.variables.value("wait_timeout"));
	}

	get isWaiting(): boolean {
		return this.#process.agent.waiting !== undefined;
	}

	get isAdministrator(): boolean {
		return isAdministrator(this);
	}

	get temporaryFolder(): string {
		return String(this.variables.value("tmpdir"));
	}

	get netReadSeconds(): number {
		return Number(this.variables.value("net_read_timeout"));
	}

	get netWriteSeconds(): number {
		return Number(this.variables.value("net_write_timeout"));
	}

	get largestPacketBytes(): number {
		return Number(this.variables.value("max_allowed_packet"));
	}

	get isBusy(): boolean {
		return this.#process.isBusy;
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
		return this.#preparedCharsets === undefined
			? this.#settings
			: this.server.settings.withCharsets(this.#settings, this.#preparedCharsets);
	}

	/** Returns the settings that a prepared statement runs with, until it has ended; it keeps its database, too. */
	#enterPrepared({ resolution, database }: Prepared): SessionSettings {
		if (database !== null && database !== this.facts.database) {
			this.#databaseOutside = { name: this.facts.database };
			this.facts.database = database;
		}
		const settings = this.settings();
		if (hasSameCharsets(settings.resolution, resolution)) {
			return settings;
		}
		this.#preparedCharsets = resolution;
		return this.settings();
	}

	execute(text: ByteString, sink: ResultSink): MaybePromise<void> {
		if (this.#process.lastMs > longStatementMs) {
			return this.#othersFirst(sink, () => this.execute(text, sink));
		}
		try {
			const settings = this.settings();
			this.#turnEndMs = 0;
			const answer = this.#executeNext(settings.sendsUtf8 ? text : this.#readable(text), settings, sink);
			if (answer instanceof Promise) {
				return answer.catch((failure) => this.#tell(failure, sink, text)).then(() => this.#ended());
			}
		} catch (failure) {
			this.#tell(failure, sink, text);
		}
		this.#ended();
	}

	/** Others' commands that arrived while a long statement of this client ran come before its next. */
	#othersFirst(sink: ResultSink, run: () => MaybePromise<void>): Promise<void> {
		// A KILL of an earlier statement does not end this one.
		const { killed } = this.#process;
		this.#process.lastMs = 0;
		return this.#process
			.wait(yieldToEventLoop())
			.then(() => (this.#process.killed === killed ? run() : this.#guard(sink, () => this.#process.throwIfKilled())));
	}

	parse(text: ByteString): ParsedStatement {
		return parseWhole(text, this.settings().parserMode, this.isInternal ? undefined : this.server.parser);
	}

	prepare(text: ByteString): MaybePromise<PreparedStatement> {
		this.facts.beginStatement(this.warnings);
		this.warnings.clear();
		this.#process.status.add("Com_stmt_prepare");
		const prepare = (): MaybePromise<PreparedStatement> => {
			const readable = this.#readable(text);
			if (readable.length <= longText) {
				return this.#prepareParsed(readable, text, (given) => this.parse(given));
			}
			const parsed = parseLong(readable, this.settings().parserMode, this.server.parser, this.#process);
			return after(parsed, (found) => this.#prepareParsed(readable, text, (given) => wholeOf(found, given)));
		};
		return attempt(prepare, (failure) => {
			const error = this.#failed(failure);
			this.#ended();
			throw error;
		});
	}

	/** `text`: as sent; `parse`: of its readable form. */
	#prepareParsed(
		readable: ByteString,
		text: ByteString,
		parse: (readable: ByteString) => ParsedStatement,
	): MaybePromise<PreparedStatement> {
		const statement = this.server.statements.toPrepare(readable, this.settings().parserMode, parse);
		this.#process.begin(shownText(statement.parsed.statement, text, this.settings().parserMode), "com/Prepare");
		this.#rights?.begin(statement.parsed.statement);
		return after(this.columnsOf(statement), (columns) => {
			this.#process.end();
			const { resolution } = this.settings();
			const prepared = {
				id: this.prepared.add({ text: statement, resolution, database: this.facts.database }),
				textCharset: resolution.connectionCharset,
				textCollation: resolution.connectionCollation,
				parameterCount: statement.parsed.parameterCount,
				columns,
				warningCount: this.warnings.count,
			};
			this.#ended();
			return prepared;
		});
	}

	executePrepared(id: number, parameters: readonly TypedValue[], sink: ResultSink): MaybePromise<void> {
		if (this.#process.lastMs > longStatementMs) {
			return this.#othersFirst(sink, () => this.executePrepared(id, parameters, sink));
		}
		return this.#guard(sink, () => {
			const prepared = this.prepared.numbered(id, "mysqld_stmt_execute");
			const { text } = prepared;
			if (parameters.length !== text.parsed.parameterCount) {
				throw sqlError("wrongArguments", "mysqld_stmt_execute");
			}
			this.#process.status.executed++;
			const settings = this.#enterPrepared(prepared);
			return this.#perform(text, parameters, settings, sink, false, text.parsed.text, true);
		});
	}

	closePrepared(id: number): void {
		this.#process.status.add("Com_stmt_close");
		this.prepared.close(id);
	}

	resetPrepared(id: number): void {
		this.#process.status.add("Com_stmt_reset");
		this.prepared.numbered(id, "mysqld_stmt_reset");
	}

	use(name: string): MaybePromise<void> {
		return useDatabase(name, this.#frame, this.#process);
	}

	fields(table: string, pattern: string): MaybePromise<readonly ResultColumn[]> {
		return tableFields(table, pattern, this.facts.database, (query) =>
			this.columnsOf(new StatementText(this.parse(encodeText(query)))),
		);
	}

	async internal(text: string, parameters: readonly TypedValue[] = []): Promise<InternalAnswer> {
		// Its waits are this session's: KILL ends them, and this session's own locks do not stand in its way.
		const { agent } = this.#process;
		const session = new ClientSession(internalServer(this.server), internalLogin, undefined, agent);
		session.variables.assign("sql_mode", defaultSqlModeText);
		for (const wait of ["innodb_lock_wait_timeout", "lock_wait_timeout"]) {
			session.variables.assign(wait, this.variables.value(wait));
		}
		const sink = new CollectingSink();
		// GRANT to thousands of accounts is as many internal statements.
		await this.#nextTurn(yieldToEventLoop);
		await session.#guard(sink, () =>
			session.#perform(new StatementText(session.parse(encodeText(text))), parameters, session.settings(), sink),
		);
		return sink.answer();
	}

	/** Runs an event's body as one statement. */
	runEvent(database: string, record: EventRecord): MaybePromise<void> {
		this.#process.begin(record.bodyText, "scheduler/event");
		const run = (): MaybePromise<void> =>
			after(this.programs.runEvent(database, record), () => {
				this.#process.end();
				this.#ended();
			});
		return attempt(run, (failure) => {
			const error = this.#failed(failure);
			this.#ended();
			throw error;
		});
	}

	/** Runs independent internal definitions in one commit. */
	async defineAll(texts: readonly string[]): Promise<void> {
		await this.#runner.defineAll(texts.map((text) => this.parse(encodeText(text)).statement));
	}

	leave(): void {
		this.#options.disconnect?.();
	}

	status(): SessionStatus {
		return statusAfter({ session: this, lastingSettings: undefined, more: false, isDiagnostic: false });
	}

	reset(): void {
		this.#letGo();
		this.variables.reset();
		this.facts.forget();
		this.warnings.clear();
		this.transaction.planNext();
		takeInitialVariables(this.variables, this.#options);
	}

	abandon(): void {
		this.#process.abandon();
	}

	close(): void {
		if (this.#isClosed) {
			return;
		}
		this.#isClosed = true;
		if (this.#process.hasCommand) {
			// The running statement ends at its wait or next batch, which rolls back the transaction.
			this.#process.kill("connection");
		} else {
			this.#letGo();
		}
		this.server.processes.remove(this.id);
		this.#rights?.end();
		this.whenClosed();
	}

	/**
	 * Rolls back, and lets go of all that stands in the data: locks, names, handlers, temporary tables. Variables and
	 * prepared statements stay.
	 */
	leaveData(): void {
		this.transaction.leave(this.server.branches);
		this.tables.unlock();
		this.facts.waits.releaseLocks();
		this.handlers.clear();
		this.temporary.forget();
	}

	/** KILL QUERY. */
	interrupt(): void {
		this.#process.kill("query");
	}

	#letGo(): void {
		this.transaction.leave(this.server.branches);
		this.tables.unlock();
		this.facts.waits.releaseLocks();
		this.handlers.clear();
		this.prepared.clear();
		this.temporary.clear();
		this.facts.release();
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
			? this.#executeParsed(text, settings, sink)
			: this.#perform(shaped.statement, shaped.parameters, settings, sink, false, text);
	}

	/** Runs a text without a fingerprint, or several statements. */
	#executeParsed(text: ByteString, settings: SessionSettings, sink: ResultSink): MaybePromise<void> {
		const { statements } = this.server;
		const { parserMode } = settings;
		const known = statements.texts.find(text, parserMode);
		if (known !== undefined) {
			return this.#perform(known, noParameters, settings, sink);
		}
		const { parser } = this.server;
		if (text.length <= longText) {
			return this.#executeFirst(parser.parseFirst(text, parserMode), text, settings, sink);
		}
		return after(parseLong(text, parserMode, parser, this.#process), (found) =>
			this.#executeFirst(found, text, settings, sink),
		);
	}

	#executeFirst(
		{ first, rest }: FirstStatement,
		text: ByteString,
		settings: SessionSettings,
		sink: ResultSink,
	): MaybePromise<void> {
		const { statements } = this.server;
		const { parserMode } = settings;
		if (first === undefined) {
			const delivery = { session: this, sink, limit: noLimit, more: false, isDiagnostic: false };
			return deliver(outcomeWithoutStatement(text), { ...delivery, lastingSettings: settings });
		}
		const hasMore = rest < text.length;
		if (hasMore && !this.multiStatements) {
			throw syntaxError(text, 0, rest);
		}
		refuseParameters(first, parserMode);
		const statement = hasMore
			? new StatementText(first)
			: statements.texts.keep(text, parserMode, new StatementText(first));
		const ran = this.#perform(statement, noParameters, settings, sink, hasMore);
		return hasMore ? after(ran, () => this.#executeRest(text.slice(rest), sink)) : ran;
	}

	/** Further statements of one text: others are served when they have taken a turn's time. */
	#executeRest(text: ByteString, sink: ResultSink): MaybePromise<void> {
		return after(
			this.#nextTurn(() => this.#process.wait(yieldToEventLoop())),
			() => {
				this.#process.throwIfKilled();
				return this.#executeNext(text, this.settings(), sink);
			},
		);
	}

	#nextTurn(serveOthers: () => Promise<void>): MaybePromise<void> {
		const isOver = this.#turnEndMs !== 0 && runningMs() > this.#turnEndMs;
		return after(isOver ? serveOthers() : undefined, () => {
			if (isOver || this.#turnEndMs === 0) {
				this.#turnEndMs = runningMs() + sliceMs;
			}
		});
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
		const { server, facts, warnings } = this;
		const process = this.#process;
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
		let text = given;
		let parameters = givenParameters;
		let settings = givenSettings;
		if (statement.kind === "execute") {
			const prepared = this.#namedStatement(statement);
			text = prepared.text;
			this.runsWithin?.(text.parsed.text);
			parameters = usingParameters(statement.using, facts, prepared.resolution);
			facts.locals = new UsedVariables(statement.using, facts);
			settings = this.#enterPrepared(prepared);
		} else if (isPrepared && statement.kind === "call-procedure") {
			facts.locals = new OutParameters();
		}
		const maximumMs = text.maximumMs ?? settings.maximumQueryMs;
		if (maximumMs > 0) {
			process.expireAfter(maximumMs);
		}
		const ran = this.#runner.run({
			session: this,
			text,
			parameters,
			settings,
			sink,
			more,
			limit: text.takesSelectLimit ? settings.selectLimit : noLimit,
			isDiagnostic: text.isDiagnostic,
			lastingSettings: text.isData ? settings : undefined,
		});
		if (ran instanceof Promise) {
			return ran.then(() => this.#done(text));
		}
		this.#done(text);
	}

	#done(text: StatementText): void {
		this.#leavePrepared();
		this.#process.done(text.command, this.facts, this.warnings.count);
	}

	#namedStatement({ name, using }: Execute): Prepared {
		const named = this.prepared.named(name);
		if (using.length !== named.text.parsed.parameterCount) {
			throw sqlError("wrongArguments", "EXECUTE");
		}
		return named;
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
		if (text !== undefined && !this.#process.isBusy) {
			this.#process.begin(this.#readable(text), "error");
			this.warnings.clear();
		}
		sink.error(this.#failed(failure));
	}

	#leavePrepared(): void {
		this.#preparedCharsets = undefined;
		if (this.#databaseOutside !== undefined) {
			this.facts.database = this.#databaseOutside.name;
			this.#databaseOutside = undefined;
		}
	}

	#ended(): void {
		this.#leavePrepared();
		if (this.#frame.scratch.isUsed) {
			this.#frame.scratch.clear();
		}
		if (this.#isClosed) {
			this.#letGo();
		}
	}

	#failed(failure: unknown): SqlError {
		const error = sentError(asSqlError(failure, this.server.log), this.facts);
		this.#process.end(error);
		this.warnings.fail(error);
		if (error.decision !== undefined && this.variables.value("verso_trace_rules") === 1) {
			this.warnings.record(decisionNote(error.decision));
		}
		this.facts.rowCount = -1;
		return error;
	}

	columnsOf(statement: StatementText): MaybePromise<readonly ResultColumn[]> {
		return preparedColumns(statement, this.#frame);
	}
}

const noParameters: readonly TypedValue[] = [];

/** Others may have waited for as long. */
const longStatementMs = 8;
