/**
 * A server as a child process: started, connected to, killed.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import { type Connection, createConnection } from "mysql2/promise";
import { longestRun } from "../../longest-run.ts";

const program = fileURLToPath(new URL("./server.js", import.meta.url));
const preload = new URL("../../joined/preload.js", import.meta.url).href;

interface ChildWish {
	/** `stage.ts` */
	readonly endAt?: string;
	/** `fault.ts` */
	readonly fault?: string;
	/** One of the processes of one server (`--workers`): one owns the log, the others commit through it. */
	readonly isShared?: boolean;
	/** Command words before the program's own: a tracer that manipulates its system calls. */
	readonly under?: readonly string[];
}

export class Child {
	/** The port once it is ready; null if it ended before. */
	readonly ready: Promise<number | null>;
	/** The port of each directory once all are served; null if it ended before. */
	readonly ports: Promise<readonly number[] | null>;
	readonly ended: Promise<void>;
	/** All output to stderr. */
	complaint = "";
	readonly #process: ChildProcess;

	constructor(
		directory: string | readonly string[],
		{ endAt = "", fault = "", isShared = false, under = [] }: ChildWish,
	) {
		const environment = {
			...process.env,
			VERSO_CRASH_AT: endAt,
			VERSO_CRASH_FAULT: fault,
			VERSO_CRASH_SHARED: isShared ? "1" : "",
		};
		const directories = typeof directory === "string" ? [directory] : directory;
		const [command = "", ...words] = [...under, process.execPath, "--import", preload, program, ...directories];
		// A process group of its own: killing a tracer alone would leave the program running.
		this.#process = spawn(command, words, {
			env: environment,
			stdio: ["ignore", "pipe", "pipe"],
			detached: true,
			...longestRun,
		});
		this.ended = new Promise((resolve) => this.#process.once("close", () => resolve()));
		this.#process.stderr?.on("data", (bytes: Buffer) => {
			this.complaint += bytes.toString();
		});
		const ports = new Promise<readonly number[]>((resolve) => {
			let text = "";
			this.#process.stdout?.on("data", (bytes: Buffer) => {
				text += bytes.toString();
				const found = [...text.matchAll(/mysql:\/\/\S+:(\d+)(?:\/test)? /g)].map(([, port]) => Number(port));
				if (found.length === directories.length) {
					resolve(found);
				}
			});
		});
		this.ports = Promise.race([ports, this.ended.then(() => null)]);
		this.ready = this.ports.then((found) => found?.[0] ?? null);
	}

	get processId(): number | undefined {
		return this.#process.pid;
	}

	get isRunning(): boolean {
		return this.#process.exitCode === null && this.#process.signalCode === null;
	}

	/** It ended by itself otherwise than by SIGKILL. */
	get hasFailed(): boolean {
		return this.#process.exitCode !== null && this.#process.exitCode !== 0;
	}

	async kill(): Promise<void> {
		this.#signal("SIGKILL");
		await this.ended;
	}

	/** Stops it with a signal. */
	async stop(): Promise<void> {
		this.#signal("SIGTERM");
		await this.ended;
	}

	#signal(signal: NodeJS.Signals): void {
		if (this.isRunning && this.#process.pid !== undefined) {
			process.kill(-this.#process.pid, signal);
		}
	}
}

export async function connectTo(port: number): Promise<Connection> {
	const connection = await createConnection({
		host: "127.0.0.1",
		port,
		user: "root",
		database: "test",
		rowsAsArray: true,
		connectTimeout: 60_000,
	});
	connection.on("error", () => {});
	return connection;
}
