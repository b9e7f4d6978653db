/**
 * Runs the verso program in another process: its two outputs and its exit code, or a server that is ready.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { ExecutionContext } from "ava";
import { type Connection, createConnection } from "mysql2/promise";
import { longestRun } from "../longest-run.ts";
import { programBundle, programFile, programModules } from "./program-file.ts";

const nobody = 65534;

interface Wish {
	readonly input?: string | Buffer;
	readonly environment?: Readonly<Record<string, string>>;
	readonly directory?: string;
	/** The modules, or the bundle that is built from them: the usual one if undefined. */
	readonly bundled?: boolean;
	/** Another copy of the bundled program. */
	readonly program?: string;
	/** Limits for `prlimit`. */
	readonly limits?: readonly string[];
	/** Words before the command: a network namespace. */
	readonly within?: readonly string[];
	/** Root has all permissions: run as an unprivileged user. */
	readonly asNobody?: boolean;
}

interface Ended {
	readonly stdout: string;
	readonly stderr: string;
	readonly exitCode: number | null;
}

/** Creates a folder that is removed after the test. */
export function temporaryFolder(t: ExecutionContext): string {
	const folder = mkdtempSync(join(tmpdir(), "verso-cli-"));
	t.teardown(() => rmSync(folder, { recursive: true, force: true }));
	return folder;
}

function start(
	words: readonly string[],
	{
		environment = {},
		directory,
		bundled,
		program = bundled === undefined ? programFile : bundled ? programBundle : programModules,
		asNobody = false,
		limits = [],
		within = [],
	}: Wish,
): ChildProcess {
	const inherited = Object.fromEntries(
		Object.entries(process.env).filter(([name]) => !name.startsWith("VERSO_") || name === "VERSO_FALLBACKS"),
	);
	const limited = limits.length > 0 ? ["prlimit", ...limits] : [];
	const [command = "", ...rest] = [...within, ...limited, process.execPath];
	return spawn(command, [...rest, program, ...words], {
		env: { ...inherited, ...environment },
		cwd: directory,
		stdio: "pipe",
		...longestRun,
		...(asNobody && process.getuid?.() === 0 ? { uid: nobody } : {}),
	});
}

/** Runs the program until it ends. */
export async function runVerso(words: readonly string[], wish: Wish = {}): Promise<Ended> {
	return startVerso(words, wish).ended;
}

/** Starts the program. */
export function startVerso(words: readonly string[], wish: Wish = {}): { child: ChildProcess; ended: Promise<Ended> } {
	const child = start(words, wish);
	child.stdin?.on("error", () => {});
	child.stdin?.end(wish.input ?? "");
	return { child, ended: outcome(child) };
}

async function outcome(child: ChildProcess): Promise<Ended> {
	const parts: { stdout: Buffer[]; stderr: Buffer[] } = { stdout: [], stderr: [] };
	child.stdout?.on("data", (bytes: Buffer) => parts.stdout.push(bytes));
	child.stderr?.on("data", (bytes: Buffer) => parts.stderr.push(bytes));
	const exitCode = await new Promise<number | null>((resolve) => child.on("close", resolve));
	return { stdout: Buffer.concat(parts.stdout).toString(), stderr: Buffer.concat(parts.stderr).toString(), exitCode };
}

export interface ServingVerso {
	readonly readyLine: string;
	readonly mysqlPort: number;
	readonly httpPort: number;
	/** Sends the signal and waits until the program ends. */
	stop(signal?: NodeJS.Signals): Promise<Ended>;
	/** SIGSTOP and SIGCONT. */
	signal(signal: NodeJS.Signals): void;
	/** Opens a connection as root, closed with the test. */
	connect(): Promise<Connection>;
}

/** Starts a server on free ports; the test fails if the program ends before it is ready. */
export async function serveVerso(
	t: ExecutionContext,
	words: readonly string[],
	wish: Wish = {},
): Promise<ServingVerso> {
	const ports = ["--port", "--http-port"].flatMap((flag) => (words.includes(flag) ? [] : [flag, "0"]));
	const child = start([...words, ...ports], wish);
	const ended = outcome(child);
	t.teardown(async () => {
		child.kill("SIGKILL");
		await ended;
	});
	const readyLine = await Promise.race([
		firstLine(child),
		ended.then(({ stderr }) => Promise.reject(new Error(`not ready: ${stderr}`))),
	]);
	const [, mysqlPort = "", httpPort = ""] = /mysql:\/\/\S+:(\d+)\/test http:\/\/\S+:(\d+)$/.exec(readyLine) ?? [];
	const connections: Connection[] = [];
	return {
		readyLine,
		mysqlPort: Number(mysqlPort),
		httpPort: Number(httpPort),
		stop: async (signal = "SIGTERM") => {
			child.kill(signal);
			return ended;
		},
		signal: (signal) => {
			child.kill(signal);
		},
		connect: async () => {
			const connection = await createConnection({
				host: "127.0.0.1",
				port: Number(mysqlPort),
				user: "root",
				database: "test",
			});
			connection.on("error", () => {});
			connections.push(connection);
			t.teardown(() => connection.destroy());
			return connection;
		},
	};
}

function firstLine(child: ChildProcess): Promise<string> {
	return new Promise((resolve) => {
		let text = "";
		child.stdout?.on("data", (bytes: Buffer) => {
			text += bytes.toString();
			if (text.includes("\n")) {
				resolve(text.split("\n", 1)[0] ?? "");
			}
		});
	});
}

/** Returns whether the output is one sentence of the program: no stack trace, no second line. */
export function isOneSentence(text: string): boolean {
	return /^verso: [^\n]+\n$/.test(text);
}
