/**
 * Implementation of `Kernel`, the interface of the apps: sessions, JSON records, switches, health.
 */
import { nowMs, setImmediate, setTimeout } from "../../async/timers.ts";
import { shownTable } from "../../catalog/shown-table.ts";
import { databaseMetadata, tableMetadata } from "../../catalog/metadata-record.ts";
import type { Database, Table } from "../../catalog/table.ts";
import { sqlError } from "../../errors/catalogue.ts";
import type { Identification, Kernel, MetadataReader, ServerSwitches } from "../../kernel.ts";
import type { RuleBook } from "../../rules/book.ts";
import { MetadataRecord } from "../../rules/metadata-record.ts";
import { SystemSchema } from "../../rules/system-schema.ts";
import { Variables } from "../../rules/variables.ts";
import { memberValues } from "./member-values.ts";
import { encodeText, type Value } from "../../types/value/value.ts";
import { identify, PasswordMemory } from "../account/authentication.ts";
import { runningMs } from "../../async/clock.ts";
import { DecoySecret } from "../account/decoy-secret.ts";
import { LoginFailures } from "../account/login-failures.ts";
import { actingFor } from "../account/proxy.ts";
import { Exchange } from "../server/exchange.ts";
import type { PeerProcess } from "../server/peer-processes.ts";
import { ClientSession } from "../client/client-session.ts";
import { EventScheduler } from "../events/event-scheduler.ts";
import { logCommand } from "../log/general-log.ts";
import { handshakeCollation } from "../client/initial-variables.ts";
import { runInitConnect } from "../client/init-connect.ts";
import { SessionRights } from "../privileges/session-rights.ts";
import type { Session, SessionOptions } from "../api/session.ts";
import { newestSchema } from "../plan-cache/schema-cache.ts";
import type { Server } from "../server/server.ts";
import { isAdministrator, refuseLogin } from "../server/server-mode.ts";
import { serverStatus } from "../status/server-status.ts";

export class KernelOfStore implements Kernel {
	readonly book: RuleBook;
	readonly version: string;
	readonly switches: ServerSwitches;
	readonly metadata: MetadataReader;
	readonly arrivals: Kernel["arrivals"];
	readonly plans: Kernel["plans"];
	readonly colleague: PeerProcess;
	readonly shutdown: Promise<void>;
	/** For forks and restores. */
	readonly server: Server;
	readonly #server: Server;
	readonly #passwords: PasswordMemory;
	readonly #sessions = new Set<ClientSession>();
	readonly #failures: LoginFailures;
	readonly #scheduler: EventScheduler;
	#isClosing = false;

