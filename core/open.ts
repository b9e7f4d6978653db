/**
 * Opens a data directory under a rule book: makes the kernel that apps hold.
 *
 * A new store is stamped with the format and given its system databases.
 */
import type { SwitchValue } from "./rules/setting/switch.ts";
import { tmpdir } from "node:os";
import { usualMemoryBytes } from "./exec/spill/memory-limit.ts";
import { systemClock } from "./async/clock.ts";
import { discardOrphans } from "./catalog/temporary.ts";
import { isRunning } from "./exec/write/owner.ts";
import { removeStaleFiles } from "./exec/spill/scratch.ts";
import { schemaQuestions } from "./exec/ddl/schema-questions.ts";
import { invariant } from "./errors/invariant.ts";
import type { Kernel } from "./kernel.ts";
import { everything } from "./catalog/privilege.ts";
import type { RuleBook } from "./rules/book.ts";
import type { ReleaseBooks } from "./rules/release-books.ts";
import { Identity } from "./rules/identity.ts";
import { Variables } from "./rules/variables.ts";
import { SystemSchema } from "./rules/system-schema.ts";
import { otherRows } from "./session/account/other-tables.ts";
import { missingTables, rootAccount, rootProxy, systemDatabases } from "./session/account/system-tables.ts";
import { ClientSession } from "./session/client/client-session.ts";
import { alone, type PeerProcesses } from "./session/server/peer-processes.ts";
import { internalLogin, internalServer } from "./session/server/internal-server.ts";
import { KernelOfStore } from "./session/kernel/kernel-of-store.ts";
import { type KeptSchema, newestSchema, SchemaCache } from "./session/plan-cache/schema-cache.ts";
import type { Log } from "./session/log/log.ts";
import type { Clock, Server } from "./session/server/server.ts";
import { ServerMemory } from "./session/kernel/server-memory.ts";
import { SettingsList } from "./session/client/session-settings.ts";
import { StatementCache } from "./session/plan-cache/statement-cache.ts";
import { SwitchBoard } from "./session/server/server-switches.ts";
import { tableSize } from "./session/status/table-size.ts";
import { variableRegistry } from "./session/variables/registry.ts";
import { createParser } from "./sql/parse/index.ts";
import type { Parser } from "./sql/parser.ts";
import { claimFormat } from "./store/format.ts";
import { isRunningProcess } from "./store/platform/running-process.ts";
import type { FastStore } from "./store/fast-store.ts";
import type { SeededChance } from "./types/evaluation/seeded-chance.ts";
import { encodeText } from "./types/value/value.ts";
import { isUsable } from "./session/kernel/sweeper.ts";
import { storeParts } from "./session/kernel/store-parts.ts";

export type { DebugLine, Log } from "./session/log/log.ts";
export type { Clock } from "./session/server/server.ts";

export interface KernelOptions {
	readonly store: FastStore;
	readonly book: RuleBook;
	/** The release as requested: it may have no page of its own. */
	readonly release: string;
	/** The rules in force in words, as verso_rules() gives them; default: the release. */
	readonly inForce?: string;
	/** The text of version() and of the handshake; default: the rule's answer. */
	readonly serverVersion?: string;
	/** The server's values of switches by setting, where the configuration names them. */
	readonly switches?: ReadonlyMap<string, SwitchValue>;
	/** The rule books of other releases, with the same mode, mixes and plugins: for EXPLAIN RULES FOR RELEASES. */
	readonly others?: ReleaseBooks;
	/** The kernel's own if absent. */
	readonly parser?: Parser;
	readonly clock?: Clock;
	/** Decides RAND(), UUID() and the like; default: the system's chance. */
	readonly seeded?: SeededChance | undefined;
	readonly log?: Log;
	/** LOAD DATA LOCAL is allowed. */
	readonly localInfile?: boolean;
	/** System variables whose values the app provides: port, socket, datadir, hostname ... */
	readonly variables?: Readonly<Record<string, string | number>>;
	/** Where several processes are one server. */
	readonly company?: PeerProcesses;
	/** Kernels of other stores are opened under the same rule book: tables whose records are the same are made once. */
	readonly sharesTables?: boolean;
	/** Memory of this process, in bytes; default: by the heap, the machine, the control group and RLIMIT_DATA. */
	readonly memoryLimitBytes?: number;
}

