/**
 * Database inside a process: statements, connections for clients, forks, snapshots, saves.
 */
import type { Duplex } from "node:stream";
import { didYouMean, type KernelState, nowMs, quoteName, restoreState, type SwitchValue } from "../../core/index.ts";
import type { OpeningNote } from "../compose/data-directory.ts";
import { UsageError } from "../compose/usage-error.ts";
import { Connections, startServer } from "../server/server.ts";
import { type ClientConfig, clientConfig, type ClientConnection, connectClient } from "./client-config.ts";
import { composedRules, hasRules } from "./composed-rules.ts";
import { memoryStream } from "./memory-stream.ts";
import type { Done, RowObject, Rows } from "./object-sink.ts";
import {
	checkForkOptions,
	checkListenOptions,
	checkText,
	type ForkOptions,
	type ListenOptions,
} from "./open-options.ts";
import { openFork, openIn, type OpenedKernel, partsOf } from "./opened-kernel.ts";
import type { Value } from "./parameter.ts";
import { RestoreOrder } from "./restore-order.ts";
import { programVersion } from "../cli/program.ts";
import { bytesOf } from "./saved-bytes.ts";
import { noteOf, saveState } from "./saved-directory.ts";
import { callerStack, toldCaller, withStack } from "./database-error.ts";
import { clientCollation, type ScriptOptions, Session } from "./session.ts";
import { Snapshot } from "./snapshot.ts";

/** How long `restore` waits for statements that run, before it interrupts them. */
const patienceMs = 1000;

/** Steps of `open` in a database that is new to its caller. */
interface SetUp {
	readonly name: string | undefined;
	readonly variables: Readonly<Record<string, string | number | boolean>>;
	readonly switches: Readonly<Record<string, SwitchValue>>;
}

/** The account of all sessions. */
export const root = { user: "root", accountHost: "localhost", host: "localhost" };

/** Where a database listens. */
export interface Listening {
	/** `mysql://root@127.0.0.1:3307/test` */
	readonly url: string;
	readonly host: string;
	readonly port: number;
}

const closed = "the database is closed";
const silence = { info() {}, warn() {}, error() {} };

type Listener = Awaited<ReturnType<typeof startServer>>;

export class Database implements AsyncDisposable {
	#opened: OpenedKernel;
	readonly #options: ForkOptions;
	readonly #database: string | undefined;
	#own: Session;
	readonly #sessions = new Set<Session>();
	#connections: Connections | undefined;
	readonly #listeners = new Set<Listener>();
	readonly #restores = new RestoreOrder();
	#isClosed = false;

	/** `open` makes one. */
	constructor(opened: OpenedKernel, options: ForkOptions, database: string | undefined) {
		this.#opened = opened;
		this.#options = options;
		this.#database = database;
		this.#own = this.#newSession();
	}

	/** Makes the default database, and sets variables and switches: for `open`. */
	async setUp({ name, variables, switches }: SetUp): Promise<void> {
		const { kernel, rules } = this.#opened;
		if (name === undefined && Object.keys(variables).length === 0 && Object.keys(switches).length === 0) {
			return;
		}
		const session = new Session(() => kernel.connect({ ...root, collationId: clientCollation }));
		try {
			if (name !== undefined) {
				await session.query(`create database if not exists ${quoteName(name)}`);
			}
			for (const [variable, value] of Object.entries(variables)) {
				await session.query(`set global ${quoteName(variable)} = ?`, [value]);
			}
		} finally {
			await session.close();
		}
		for (const [wanted, value] of Object.entries(switches)) {
			const declared = rules.composed.book.switches();
			const found = declared.find((each) => each.setting === wanted || each.name === wanted);
			if (found === undefined) {
				const known = declared.map((each) => each.setting);
				throw new UsageError(`no rule in force has a switch ${wanted}${didYouMean(wanted, known)}`, 2);
			}
			if (typeof value !== typeof found.default) {
				throw new TypeError(`the switch ${wanted} is a ${typeof found.default}, not ${JSON.stringify(value)}`);
			}
			kernel.switches.write(found.setting, value);
		}
	}

	/** The release in force. */
	get release(): string {
		return this.#opened.rules.composed.release;
	}

	/** The rules in force in words: `2.1.3 (as documented)`. */
	get rules(): string {
		return this.#opened.rules.composed.inForce;
	}

	/**
	 * Runs a statement in the database's own session; statements run one after the other.
	 * @param sql one statement
	 * @param values for each `?` of it one
	 * @returns rows with the property `columns`, or what the statement did
	 * @throws DatabaseError
	 */
	query<R extends object = RowObject>(sql: string, values: readonly Value[] = []): Promise<Rows<R> & Done> {
		return this.#own.queryFor(callerStack(this.query), sql, values) as Promise<Rows<R> & Done>;
	}