	constructor(server: Server, shutdown: Promise<void>) {
		this.#passwords = new PasswordMemory(new DecoySecret(server.store));
		this.#failures = new LoginFailures(server.log, runningMs);
		this.shutdown = shutdown;
		this.book = server.book;
		this.version = server.version;
		this.switches = server.switches;
		this.metadata = new RecordsOfSchema(server);
		this.arrivals = server.store.askers ?? { arrived: 0 };
		this.plans = server.statements.budget.plans;
		this.colleague = {
			processes: () => server.processes.facts(),
			kill: (id, what) => server.processes.killHere(id, what),
			learnVariable: (name, value) => server.globals.learn(name, value),
			learnSwitch: (setting, value) => server.switches.learn(setting, value),
			learnSetup: (change) => server.watch.setup.learn(change),
		};
		this.server = server;
		this.#server = server;
		this.#scheduler = new EventScheduler(server, (session) => {
			this.#sessions.add(session);
			session.whenClosed = () => this.#sessions.delete(session);
		});
		const follow = (isOn: boolean): void => this.#scheduler.follow(isOn);
		server.globals.whenScheduling = follow;
		follow(server.globals.read("event_scheduler") === "ON");
	}

	nextConnectionId(): number {
		return this.#server.processes.nextId();
	}

	async identify(user: string, host: string): Promise<Identification> {
		await this.#server.rights.refresh();
		await this.#passwords.decoys.load();
		const found = identify(user, host, this.#server.rights.grants, this.#passwords);
		return {
			...found,
			delayMs: () => this.#failures.delayMs(host),
			failed: () => this.#failures.failed(user, host),
		};
	}

	handshakeCharset(collationId: number | undefined): string {
		const questions = this.book.ask(Variables);
		const collation = handshakeCollation(collationId, questions);
		return questions.connectionCharset(collation?.charset ?? String(this.globalVariable("character_set_client")));
	}

	globalVariable(name: string): Value {
		return this.#server.globals.read(name);
	}

	async connect(given: SessionOptions): Promise<Session> {
		if (this.#isClosing) {
			throw sqlError("serverShutdown");
		}
		const most = Number(this.#server.globals.read("max_connections")) / this.#server.company.size;
		const isFull = this.#sessions.size >= most;
		// One more for an administrator, who could not end other connections otherwise.
		if (this.#sessions.size >= most + 1) {
			throw this.#full();
		}
		await this.#server.globals.refresh();
		await this.#server.rights.refresh();
		const options = actingFor(given, this.#server);
		const session = new ClientSession(this.#server, options, new SessionRights(this.#server, options));
		try {
			refuseLogin(session);
			if (isFull && !isAdministrator(session)) {
				throw this.#full();
			}
			if (options.database !== undefined && options.database !== "") {
				await session.use(options.database);
			}
			await runInitConnect(session, options);
		} catch (failure) {
			session.close();
			throw failure;
		}
		logCommand(
			session.id,
			"Connect",
			encodeText(`${options.login ?? options.user}@${options.host} on ${options.database ?? ""} using TCP/IP`),
			this.#server,
		);
		this.#server.status.add("Connections");
		this.#failures.succeeded(options.login ?? options.user, options.host);
		this.#sessions.add(session);
		const { user, host, database = "" } = options;
		this.#server.log.debug?.({ connection: session.id, user, host, database }, "connection opened");
		session.whenClosed = () => {
			this.#sessions.delete(session);
			this.#server.log.debug?.({ connection: session.id }, "connection closed");
			logCommand(session.id, "Quit", "", this.#server);
		};
		return session;
	}

	/**
	 * Makes a step while no session runs a command, and none has a transaction, lock or temporary table. Commands that
	 * come meanwhile wait for it.
	 *
	 * @param patienceMs - commands that run longer are interrupted (1317)
	 */
	async atRest(step: () => Promise<void> | void, patienceMs: number): Promise<void> {
		while (this.#server.exchange !== undefined) {
			await this.#server.exchange.ended;
		}
		const exchange = new Exchange([...this.#sessions].filter(({ hasCommand }) => hasCommand));
		this.#server.exchange = exchange;
		try {
			await this.#calmed((session) => exchange.waitsFor(session, session.isBusy), patienceMs);
			await step();
		} finally {
			this.#server.exchange = undefined;
			exchange.end();
		}
	}

	/** Waits until no session runs a command, and has all let go of the data. */
	async #calmed(isRunning: (session: ClientSession) => boolean, patienceMs: number): Promise<void> {
		const sinceMs = runningMs();
		for (;;) {
			for (const session of this.#sessions) {
				if (!isRunning(session)) {
					session.leaveData();
				}
			}
			await this.#server.sharedNames.settled();
			await this.#server.sharedTables.settled();
			// After a turn of the event loop nothing of the kernel's own is between its read and its commit.
			await new Promise((resolve) => setImmediate(resolve));
			const running = [...this.#sessions].filter(isRunning);
			if (running.length === 0) {
				break;
			}
			if (runningMs() - sinceMs > patienceMs) {
				running.forEach((session) => session.interrupt());
			}
			await new Promise((resolve) => setTimeout(resolve, 1));
		}
		for (const session of this.#sessions) {
			session.leaveData();
		}
	}

	#full(): Error {
		this.#server.status.add("Connection_errors_max_connections");
		return sqlError("tooManyConnections");
	}

	async accountsWithoutPassword(): Promise<readonly string[]> {
		await this.#server.rights.refresh();
		return [...this.#server.rights.grants.accounts()]
			.filter(({ hash, isLocked }) => hash === "" && !isLocked)
			.map(({ user, host }) => `${user}@${host}`)
			.sort();
	}

	loginRefused(): void {
		this.#server.status.add("Aborted_connects");
	}

	status(): readonly (readonly [name: string, value: string])[] {
		return serverStatus(this.#server);
	}

	get connectionCount(): number {
		return this.#sessions.size;
	}

	check(): void {
		this.#server.store.check();
	}

	async close(timeoutMs = 5000): Promise<void> {
		if (this.#isClosing) {
			return;
		}
		this.#isClosing = true;
		this.#scheduler.close();
		const end = nowMs() + timeoutMs;
		while (nowMs() < end && [...this.#sessions].some(({ hasCommand }) => hasCommand)) {
			await new Promise((resolve) => setTimeout(resolve, 10));
		}
		for (const session of [...this.#sessions]) {
			session.close();
		}
		await this.#server.sharedNames.settled();
		await this.#server.sharedTables.settled();
		this.#server.sweeper.stop();
		await this.#server.store.close();
	}
}

/** JSON records of the HTTP interface, printed as the release does. */
class RecordsOfSchema implements MetadataReader {
	readonly #server: Server;

	constructor(server: Server) {
		this.#server = server;
	}

	async databases(): Promise<readonly object[]> {
		return [...(await newestSchema(this.#server)).databases.values()].map(databaseMetadata);
	}

	async tables(database: string): Promise<readonly object[]> {
		const tables = [...(await this.#database(database)).tables.values()].sort((a, b) => a.id - b.id);
		return Promise.all(tables.map((table) => this.#record(table)));
	}

	async table(database: string, table: string): Promise<object> {
		const schema = await newestSchema(this.#server);
		const found = schema.databases.get(database.toLowerCase())?.tables.get(table.toLowerCase());
		if (found === undefined) {
			throw sqlError("noSuchTable", encodeText(database), encodeText(table));
		}
		return this.#record(found);
	}

	async tableById(id: number): Promise<object> {
		for (const { tables } of (await newestSchema(this.#server)).databases.values()) {
			for (const table of tables.values()) {
				if (table.id === id) {
					return this.#record(table);
				}
			}
		}
		throw sqlError("noSuchTableId", id);
	}

	async #record(table: Table): Promise<object> {
		const members = this.#server.book.ask(MetadataRecord);
		const shown = this.#shown(table);
		const next = table.autoIncrementColumn === undefined ? 0 : await this.#server.autoIncrement.peek(table);
		return tableMetadata(
			shown,
			{
				table: members.tableMembers(),
				column: members.columnMembers(),
				noIndexes: (copied) => members.noIndexes(copied),
				...memberValues(shown, this.#server.book),
			},
			next === 1 ? 0 : next,
		);
	}

	/** Returns the definition to show: that of `mysql.user` may differ from the stored one. */
	#shown(table: Table): Table {
		const isAccounts = table.database === "mysql" && table.name === "user";
		const columns = isAccounts ? this.#server.book.ask(SystemSchema).userColumns() : undefined;
		return columns === undefined ? table : shownTable(table, columns);
	}

	async #database(name: string): Promise<Database> {
		const found = (await newestSchema(this.#server)).databases.get(name.toLowerCase());
		if (found === undefined) {
			throw sqlError("unknownDatabase", encodeText(name));
		}
		return found;
	}
}