export async function openKernel(options: KernelOptions): Promise<Kernel> {
	await claimFormat(options.store);
	let shutDown = (): void => {};
	const shutdown = new Promise<void>((resolve) => {
		shutDown = resolve;
	});
	const server = serverOf(options, shutDown);
	// Tables depend on switches, too, and a configuration may have set some.
	const { book, sharesTables, switches } = options;
	const shares = sharesTables === true && switches === undefined;
	const relative = shares ? loaded.get(book) : undefined;
	if (relative !== undefined) {
		server.schemas.adoptTables(relative);
	}
	await addSystemDatabases(server);
	const snapshot = server.store.snapshot();
	await server.globals.load(snapshot);
	if (shares) {
		loaded.set(book, await server.schemas.keep(snapshot));
	}
	snapshot.release();
	await server.branches.load();
	if (isUsable(server.store)) {
		await discardOrphans(server.store, (owner) => isRunning(owner, server.store.members));
	}
	const { folder } = server.scratch;
	if (!tidied.has(folder)) {
		tidied.add(folder);
		removeStaleFiles(folder, (processId) => isRunningProcess(processId, null));
	}
	server.sweeper.soon();
	return new KernelOfStore(server, shutdown);
}

/** The schema that was last loaded under a rule book, with all switches at their defaults. */
const loaded = new WeakMap<RuleBook, KeptSchema>();
/** Folders without files of processes that have ended: a look lists the whole folder. */
const tidied = new Set<string>();

const silence: Log = { warn() {}, error() {} };

function serverOf(
	{
		store,
		book,
		release,
		inForce = release,
		serverVersion,
		others,
		switches,
		parser,
		clock,
		seeded,
		log,
		variables,
		localInfile,
		company = alone,
		memoryLimitBytes,
	}: KernelOptions,
	shutDown: () => void,
): Server {
	const version = serverVersion ?? book.ask(Identity).version(release);
	const memory = new ServerMemory(memoryLimitBytes ?? usualMemoryBytes(company.size));
	const known = {
		local_infile: localInfile === true ? 1 : 0,
		max_binlog_cache_size: memory.quarterBytes,
		...variables,
	};
	const initials = new Map(
		Object.entries(known).map(([name, value]) => [name, typeof value === "string" ? encodeText(value) : value]),
	);
	const registry = variableRegistry(book, version, initials);
	const board: SwitchBoard = new SwitchBoard(book.switches(), switches ?? new Map(), (setting, isOwn) => {
		schemas.forget();
		if (isOwn) {
			void company.tellSwitch(setting, board.read(setting));
		}
	});
	const schemas = new SchemaCache(() => schemaQuestions(book, board.copy()));
	const reading = parser ?? createParser();
	return {
		...storeParts({ store, book, log: log ?? silence, schemas, registry, company, seeded }),
		release,
		inForce,
		others,
		version,
		parser: reading,
		settings: new SettingsList(book.ask(Variables)),
		statements: new StatementCache(reading, memory.caches),
		prepared: memory.prepared,
		clock: clock ?? systemClock,
		switches: board,
		scratch: { pool: memory.statements, folder: String(variables?.["tmpdir"] ?? tmpdir()) },
		writeSets: memory.transactions,
		memory,
		shutDown,
	};
}

/** For statements of the kernel's own. */
function internalSession(server: Server): ClientSession {
	return new ClientSession(internalServer(server), internalLogin);
}

/**
 * A directory without an account was never finished: it could not have been used. An older one lacks the tables that
 * came later.
 */
async function addSystemDatabases(server: Server): Promise<void> {
	const session = internalSession(server);
	const rules = server.book.ask(SystemSchema);
	const isNew = !(await hasAccount(server));
	for (const statement of isNew ? systemDatabases(rules.databaseClause()) : []) {
		await session.internal(statement);
	}
	const tables = (await newestSchema(server)).databases.get("mysql")?.tables;
	const missing = missingTables((name) => tables?.has(name) === true, rules.tableClause());
	if (missing.length > 0 && (isNew || isUsable(server.store))) {
		await session.defineAll(missing);
		for (const statement of tables?.has("server_cost") === true ? [] : otherRows) {
			await session.internal(statement);
		}
	}
	if (isNew) {
		await session.internal(rootProxy);
		await session.internal(rootAccount);
		await server.rights.refresh();
		const root = server.rights.account("root", "localhost");
		invariant(root?.privileges === everything, "root may do everything in a new data directory");
	}
}

async function hasAccount(server: Server): Promise<boolean> {
	const table = (await newestSchema(server)).databases.get("mysql")?.tables.get("user");
	return table !== undefined && (await tableSize(table, server.store)).rowCount > 0;
}
