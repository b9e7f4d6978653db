/**
 * One client's session: text in, results out.
 *
 * In: text, parameters, a sink. Out: results into the sink. It parses, keeps what lasts between statements, and
 * leaves their running to `statement-runner.ts`. It refuses to know packets.
 */
import { type SqlError, sqlError } from "../../errors/catalogue.ts";
import { after, attempt } from "../../async/maybe-promise.ts";
import type { StatementResult } from "../../exec/statement-result.ts";
import { Listing } from "../../rules/listing.ts";
import type { ParsedStatement } from "../../sql/parser.ts";
import { refuseParameters, syntaxError } from "../../sql/parse/index.ts";
import type { MaybePromise } from "../../async/maybe-promise.ts";
import { convertText, isSameText } from "../../types/text/charset.ts";
import type { TypedValue } from "../../types/evaluation/evaluation.ts";
import { nullLiteral } from "../../types/convert/literal.ts";
import { defaultSqlModeText } from "../../types/evaluation/sql-mode.ts";
import { encodeText, type ByteString } from "../../types/value/value.ts";
import { CollectingSink } from "../api/collecting-sink.ts";
import { commandName } from "../status/command-name.ts";
import type { SessionContext, InternalAnswer } from "../api/session-context.ts";
import { decisionNote } from "../decide/decision-note.ts";
import { useDatabase } from "./default-database.ts";
import { deliver, statusOf } from "../api/result-delivery.ts";
import { outcomeWithoutStatement } from "./empty-text.ts";
import { tableFields } from "./field-list.ts";
import { takeInitialVariables } from "./initial-variables.ts";
import { asSqlError } from "./internal-failure.ts";
import { HandlerList } from "./handler-list.ts";
import { logsOf } from "./session-logs.ts";
import { NextTransaction } from "./next-transaction.ts";
import { printedJson } from "../server/printed-json.ts";
import { preparedColumns } from "./prepared-columns.ts";
import { crossProcessTableLocks } from "../locks/cross-process-table-locks.ts";
import { PreparedList } from "./prepared-list.ts";
import { shownText } from "../log/secret-text.ts";
import { SessionProcess } from "../status/process-list.ts";
import type { ResultColumn, ResultSink, SessionStatus } from "../api/result.ts";
import type { AccountRights } from "../privileges/account-rights.ts";
import type { SessionRights } from "../privileges/session-rights.ts";
import { internalServer } from "../server/internal-server.ts";
import type { Server } from "../server/server.ts";
import { FactsOfSession } from "./session-facts.ts";
import { SessionFiles } from "./session-files.ts";
import { SessionProviders } from "./session-providers.ts";
import type { SessionSettings } from "./session-settings.ts";
import { SessionVariables } from "./session-variables.ts";
import type { PreparedStatement, Session, SessionOptions } from "../api/session.ts";
import { WaitsOfSession } from "./session-waits.ts";
import { StatementFrame } from "../run/statement-frame.ts";
import { isDiagnostic, maximumMsOf, noLimit, rowLimitOf } from "../statements/statement-of.ts";
import { StatementRunner } from "../run/statement-runner.ts";
import { StatementText } from "../plan-cache/statement-text.ts";
import { TableLocks } from "../locks/table-locks.ts";
import { TemporaryList } from "./temporary-list.ts";
import { type TransactionKind, TransactionState } from "../run/transaction-state.ts";
import { WarningList } from "./warning-list.ts";
import { parseWhole } from "./whole-text.ts";

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
	readonly #options: SessionOptions;
	readonly warnings = new WarningList();
	readonly #process: SessionProcess;
	readonly #frame: StatementFrame;
	readonly #runner: StatementRunner;
	/** Undefined for the kernel's own sessions, which are not listed and not counted. */
	readonly #rights: SessionRights | undefined;
	#settings: SessionSettings | undefined;
	/** `SessionVariables.changes` when they were taken. */
	#settingsOf = -1;
	readonly #next = new NextTransaction();
	#isClosed = false;
	/** Called once, when the session is closed. */
	whenClosed: () => void = () => {};

	constructor(server: Server, options: SessionOptions, rights?: SessionRights) {
		this.#rights = rights;
		this.id = options.connectionId ?? server.processes.nextId();
		this.server = server;
		this.account = { user: options.user, host: options.accountHost };
		this.prepared = new PreparedList(server.prepared, () => Number(server.globals.read("max_prepared_stmt_count")));
		this.multiStatements = options.multiStatements ?? false;
		this.#options = options;
		this.facts = new FactsOfSession(
			{
				connectionId: this.id,
				user: `${options.login ?? options.user}@${options.host}`,
				currentUser: `${options.user}@${options.accountHost}`,
				version: server.version,
				proxyUser: options.proxyUser,
			},
			server.clock,
		);
		this.variables = new SessionVariables(server.registry, server.globals, server.switches, this.facts);
		this.facts.variables = this.variables;
		this.temporary = new TemporaryList(server);
		const logs = rights && logsOf(this, options.host);
		this.#process = new SessionProcess({
			id: this.id,
			user: options.login ?? options.user,
			host: options.host,
			disconnect: options.disconnect,
			traffic: options.traffic,
			attributes: options.attributes,
			askers: server.store.askers,
			patienceMs: (kind) => this.variables.patienceMs(kind),
			transaction: () => this.transaction.report,
			begun: logs?.begun,
			ended: logs?.ended,
			watch: rights && server.watch,
			log: rights && server.log,
		});
		this.facts.waits = new WaitsOfSession(server.nameLocks, this.#process.agent, server.sharedNames);
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
			files: new SessionFiles(server, options),
			foundRows: options.foundRows ?? false,
		});
		this.#runner = new StatementRunner(this.#frame);
		takeInitialVariables(this.variables, this.#options);
		if (!this.isInternal) {
			server.processes.add(this.#process);
		}
	}

	get isInternal(): boolean {
		return this.#rights === undefined;
	}

	get rights(): AccountRights | undefined {
		return this.#rights?.current;
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

	get isBusy(): boolean {
		return this.#process.isBusy;
	}

	settings(): SessionSettings {
		if (this.#settings === undefined || this.#settingsOf !== this.variables.changes) {
			this.#settings = this.server.settings.of(this.variables);
			this.#settingsOf = this.variables.changes;
			this.warnings.limit = this.#settings.maximumWarnings;
			this.warnings.takesNotes = this.#settings.takesNotes;
		}
		return this.#settings;
	}

	nextTransaction(): TransactionKind {
		return this.#next.take(this.settings().transaction);
	}

	planTransaction(kind: Partial<TransactionKind>): void {
		this.#next.plan(kind);
	}

	execute(text: ByteString, sink: ResultSink): MaybePromise<void> {
		return this.#guard(sink, () => this.#executeNext(this.#readable(text), sink), text);
	}

	parse(text: ByteString): ParsedStatement {
		return parseWhole(text, this.settings().parserMode, this.isInternal ? undefined : this.server.parser);
	}

	prepare(text: ByteString): MaybePromise<PreparedStatement> {
		this.#clearStatement(false);
		this.#process.status.add("Com_stmt_prepare");
		const prepare = (): MaybePromise<PreparedStatement> => {
			const statement = this.server.statements.toPrepare(this.#readable(text), this.settings().parserMode, (readable) =>
				this.parse(readable),
			);
			this.#process.begin(shownText(statement.parsed.statement, text, this.settings().parserMode), "com/Prepare");
			this.#rights?.begin(statement.parsed.statement);
			return after(this.columnsOf(statement), (columns) => {
				this.#process.end();
				return {
					id: this.prepared.add(statement),
					parameterCount: statement.parsed.parameterCount,
					columns,
					warningCount: this.warnings.count,
				};
			});
		};
		return attempt(prepare, (failure) => {
			throw this.#failed(failure);
		});
	}

	executePrepared(id: number, parameters: readonly TypedValue[], sink: ResultSink): MaybePromise<void> {
		return this.#guard(sink, () => {
			const statement = this.prepared.numbered(id, "mysqld_stmt_execute");
			if (parameters.length !== statement.parsed.parameterCount) {
				throw sqlError("wrongArguments", "mysqld_stmt_execute");
			}
			this.#process.status.executed++;
			return this.#perform(statement, parameters, sink, false, statement.parsed.text, true);
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
		const session = new ClientSession(internalServer(this.server), {
			user: "root",
			accountHost: "localhost",
			host: "localhost",
			connectionId: 0,
		});
		session.variables.assign("sql_mode", defaultSqlModeText);
		const sink = new CollectingSink();
		await session.#guard(sink, () =>
			session.#perform(new StatementText(session.parse(encodeText(text))), parameters, sink, false),
		);
		return sink.answer();
	}

	/** Definitions of the kernel's own that know nothing of each other, in one commit. */
	async defineAll(texts: readonly string[]): Promise<void> {
		await this.#runner.defineAll(texts.map((text) => this.parse(encodeText(text)).statement));
	}

	leave(): void {
		this.#options.disconnect?.();
	}

	status(): SessionStatus {
		return statusOf(this, false, this.warnings.count);
	}

	reset(): void {
		this.#letGo();
		this.variables.reset();
		this.facts.forget();
		this.warnings.clear();
		this.#next.forget();
		takeInitialVariables(this.variables, this.#options);
	}

	abandon(): void {
		this.#process.agent.abandon(sqlError("queryInterrupted"));
	}

	close(): void {
		if (this.#isClosed) {
			return;
		}
		this.#isClosed = true;
		if (this.#process.isBusy) {
			// The running statement ends where it waits or at its next batch, and with it the transaction.
			this.#process.kill("connection");
		} else {
			this.#letGo();
		}
		this.server.processes.remove(this.id);
		this.#rights?.end();
		this.whenClosed();
	}

	#letGo(): void {
		this.transaction.leave(this.server.branches);
		this.tables.unlock();
		this.facts.waits.releaseLocks();
		this.handlers.clear();
		this.prepared.clear();
		this.temporary.clear();
	}

	/** Text as the parser reads it, in UTF-8. */
	#readable(text: ByteString): ByteString {
		const { clientCharset } = this.settings();
		return isSameText(clientCharset, "utf8mb4") ? text : convertText(text, clientCharset, "utf8mb4");
	}

	#executeNext(text: ByteString, sink: ResultSink): MaybePromise<void> {
		const settings = this.settings();
		const { statements } = this.server;
		const shaped = statements.shapes(settings).find(text);
		if (shaped !== undefined) {
			return this.#perform(shaped.statement, shaped.parameters, sink, false, text);
		}
		const { parserMode } = settings;
		const known = statements.texts.find(text, parserMode);
		if (known !== undefined) {
			return this.#perform(known, noParameters, sink, false);
		}
		const { first, rest } = this.server.parser.parseFirst(text, parserMode);
		if (first === undefined) {
			return deliver(outcomeWithoutStatement(text), {
				sink,
				facts: this.facts,
				limit: noLimit,
				status: () => this.status(),
			});
		}
		const hasMore = rest < text.length;
		if (hasMore && !this.multiStatements) {
			throw syntaxError(text, 0, rest);
		}
		refuseParameters(first, parserMode);
		const statement = hasMore
			? new StatementText(first)
			: statements.texts.keep(text, parserMode, new StatementText(first));
		return after(this.#perform(statement, noParameters, sink, hasMore), () => {
			if (hasMore) {
				this.#process.throwIfKilled();
				return this.#executeNext(text.slice(rest), sink);
			}
		});
	}

	/** One statement from its beginning to its answer. `written`: its text, where literals were lifted out of it. */
	#perform(
		text: StatementText,
		parameters: readonly TypedValue[],
		sink: ResultSink,
		more: boolean,
		written = text.parsed.text,
		isPrepared = false,
	): MaybePromise<void> {
		const { statement } = text.parsed;
		const { parserMode } = this.settings();
		const command = commandName(statement);
		const tally =
			this.#rights && this.server.watch.setup.countsDigests
				? this.server.tallies.of(text.parsed, parserMode, this.facts.database)
				: undefined;
		this.#process.begin(shownText(statement, written, parserMode), isPrepared ? "com/Execute" : command, tally);
		this.#clearStatement(isDiagnostic(statement));
		this.#rights?.begin(statement);
		this.#process.status.countStatement(command);
		if (statement.kind === "execute") {
			const named = this.prepared.named(statement.name);
			if (statement.using.length !== named.parsed.parameterCount) {
				throw sqlError("wrongArguments", "EXECUTE");
			}
			return this.#run(
				named,
				statement.using.map((name) => this.facts.userVariable(name) ?? nullLiteral),
				sink,
				more,
				commandName(named.parsed.statement),
			);
		}
		return this.#run(text, parameters, sink, more, command);
	}

	#run(
		text: StatementText,
		parameters: readonly TypedValue[],
		sink: ResultSink,
		more: boolean,
		command: string,
	): MaybePromise<void> {
		const { statement } = text.parsed;
		const limit = rowLimitOf(statement, this.settings().selectLimit);
		this.#process.expireAfter(maximumMsOf(statement, this.settings().maximumQueryMs));
		// A statement that tells of warnings tells that it has none itself.
		const take = (outcome: StatementResult): MaybePromise<void> =>
			deliver(outcome.kind === "ok" ? outcome : printedJson(outcome, this.server.book.ask(Listing)), {
				sink,
				facts: this.facts,
				limit,
				status: () => statusOf(this, more, isDiagnostic(statement) ? 0 : this.warnings.count),
			});
		const ran = this.#runner.run(text, parameters, take);
		const done = (): void => this.#process.done(command, this.facts, this.warnings.count);
		return ran instanceof Promise ? ran.then(done) : done();
	}

	#clearStatement(keepsWarnings: boolean): void {
		this.facts.beginStatement(this.warnings);
		keepsWarnings || this.warnings.clear();
	}

	/**
	 * Whatever goes wrong is told to the sink, and is the statement's last warning. `text`: what was not begun could
	 * not be read.
	 */
	#guard(sink: ResultSink, step: () => MaybePromise<void>, text?: ByteString): MaybePromise<void> {
		try {
			const answer = step();
			if (answer instanceof Promise) {
				return answer.catch((failure) => this.#tell(failure, sink, text)).then(() => this.#ended());
			}
		} catch (failure) {
			this.#tell(failure, sink, text);
		}
		this.#ended();
	}

	#tell(failure: unknown, sink: ResultSink, text: ByteString | undefined): void {
		if (text !== undefined && !this.#process.isBusy) {
			this.#process.begin(text, "error");
			this.warnings.clear();
		}
		sink.error(this.#failed(failure));
	}

	#ended(): void {
		this.#frame.endStatement();
		if (this.#isClosed) {
			this.#letGo();
		}
	}

	#failed(failure: unknown): SqlError {
		const error = asSqlError(failure, this.server.log);
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
