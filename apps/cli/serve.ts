/**
 * `verso serve`: a server on two ports until a signal ends it; with `--workers` one of several processes on one
 * directory.
 *
 * In: options. Out: the ready line on stdout once both ports answer; exit code 0 after SIGTERM, SIGINT or SIGHUP.
 */
import { existsSync } from "node:fs";
import { dirname } from "node:path";
import { copyStore, type Kernel, usesFastPath } from "../../core/index.ts";
import { storePath } from "../compose/data-directory.ts";
import { type HttpCluster, startHttp } from "../http/server.ts";
import type { ProcessSettings } from "../http/settings.ts";
import { WarmUp } from "../warm-up/warm-up.ts";
import { ServerKeys } from "../server/security/keys.ts";
import { startServer } from "../server/server.ts";
import { UsageError } from "../compose/usage-error.ts";
import { setEngineFlags } from "./engine/flags.ts";
import { letGarbageGather, setGarbageFlags } from "./engine/garbage.ts";
import { IdleLoading } from "./engine/idle-loading.ts";
import { inlineFor } from "./engine/inlining.ts";
import { laterParts } from "./engine/program-parts.ts";
import { optimizeLate } from "./engine/tier-up.ts";
import { type OpenDatabase, type OpenStore, openDatabase, printWarnings } from "./open-database.ts";
import type { RecordedServer } from "./record/recorded-server.ts";
import { isWorker, WorkerCompany } from "./workers/worker-company.ts";
import type { Options } from "./options.ts";
import { logLevels, serverSettings } from "./setting.ts";
import { Watchdog } from "./watchdog.ts";
import { followWork } from "./engine/work-kind.ts";

/** How long running statements may take to finish when the server is told to stop. */
const graceMs = 5000;
/** A server that is still closing by then says why. */
const sayWaitingMs = 1000;
/**
 * The first clients come before. What is set then has Node compile its own modules anew: those of a start are loaded
 * by then.
 */
const calmDelayMs = 1000;

export async function serve(options: Options, openStore?: OpenStore): Promise<void> {
	if (options.flag("watch")) {
		const { runWatched } = await import("./watch.ts");
		process.exitCode = await runWatched(options);
		return;
	}
	const size = options.number("workers");
	if (size > 1 && !isWorker()) {
		const { leadWorkers } = await import("./workers/workers.ts");
		process.exitCode = await leadWorkers(size);
		return;
	}
	const company = isWorker() ? new WorkerCompany(size) : undefined;
	company?.endWithLeader();
	try {
		await serveHere(options, openStore, company);
	} finally {
		company?.leave();
	}
}

async function serveHere(
	options: Options,
	openStore: OpenStore | undefined,
	company: WorkerCompany | undefined,
): Promise<void> {
	const database = await openDatabase(options, openStore, undefined, company);
	company?.serve(database.kernel.colleague);
	const { kernel, composed, log } = database;
	printWarnings(database.warnings);
	const host = options.text("host") as string;
	const recording = await recordingOf(options);
	const keys = keysOf(options);
	if (!isLoopback(host) && !options.flag("insecure")) {
		await refuseOpenDoors(kernel, host, options.text("http-token"));
	}
	let isCalm = false;
	const calmDown = (): void => {
		if (!isCalm) {
			isCalm = true;
			leaveNote(database);
			setFlagsByWork(kernel);
		}
	};
	const calm = setTimeout(calmDown, calmDelayMs);
	// An idle server with a client is calm already.
	const loading = new IdleLoading(() => kernel.connectionCount, [...laterParts(), calmDown]);
	// Each part is given what those before it left of the time.
	let endMs = 0;
	const restMs = () => Math.max(endMs - Date.now(), 0);
	const stopped = stopSignal();
	const watchdog = await Watchdog.over(options, stopSignals);
	const closers: (() => Promise<void>)[] = [() => kernel.close(restMs()), async () => watchdog?.close()];
	try {
		const socket = options.text("socket");
		const mysql = await listening("MySQL", host, options.number("port"), (port) =>
			startServer({
				kernel,
				host,
				port,
				log,
				keys,
				tls: options.text("tls") === "on" && recording === undefined,
				socket,
				through: recording?.through,
				clientCame: () => loading.clientCame(),
			}),
		);
		closers.unshift(() => mysql.close(restMs()));
		// Of several processes the first one answers HTTP.
		const http =
			(company?.place ?? 0) > 0
				? undefined
				: await listening("HTTP", host, options.number("http-port"), (port) =>
						startHttp({
							kernel,
							host,
							port,
							log,
							process: processSettings(options, database),
							token: options.text("http-token"),
							cluster: clusterOf(database, options.text("data-dir")),
							maxConnections: options.number("http-max-connections"),
						}),
					);
		closers.unshift(async () => http?.close());
		if (options.text("warm-up") === "on") {
			const warmUp = new WarmUp(composed.book, composed.release, log);
			closers.unshift(() => warmUp.close());
		}
		// As clients take it: a user and a database that are there from the start.
		const mysqlAddress = `mysql://root@${printHost(host)}:${mysql.address.port}/test`;
		const httpAddress = `http://${printHost(host)}:${http?.port}`;
		const ready = `verso ${composed.inForce} ready: ${mysqlAddress} ${httpAddress}\n`;
		if (company === undefined) {
			process.stdout.write(ready);
		} else {
			company.sayReady(ready);
		}
		await Promise.race([stopped, kernel.shutdown.then(() => company?.endServer())]);
	} finally {
		clearTimeout(calm);
		const waiting = company === undefined ? setTimeout(() => sayWaiting(kernel), sayWaitingMs) : undefined;
		leaveNote(database);
		endMs = Date.now() + graceMs;
		for (const close of closers) {
			await close();
		}
		recording?.end();
		clearTimeout(waiting);
	}
}

