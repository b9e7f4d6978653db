/**
 * Opens a data directory, or a store in memory, under a rule book, as the options ask: for `serve` and `run`.
 *
 * In: options. Out: an open kernel, what it was composed of, and warnings for the person who started it.
 */
import { accessSync, chmodSync, constants, existsSync, statSync } from "node:fs";
import { hostname, tmpdir } from "node:os";
import { resolve } from "node:path";
import {
	didYouMean,
	type Durability,
	type Kernel,
	type Observer,
	Configuration,
	type PeerProcesses,
	type Parser,
	openMemoryStore,
	parseDurability,
	type SwitchValue,
} from "../../core/index.ts";
import { type BookWish, type ComposedBook, type Mode, composeBook } from "../compose/book.ts";
import { openDirectory, type OpenDirectory, type OpeningNote, readNote, writeNote } from "../compose/data-directory.ts";
import { createParts, openFromParts, parts } from "../compose/server.ts";
import { UsageError } from "../compose/usage-error.ts";
import { releases } from "../../plugins/index.ts";
import { bookOf } from "../../plugins/index.ts";
import type { OpenMember } from "../cluster/member.ts";
import { byteCount } from "./byte-count.ts";
import { readSwitches } from "./config-file.ts";
import { type ProgramLog, openLog } from "./log.ts";
import type { Options } from "./options.ts";
import { programVersion } from "./program.ts";
import { reasonOf } from "./read-statements.ts";
import { namesOf, scriptSettings, serverSettings } from "./setting.ts";

export interface OpenDatabase {
	readonly kernel: Kernel;
	readonly composed: ComposedBook;
	readonly log: ProgramLog;
	/** Keys of the configuration file that neither settings nor rules in force know. */
	readonly warnings: readonly string[];
	/** In a cluster. */
	readonly member?: OpenMember;
	/** Notes in the directory when it was opened, once there is time for it. */
	readonly leaveNote: () => void;
}

/** How a data directory is opened; crash tests open it their own way. */
export type OpenStore = typeof openDirectory;

/**
 * `observer` looks on at every question that is asked of the rules; `company`: the other processes of this server.
 */
export async function openDatabase(
	options: Options,
	openStore: OpenStore = openDirectory,
	observer?: Observer,
	company?: PeerProcesses,
): Promise<OpenDatabase> {
	const log = await openLog(options.text("log-level") as string, options.text("log-file"));
	const composed = await composeFrom(options);
	const warnings: string[] = [];
	const switches = switchesOf(options, composed, warnings);
	const directory = directoryOf(options);
	if (directory !== undefined) {
		keepPrivate(directory, options.text("data-dir-mode") ?? "0700");
	}
	const folders = {
		tmpdir: folderOf(options, "tmpdir"),
		files: options.has("secure-file-priv") ? folderOf(options, "secure-file-priv") : undefined,
	};
	const [durability, snapshotGrowthBytes] = [durabilityOf(options), growthOf(options)];
	const member = await memberOf(options, directory, composed.release, { durability, snapshotGrowthBytes });
	const store =
		member?.store ??
		(directory === undefined
			? openMemoryStore()
			: await openStore(directory, {
					durability,
					snapshotGrowthBytes,
					checkpointed: (facts) => log.debug?.(facts, "checkpoint"),
					...(company === undefined ? {} : { sockets: await import("node:net") }),
				}));
	const container = createParts(await parserOf(options));
	container.register(parts.store, { useValue: store });
	container.register(parts.book, {
		useValue: observer === undefined ? composed.book : composed.book.observed(observer),
	});
	container.register(parts.log, { useValue: log });
	const kernel = await openFromParts(container, {
		release: composed.release,
		inForce: composed.inForce,
		others: composed.others,
		...serverVersionOf(options),
		switches,
		...(company === undefined ? {} : { company }),
		...memoryLimitOf(options, company?.size ?? 1),
		variables: {
			datadir: `${resolve(directory ?? tmpdir())}/`,
			hostname: hostname(),
			tmpdir: resolve(folders.tmpdir ?? tmpdir()),
			...(folders.files === undefined ? {} : { secure_file_priv: `${resolve(folders.files)}/` }),
			...(options.has("port") ? networkVariables(options) : {}),
		},
	});
	try {
		kernel.check();
	} catch (failure) {
		// It serves reads.
		warnings.push(reasonOf(failure));
	}
	await member?.fillFile();
	const leaveNote = directory === undefined ? () => {} : noteFor(directory, composed, options);
	return { kernel, composed, log, warnings, leaveNote, ...(member === undefined ? {} : { member }) };
}

