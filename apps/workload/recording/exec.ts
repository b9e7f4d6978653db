/**
 * Runs a command, such as a migration tool, against a kernel, and records what it sends.
 *
 * It finds the server by its environment: DATABASE_URL, and MYSQL_HOST, MYSQL_PORT (MYSQL_TCP_PORT), MYSQL_USER,
 * MYSQL_PASSWORD, MYSQL_DATABASE.
 */
import { spawn } from "node:child_process";
import { setTimeout, type Kernel } from "../../../core/index.ts";
import { memoryStream } from "../../embed/memory-stream.ts";
import { Connections } from "../../server/server.ts";
import type { Role, Workload } from "../statement.ts";
import { StatementList } from "../statement-list.ts";
import type { RecordedEvent } from "./format.ts";
import { startProxy } from "./proxy.ts";
import { addEvent } from "./recorded-sessions.ts";

/** Characters that are kept of the output: its end says why it failed. */
const keptOutput = 1 << 16;
const graceMs = 1000;
const silence = { info() {}, warn() {}, error() {} };

interface ExecOptions {
	/** Of all statements. */
	readonly role: Role;
	/** Named in DATABASE_URL; made by the caller. */
	readonly database: string;
	/** Further variables. */
	readonly environment?: Readonly<Record<string, string>>;
	/** Where the command runs; default: here. */
	readonly directory?: string;
	/** The command is killed after so long, and when this signal comes. */
	readonly timeoutMs?: number;
	readonly signal?: AbortSignal;
}

interface ExecResult {
	/** Statements in the order in which they were sent; the file is the command, the line a statement's number. */
	readonly workload: Workload;
	/** Undefined where the command was killed. */
	readonly exitCode: number | undefined;
	/** The last of what it printed, both outputs. */
	readonly output: string;
}

/** Runs `command` by the shell. Rejects with the system's error where there is no shell. */
export async function execWorkload(kernel: Kernel, command: string, options: ExecOptions): Promise<ExecResult> {
	const connections = new Connections({ kernel, log: silence, tls: false });
	const events: RecordedEvent[] = [];
	const proxy = await startProxy({
		host: "127.0.0.1",
		port: 0,
		connect: () => {
			const [client, server] = memoryStream();
			connections.accept(server, "localhost", true);
			return client;
		},
		record: (event) => events.push(event),
	});
	try {
		const { exitCode, output } = await runCommand(command, proxy.address.port, options);
		await proxy.close(graceMs);
		return { workload: workloadOf(events, command, options), exitCode, output };
	} finally {
		await proxy.close(0);
		await connections.close(graceMs);
	}
}

function workloadOf(events: readonly RecordedEvent[], command: string, { role }: ExecOptions): Workload {
	const list = new StatementList(role, command, undefined);
	let line = 0;
	for (const event of [...events].sort((one, other) => one.n - other.n)) {
		line += "event" in event ? 0 : 1;
		addEvent(list, event, { line: Math.max(line, 1), column: 1 });
	}
	return list.toWorkload();
}

function runCommand(command: string, port: number, options: ExecOptions): Promise<Omit<ExecResult, "workload">> {
	const { database, environment = {}, directory, timeoutMs, signal } = options;
	const child = spawn(command, {
		shell: true,
		// A group of its own, which is ended with all that the command has started.
		detached: process.platform !== "win32",
		stdio: ["ignore", "pipe", "pipe"],
		...(directory === undefined ? {} : { cwd: directory }),
		env: {
			...process.env,
			DATABASE_URL: `mysql://root@127.0.0.1:${port}/${encodeURIComponent(database)}`,
			MYSQL_HOST: "127.0.0.1",
			MYSQL_PORT: String(port),
			MYSQL_TCP_PORT: String(port),
			MYSQL_USER: "root",
			MYSQL_PASSWORD: "",
			MYSQL_DATABASE: database,
			...environment,
		},
	});
	let output = "";
	const take = (chunk: Buffer): void => {
		output = (output + chunk.toString("utf8")).slice(-keptOutput);
	};
	child.stdout.on("data", take);
	child.stderr.on("data", take);
	const kill = (): void => {
		try {
			if (child.pid !== undefined) {
				process.kill(process.platform === "win32" ? child.pid : -child.pid, "SIGKILL");
			}
		} catch {
			// It has ended.
		}
	};
	const timer = timeoutMs === undefined ? undefined : setTimeout(kill, timeoutMs);
	signal?.addEventListener("abort", kill, { once: true });
	return new Promise((resolve, reject) => {
		const clear = (): void => {
			clearTimeout(timer);
			signal?.removeEventListener("abort", kill);
		};
		child.once("error", (failure) => {
			clear();
			reject(failure);
		});
		child.once("close", (code) => {
			clear();
			resolve({ exitCode: code ?? undefined, output });
		});
	});
}