function setFlagsByWork(kernel: Kernel): void {
	if (usesFastPath("v8-flags")) {
		letGarbageGather();
		followWork(kernel, (kind) =>
			setEngineFlags(() => {
				setGarbageFlags();
				inlineFor(kind);
				optimizeLate(kind);
			}),
		);
	}
}

/** Clients speak by way of the recorder, which is loaded when it is asked for. */
async function recordingOf(options: Options): Promise<RecordedServer | undefined> {
	const path = options.text("record");
	if (path === undefined) {
		return undefined;
	}
	if (options.number("workers") > 1) {
		throw new UsageError("--record takes one process: leave --workers out", 2);
	}
	if (options.flag("require-secure-transport")) {
		throw new UsageError("--record offers no TLS: leave --require-secure-transport out", 2);
	}
	const { recordServer } = await import("./record/recorded-server.ts");
	return recordServer(path);
}

function clusterOf({ member }: OpenDatabase, directory: string | undefined): HttpCluster | undefined {
	if (member === undefined || directory === undefined) {
		return undefined;
	}
	const copyTo = async (file: string): Promise<void> => {
		// A copy shall have what was committed before it was asked for.
		await member.store.fold();
		await copyStore(storePath(directory), file);
	};
	return { status: member.status, copyTo };
}

/** Only this machine can reach it. */
function isLoopback(host: string): boolean {
	return host === "localhost" || host === "::1" || /^127\./.test(host);
}

/** Throws a sentence that says what to do before the ports are opened to others. */
async function refuseOpenDoors(kernel: Kernel, host: string, token: string | undefined): Promise<void> {
	const open = await kernel.accountsWithoutPassword();
	const reasons = [
		...(open.length === 0
			? []
			: [
					`${open.slice(0, 3).join(", ")}${open.length > 3 ? " and others" : ""} ${open.length === 1 ? "has" : "have"} ` +
						"no password (start without --host and say ALTER USER ... IDENTIFIED BY '...', or lock the account)",
				]),
		...(token === undefined ? ["HTTP has no token (--http-token, or VERSO_HTTP_TOKEN)"] : []),
	];
	if (reasons.length > 0) {
		await kernel.close(0);
		throw new UsageError(
			`--host ${host} opens this server to others, but ${reasons.join("; and ")}; or say --insecure`,
			1,
		);
	}
}

function sayWaiting({ connectionCount: count }: Kernel): void {
	if (count > 0) {
		process.stderr.write(
			`verso: waiting for running statements of ${count} client${count === 1 ? "" : "s"}, at most ` +
				`${graceMs / 1000} s; a second signal ends the server at once\n`,
		);
	}
}

/** No statement fails because of it. */
function leaveNote({ leaveNote: leave, log }: OpenDatabase): void {
	try {
		leave();
	} catch (failure) {
		log.error({ err: failure }, "the data directory's note could not be written");
	}
}

function keysOf(options: Options): ServerKeys {
	try {
		return new ServerKeys({
			certificate: options.text("tls-cert"),
			key: options.text("tls-key"),
			authority: options.text("tls-ca"),
			folder: options.text("data-dir"),
		});
	} catch (failure) {
		throw new UsageError(`cannot use the certificate: ${(failure as Error).message}`, 1);
	}
}

async function listening<T>(what: string, host: string, port: number, start: (port: number) => Promise<T>): Promise<T> {
	try {
		return await start(port);
	} catch (failure) {
		const { code, message, address } = failure as NodeJS.ErrnoException & { readonly address?: string };
		const cause = code === "EADDRINUSE" ? "it is in use" : code === "EACCES" ? "permission denied" : message;
		if (address?.includes("/")) {
			// The system's answer is the same where the folder is missing.
			const reason = existsSync(dirname(address)) ? cause : `there is no folder ${dirname(address)}`;
			throw new UsageError(`cannot listen on the Unix socket ${address}: ${reason}`, 1);
		}
		throw new UsageError(
			`cannot listen on ${printHost(host)}:${port} for the ${what} ` +
				`${what === "HTTP" ? "interface" : "protocol"}: ${cause}`,
			1,
		);
	}
}

const stopSignals = ["SIGTERM", "SIGINT", "SIGHUP"] as const;

/** A second signal ends the process at once. */
function stopSignal(): Promise<void> {
	return new Promise((resolve) => {
		for (const signal of stopSignals) {
			process.once(signal, () => {
				resolve();
				process.once(signal, () => process.exit(1));
			});
		}
	});
}

function processSettings(options: Options, { log, kernel, composed }: OpenDatabase): ProcessSettings {
	return {
		configuration: () => ({
			...Object.fromEntries(
				serverSettings.map(({ name }) => [name, name === "http-token" ? undefined : (options.value(name) ?? null)]),
			),
			version: composed.release,
		}),
		logLevels: logLevels as readonly string[],
		setLogLevel: (level) => {
			log.level = level;
		},
		setGeneralLog: (on) => kernel.colleague.learnVariable("general_log", on ? 1 : 0),
	};
}

function printHost(host: string): string {
	return host.includes(":") ? `[${host}]` : host;
}