/** With --log: what serves the cluster is loaded only then. */
async function memberOf(
	options: Options,
	directory: string | undefined,
	release: string,
	open: OpenDirectory,
): Promise<OpenMember | undefined> {
	const address = options.has("log") ? options.text("log") : undefined;
	if (address === undefined || address === "") {
		return undefined;
	}
	if (directory === undefined || options.number("workers") > 1) {
		throw new UsageError("--log needs a data directory, and goes with one process (--workers 1)", 2);
	}
	const { openMember } = await import("../cluster/member.ts");
	const { parseLogAddress } = await import("../cluster/log-address.ts");
	const wish = {
		address: parseLogAddress(address),
		release,
		port: options.number("port"),
		isFresh: options.text("reads") === "fresh",
		stopped: ({ message }: Error) => {
			process.stderr.write(`verso: ${message}\n`);
			process.exitCode = 1;
			process.kill(process.pid, "SIGTERM");
		},
	};
	return openMember(directory, wish, open);
}

/** A driver takes the numbers apart; the handshake ends the text with a zero byte. */
function serverVersionOf(options: Options): { readonly serverVersion?: string } {
	const serverVersion = options.text("server-version");
	if (serverVersion === undefined || serverVersion === "") {
		return {};
	}
	if (!/^\d{1,3}\.\d{1,3}\.\d{1,3}[\x21-\x7e]*$/.test(serverVersion) || serverVersion.length > 60) {
		throw new UsageError(
			`--server-version takes a version of three numbers and no blanks, such as 8.0.36 or 5.7.44-log, not ` +
				JSON.stringify(serverVersion),
			2,
		);
	}
	return { serverVersion };
}

/** Files made from now on, and a directory that is there, are for this account, or for its group to read. */
function keepPrivate(directory: string, mode: string): void {
	const wanted = Number.parseInt(mode, 8);
	process.umask(0o777 & ~wanted);
	try {
		const now = statSync(directory).mode & 0o777;
		if ((now & ~wanted) !== 0) {
			chmodSync(directory, now & wanted);
		}
	} catch {
		// Not there yet; or another account's, who decides.
	}
}

/** Undefined: nothing is kept. */
function directoryOf(options: Options): string | undefined {
	return options.flag("memory") ? undefined : options.text("data-dir");
}

/**
 * A note that says something else than the one before is left at once; a new time can wait, since the disk may let
 * wait for it.
 */
function noteFor(directory: string, { release, mode }: ComposedBook, options: Options): () => void {
	const said = {
		release,
		mode,
		mixes: options.list("mix"),
		quirks: options.list("quirk"),
		plugins: options.list("plugin"),
		program: programVersion(),
	};
	const note: OpeningNote = { ...said, openedAt: new Date().toISOString() };
	const before = readNote(directory);
	let isLeft = before === undefined || JSON.stringify({ ...before, openedAt: note.openedAt }) !== JSON.stringify(note);
	if (isLeft) {
		try {
			writeNote(directory, note);
		} catch {
			// A full disk: the server may serve reads, and tries again.
			isLeft = false;
		}
	}
	return () => {
		if (!isLeft) {
			isLeft = true;
			writeNote(directory, note);
		}
	};
}

/** A folder that a setting names: one that is missing would be found out at the first large sort. */
function folderOf(options: Options, setting: string): string | undefined {
	const path = options.text(setting);
	if (path === undefined || path === "") {
		return path === "" ? undefined : path;
	}
	if (!existsSync(path) || !statSync(path).isDirectory()) {
		throw new UsageError(`--${setting} ${path}: there is no such folder`, 1);
	}
	try {
		// SELECT ... INTO OUTFILE says itself where it cannot write.
		accessSync(path, constants.X_OK | (setting === "tmpdir" ? constants.W_OK : constants.R_OK));
	} catch (failure) {
		throw new UsageError(`--${setting} ${path} cannot be used: ${reasonOf(failure)}`, 1);
	}
	return path;
}

