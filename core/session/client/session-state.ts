/**
 * State of a session: the parts that its statements use, made when it connects, reset together, and let go together.
 */
import type { Agent } from "../../store/lock/agent.ts";
import type { MaybePromise } from "../../async/maybe-promise.ts";
import { Variables } from "../../rules/variables.ts";
import type { ParsedStatement } from "../../sql/parser.ts";
import type { TypedValue } from "../../types/evaluation/evaluation.ts";
import type { ByteString } from "../../types/value/value.ts";
import type { ResultColumn } from "../api/result.ts";
import type { SessionOptions } from "../api/session.ts";
import type { InternalAnswer, SessionContext } from "../api/session-context.ts";
import { crossProcessTableLocks } from "../locks/cross-process-table-locks.ts";
import { TableLocks } from "../locks/table-locks.ts";
import type { StatementText } from "../plan-cache/statement-text.ts";
import type { AccountRights } from "../privileges/account-rights.ts";
import type { SessionRights } from "../privileges/session-rights.ts";
import { ProgramsOfSession } from "../programs/session-programs.ts";
import { StatementFrame } from "../run/statement-frame.ts";
import { StatementRunner } from "../run/statement-runner.ts";
import { TransactionState } from "../run/transaction-state.ts";
import { isAdministrator } from "../server/server-mode.ts";
import type { Server } from "../server/server.ts";
import type { SessionProcess } from "../status/process-entry.ts";
import { useDatabase } from "./default-database.ts";
import { HandlerList } from "./handler-list.ts";
import { takeInitialVariables } from "./initial-variables.ts";
import { PreparedExecution } from "./prepared-execution.ts";
import { preparedColumns } from "./prepared-columns.ts";
import { PreparedList } from "./prepared-list.ts";
import { FactsOfSession } from "./session-facts.ts";
import { SessionFiles } from "./session-files.ts";
import { sessionProcess } from "./session-process.ts";
import { SessionProviders } from "./session-providers.ts";
import type { SessionSettings } from "./session-settings.ts";
import { SessionVariables } from "./session-variables.ts";
import { WaitsOfSession } from "./session-waits.ts";
import { TemporaryList } from "./temporary-list.ts";
import { WarningList } from "./warning-list.ts";
import { parseWhole } from "./whole-text.ts";

export abstract class SessionState implements SessionContext {
	readonly id: number;
	readonly server: Server;
	readonly facts: FactsOfSession;
	readonly variables: SessionVariables;
	/** Another session's while that lends it: `lendTransaction`. */
	transaction: TransactionState;
	readonly tables: TableLocks;
	readonly prepared: PreparedList;
	readonly preparedExecution: PreparedExecution;
	readonly handlers = new HandlerList();
	readonly temporary: TemporaryList;
	readonly account: SessionContext["account"];
	readonly runsWithin: SessionContext["runsWithin"];
	readonly warnings: WarningList;
	readonly programs: ProgramsOfSession;
	readonly isInternal: boolean;
	protected readonly process: SessionProcess;
	protected readonly frame: StatementFrame;
	protected readonly runner: StatementRunner;
	readonly #options: SessionOptions;

	/**
	 * `rights`: undefined for internal sessions, which are neither listed nor counted. `agent`: of the session that it
	 * runs statements for.
	 */
	constructor(server: Server, options: SessionOptions, rights: SessionRights | undefined, agent: Agent | undefined) {
		this.isInternal = rights === undefined;
		this.id = options.connectionId ?? server.processes.nextId();
		this.server = server;
		this.account = { user: options.user, host: options.accountHost };
		this.prepared = new PreparedList(server.prepared, () => Number(server.globals.read("max_prepared_stmt_count")));
		this.preparedExecution = new PreparedExecution(this);
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
		const process = sessionProcess(this, options, rights, agent);
		this.process = process;
		const waits = new WaitsOfSession(server.nameLocks, process.agent, server.sharedNames, () =>
			process.throwIfKilled(),
		);
		this.facts.waits = waits;
		this.tables = new TableLocks(
			server.tableGuards,
			process.agent,
			crossProcessTableLocks(server.sharedTables, process.agent, waits, this.variables),
		);
		this.transaction = new TransactionState({
			store: server.store,
			locks: server.rowLocks,
			agent: process.agent,
			tables: this.tables,
			log: server.log,
		});
		const frame = new StatementFrame({
			conversation: this,
			providers: new SessionProviders(this, this.warnings, options.transport),
			warnings: this.warnings,
			process,
			files: new SessionFiles(server, options, waits),
			foundRows: options.foundRows ?? false,
		});
		const runner = new StatementRunner(frame);
		this.frame = frame;
		this.runner = runner;
		this.programs = new ProgramsOfSession(this, {
			run: (context) => runner.run(context),
			runWithin: (context, around) => runner.runWithin(context, around),
			evaluation: () => frame.strictExecution(),
		});
		this.facts.programs = this.programs;
		takeInitialVariables(this.variables, options);
		if (!this.isInternal) {
			server.processes.add(process);
		}
	}

	abstract get rights(): AccountRights | undefined;
	abstract actAs(rights: AccountRights | undefined): void;
	abstract passwordChanged(): void;
	abstract settings(): SessionSettings;
	abstract internal(text: string, parameters?: readonly TypedValue[]): Promise<InternalAnswer>;

	use(name: string): MaybePromise<void> {
		return useDatabase(name, this.frame, this.process);
	}

	parse(text: ByteString): ParsedStatement {
		return parseWhole(text, this.settings().parserMode, this.isInternal ? undefined : this.server.parser);
	}

	columnsOf(statement: StatementText): MaybePromise<readonly ResultColumn[]> {
		return preparedColumns(statement, this.frame);
	}

	get idleSeconds(): number {
		return Number(this.variables.value("wait_timeout"));
	}

	get isWaiting(): boolean {
		return this.process.agent.waiting !== undefined;
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
		return this.process.isBusy;
	}

	get hasCommand(): boolean {
		return this.process.hasCommand;
	}

	leave(): void {
		this.#options.disconnect?.();
	}

	reset(): void {
		this.letGo();
		this.variables.reset();
		this.facts.forget();
		this.warnings.clear();
		this.transaction.planNext();
		takeInitialVariables(this.variables, this.#options);
	}

	/**
	 * Rolls back, and lets go of all that stands in the data: locks, names, handlers, temporary tables. Variables and
	 * prepared statements stay.
	 */
	leaveData(): void {
		this.#unlock();
		this.temporary.forget();
	}

	/** At the end, and before a reset. */
	protected letGo(): void {
		this.#unlock();
		this.prepared.clear();
		this.temporary.clear();
		this.facts.release();
	}

	#unlock(): void {
		this.transaction.leave(this.server.branches);
		this.tables.unlock();
		this.facts.waits.releaseLocks();
		this.handlers.clear();
	}
}