	/**
	 * Runs a statement written as a template: every `${value}` is a `?` and its value.
	 * @returns rows
	 * @throws DatabaseError
	 */
	sql<R extends object = RowObject>(text: TemplateStringsArray, ...values: readonly Value[]): Promise<Rows<R>> {
		return this.#own.queryFor(callerStack(this.sql), text.join("?"), values) as Promise<Rows<R>>;
	}

	/**
	 * Runs a script of many statements.
	 * @param options `file`: its name in errors
	 * @throws DatabaseError with `place`
	 */
	run(script: string, options: ScriptOptions = {}): Promise<void> {
		return this.#own.runFor(callerStack(this.run), script, options);
	}

	/**
	 * @returns a session with a transaction and variables of its own; it ends with the database
	 */
	session(): Promise<Session> {
		return toldCaller(callerStack(this.session), async () => {
			this.#assertOpen();
			const session = this.#newSession();
			this.#sessions.add(session);
			return session;
		});
	}

	/**
	 * @returns a client's end of a new connection, for clients that take a stream
	 */
	stream(): Duplex {
		this.#assertOpen(this.stream);
		const [client, server] = memoryStream();
		this.#connections ??= new Connections({ kernel: this.#opened.kernel, log: silence, tls: false });
		this.#connections.accept(server, "localhost", true);
		return client;
	}

	/**
	 * @returns options of mysql2's `createConnection` and `createPool`, and of all that pass theirs on to these. Its
	 *   `stream` also answers a callback, as the mariadb driver's does
	 */
	config(): ClientConfig {
		return clientConfig(this.#database, () => this.stream());
	}

	/**
	 * Connects with mysql2, which has to be installed.
	 * @param options of mysql2's `createConnection`
	 * @returns its connection, with promises: `connect<mysql.Connection>()` has all of its types
	 * @throws UsageError where mysql2 is not installed; what mysql2 throws
	 */
	connect<C extends object = ClientConnection>(options: object = {}): Promise<C> {
		return toldCaller(callerStack(this.connect), () => connectClient(this.config(), options) as Promise<C>);
	}

	/**
	 * Listens for clients of any language, without a password: a client that reaches the port may do everything.
	 * @returns where
	 * @throws TypeError for wrong options, the system's error where the address cannot be had
	 */
	listen(options: ListenOptions = {}): Promise<Listening> {
		return toldCaller(callerStack(this.listen), () => {
			checkListenOptions(options);
			return this.#listen(options);
		});
	}

	async #listen({ port = 0, host = "127.0.0.1", socket, keepsProcess = true }: ListenOptions): Promise<Listening> {
		this.#assertOpen();
		const { kernel } = this.#opened;
		const listener = await startServer({ kernel, log: silence, host, port, socket, tls: false, keepsProcess });
		this.#listeners.add(listener);
		const { address } = listener;
		const shown = address.host.includes(":") ? `[${address.host}]` : address.host;
		return { url: `mysql://root@${shown}:${address.port}/${this.#database ?? ""}`, ...address };
	}

	/**
	 * @returns the state now, at the same cost whatever its size; without locks, temporary tables and open transactions
	 */
	snapshot(): Promise<Snapshot> {
		return toldCaller(callerStack(this.snapshot), () => this.#snapshot());
	}

	async #snapshot(): Promise<Snapshot> {
		this.#assertOpen();
		return new Snapshot(await this.#opened.keep(), this.#opened.rules, this.#database);
	}

	/**
	 * Opens a database of its own in memory that begins with this one's state, at the same cost whatever its size. It
	 * outlives this one.
	 * @param options other rules: then the data is opened as after an upgrade. `now` and `log` are its own
	 * @throws TypeError for wrong options, UsageError for an unknown release
	 */
	fork(options: ForkOptions = {}): Promise<Database> {
		return toldCaller(callerStack(this.fork), async () => {
			checkForkOptions(options);
			const snapshot = await this.#snapshot();
			try {
				return await forkOf(snapshot, options);
			} finally {
				snapshot.letGo();
			}
		});
	}

	/**
	 * Returns to a snapshot, in place: connections, sessions and prepared statements stay. Open transactions are rolled
	 * back, locks and temporary tables are gone. Statements asked for before are waited for a second, then interrupted
	 * (1317); those asked for meanwhile run after it.
	 * The cost is the same whatever the size; in a data directory (`dataDir`) it follows what was changed since.
	 * @param snapshot of this database or of a relative, under the same rules
	 * @throws UsageError for a snapshot that was let go, under other rules, and in a data directory in which another
	 *   process works
	 */
	restore(snapshot: Snapshot): Promise<void> {
		return toldCaller(callerStack(this.restore), () => this.#restore(snapshot));
	}

	async #restore(snapshot: Snapshot): Promise<void> {
		this.#assertOpen();
		const { kernel, rules, dataDir, hasOtherWriters } = this.#opened;
		if (!(snapshot instanceof Snapshot)) {
			throw new TypeError("restore() takes what snapshot() has returned");
		}
		snapshot.assertHeld();
		if (hasOtherWriters()) {
			throw new UsageError(`${dataDir} is open in another process, too, and is not restored under it`, 1);
		}
		if (snapshot.state.server.book !== rules.composed.book) {
			throw new UsageError(
				`the snapshot was taken under ${snapshot.rules.composed.inForce}, and this is ${rules.composed.inForce}: fork() takes it`,
				1,
			);
		}
		const asked = [this.#own, ...this.#sessions].map((session) => session.asked);
		await this.#restores.run(asked, () => {
			snapshot.assertHeld();
			return restoreState(kernel, snapshot.state, patienceMs);
		});
	}