/** The package is large: it is loaded only where the option asks for it. */
async function parserOf(options: Options): Promise<Parser | undefined> {
	return options.text("parser") === "node-sql-parser"
		? (await import("../../plugins/parser/index.ts")).createPackageParser()
		: undefined;
}

function durabilityOf(options: Options): Durability {
	const word = options.text("durability") ?? "full";
	const durability = parseDurability(word);
	if (durability === undefined) {
		throw new UsageError(`--durability takes full, off, or group-1ms to group-1000ms, not ${word}`, 2);
	}
	return durability;
}

function growthOf(options: Options): number {
	const text = options.text("snapshot-growth") ?? "";
	if (!/^\d+$/.test(text)) {
		throw new UsageError(`--snapshot-growth takes a number of MiB, not ${text}`, 2);
	}
	return Number(text) * 2 ** 20;
}

/** Of each process, of which several are one server. */
function memoryLimitOf(options: Options, processes: number): { readonly memoryLimitBytes?: number } {
	const text = options.text("memory-limit");
	return text === undefined || text === ""
		? {}
		: { memoryLimitBytes: Math.floor(byteCount("--memory-limit", text, leastMemoryBytes) / processes) };
}

/** Less is not enough for the largest rows. */
const leastMemoryBytes = 64 * 2 ** 20;

/** The rule book that the options ask for. */
export function composeFrom(options: Options): Promise<ComposedBook> {
	return composeBook(wishFrom(options));
}

/** The same, not yet composed. */
export function wishFrom(options: Options): BookWish {
	const release = options.text("version");
	return {
		...(release === undefined ? {} : { release }),
		mode: options.text("as") as Mode,
		mixes: options.list("mix"),
		quirks: options.list("quirk"),
		plugins: options.list("plugin"),
	};
}

/** The configuration file's switches; unknown keys are warnings or, with --config-strict, an error. */
function switchesOf(options: Options, composed: ComposedBook, warnings: string[]): Map<string, SwitchValue> {
	if (options.config === undefined) {
		return new Map();
	}
	const { values, unknown } = readSwitches(options.config, composed.book.switches(), [
		...serverSettings,
		...scriptSettings,
	]);
	const configuration = composed.book.ask(Configuration);
	const keys = [
		...composed.book.switches().flatMap(({ surface, name }) => (surface === "config-key" ? [name] : [])),
		...serverSettings.flatMap(namesOf),
	];
	for (const key of unknown) {
		const sentence = `${options.config.path}: unknown key ${key}${knownBy(key, composed) ?? didYouMean(key, keys)}`;
		if (options.flag("config-strict")) {
			throw new UsageError(sentence, 2);
		}
		if (configuration.unknownKey(key) === "warn") {
			warnings.push(sentence);
		}
	}
	return values;
}

/** The release that would know a key. */
function knownBy(key: string, composed: ComposedBook): string | undefined {
	const first = releases.find((page) =>
		bookOf(page.name)
			.switches()
			.some((each) => each.surface === "config-key" && each.name === key),
	);
	return first === undefined
		? undefined
		: `; it is known from release ${first.name} on, and this is ${composed.release}`;
}

/** On stderr, since stdout belongs to results and the ready line. */
export function printWarnings(warnings: readonly string[]): void {
	for (const sentence of warnings) {
		process.stderr.write(`verso: warning: ${sentence}\n`);
	}
}

function networkVariables(options: Options): Record<string, string | number> {
	const path = options.text("socket");
	const slowLog = options.text("slow-query-log-file");
	return {
		slow_query_log: options.flag("slow-query-log") ? 1 : 0,
		...(slowLog === undefined ? {} : { slow_query_log_file: resolve(slowLog) }),
		port: options.number("port"),
		local_infile: options.flag("local-infile") ? 1 : 0,
		event_scheduler: options.flag("event-scheduler") ? "ON" : "OFF",
		innodb_rollback_on_timeout: options.flag("innodb-rollback-on-timeout") ? 1 : 0,
		require_secure_transport: options.flag("require-secure-transport") ? 1 : 0,
		...(path === undefined ? {} : { socket: resolve(path) }),
		...(options.text("tls") === "on" ? { have_ssl: "YES", have_openssl: "YES" } : {}),
	};
}