	/**
	 * Puts the same data under another release, in place. Connections and sessions end, as at a restart; clients' pools
	 * connect anew.
	 * @throws UsageError for an unknown release
	 */
	upgrade(version: string): Promise<void> {
		return toldCaller(callerStack(this.upgrade), () => this.#upgrade(version));
	}

	async #upgrade(version: string): Promise<void> {
		checkText("upgrade() takes a release", version);
		this.#assertOpen();
		const { rules, dataDir, isShared } = this.#opened;
		const next = await composedRules({ ...rules.options, version });
		if (dataDir === undefined) {
			const snapshot = await this.#snapshot();
			const opened = await openFork(snapshot, next, partsOf(this.#options));
			await this.#endSessions();
			await this.#opened.close();
			this.#opened = opened;
		} else {
			if (isShared()) {
				throw new UsageError(`${dataDir} is open more than once in this process: close the others first`, 1);
			}
			await this.#endSessions();
			await this.#opened.close();
			this.#opened = await openIn(dataDir, next, partsOf(this.#options), programVersion());
		}
		this.#own = this.#newSession();
	}

	/**
	 * Saves the state as a data directory, which the program, `from` and `dataDir` open; without a path as bytes, which
	 * `from` takes.
	 * @param path a directory that is not there, or empty
	 * @throws UsageError where it is not
	 */
	save(path: string): Promise<void>;
	save(): Promise<Uint8Array>;
	save(path?: string): Promise<unknown> {
		return toldCaller<unknown>(callerStack(this.save), () => {
			if (path === undefined) {
				return this.#keptFor((state) => bytesOf(state, this.#note()));
			}
			checkText("save() takes the path of a directory", path);
			return this.saveOver(path, false);
		});
	}

	/** As `save`; `replaces`: a data directory that is there gives way. */
	saveOver(path: string, replaces: boolean): Promise<void> {
		return this.#keptFor((state) => saveState(state, path, this.#note(), replaces));
	}

	#note(): OpeningNote {
		return noteOf(this.#opened.rules, programVersion(), new Date(nowMs()));
	}

	async #keptFor<T>(step: (state: KernelState) => Promise<T>): Promise<T> {
		this.#assertOpen();
		const state = await this.#opened.keep();
		try {
			return await step(state);
		} finally {
			state.data.release();
		}
	}

	/** Ends all sessions and connections. Forks stay. May be called twice. */
	async close(): Promise<void> {
		if (this.#isClosed) {
			return;
		}
		this.#isClosed = true;
		await this.#endSessions();
		await this.#opened.close();
	}

	[Symbol.asyncDispose](): Promise<void> {
		return this.close();
	}

	async #endSessions(): Promise<void> {
		const listeners = [...this.#listeners];
		this.#listeners.clear();
		const connections = this.#connections;
		this.#connections = undefined;
		await Promise.all([...listeners.map((each) => each.close(0)), connections?.close(0)]);
		const sessions = [this.#own, ...this.#sessions];
		this.#sessions.clear();
		const because = this.#isClosed ? closed : "the session ended when the database was upgraded";
		await Promise.all(sessions.map((each) => each.closeFor(because)));
	}

	#newSession(): Session {
		return new Session(() => {
			this.#assertOpen();
			return this.#opened.kernel.connect({
				...root,
				collationId: clientCollation,
				...(this.#database === undefined ? {} : { database: this.#database }),
			});
		}, this.#restores);
	}

	/** `below`: the error's stack begins with its caller. */
	#assertOpen(below = this.#assertOpen): void {
		if (this.#isClosed) {
			throw withStack(new Error(closed), callerStack(below));
		}
	}
}

/** A database of its own that begins with a snapshot. */
export async function forkOf(
	snapshot: Snapshot,
	options: ForkOptions,
	database = snapshot.database,
): Promise<Database> {
	const { version, as, mixes, quirks, plugins } = options;
	const own = Object.fromEntries(
		Object.entries({ version, as, mixes, quirks, plugins }).filter(([, value]) => value !== undefined),
	);
	const rules = hasRules(options) ? await composedRules({ ...snapshot.rules.options, ...own }) : snapshot.rules;
	return new Database(await openFork(snapshot, rules, partsOf(options)), options, database);
}
