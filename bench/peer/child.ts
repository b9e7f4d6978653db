/**
 * A server process that the bench starts, stops and starts again.
 *
 * In: a command, an address. Out: its process id once it takes connections; an error with what it printed if it does
 * not.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { randomInt } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { Connection } from "../wire/connection.ts";
import type { Address } from "../wire/handshake.ts";

const startLimitMs = 60_000;
const stopLimitMs = 60_000;
const pauseMs = 1;
const leastPort = 12_000;
const mostPort = 32_000;
const given = new Set<number>();

export class ServerChild {
	readonly #command: string;
	readonly #parameters: readonly string[];
	readonly #address: Address;
	#process: ChildProcess | null = null;
	#printed = "";

	constructor(command: string, parameters: readonly string[], address: Address) {
		this.#command = command;
		this.#parameters = parameters;
		this.#address = address;
		// Whatever ends the bench ends its servers.
		process.once("exit", () => this.#process?.kill("SIGKILL"));
	}

	processes(): readonly number[] {
		return this.#process?.pid === undefined ? [] : [this.#process.pid];
	}

	/** Parameters that stand before the usual ones, for this once. */
	async start(extra: readonly string[] = []): Promise<void> {
		const child = spawn(this.#command, [...extra, ...this.#parameters], {
			env: plainEnvironment(),
			stdio: ["ignore", "pipe", "pipe"],
		});
		this.#process = child;
		this.#printed = "";
		for (const stream of [child.stdout, child.stderr]) {
			stream.on("data", (chunk: Buffer) => {
				this.#printed = (this.#printed + chunk.toString()).slice(-4000);
			});
		}
		child.on("error", (failure) => {
			this.#printed += String(failure);
		});
		const limit = performance.now() + startLimitMs;
		while (!(await canConnect(this.#address))) {
			if (child.exitCode !== null || child.pid === undefined || performance.now() > limit) {
				throw new Error(`${this.#command} did not start:\n${this.#printed}`);
			}
			await sleep(pauseMs);
		}
	}

	async stop(): Promise<void> {
		const child = this.#process;
		if (child === null || child.exitCode !== null || child.signalCode !== null) {
			return;
		}
		child.kill("SIGTERM");
		const killer = setTimeout(() => child.kill("SIGKILL"), stopLimitMs);
		await once(child, "exit");
		clearTimeout(killer);
		this.#process = null;
	}
}

/**
 * Without a list of certificates that Node would read at every start, whatever it is to do: 35 ms that are this
 * machine's.
 */
function plainEnvironment(): NodeJS.ProcessEnv {
	const { NODE_EXTRA_CA_CERTS: _unused, ...rest } = process.env;
	return rest;
}

/**
 * Returns a free port, and never the same twice.
 *
 * It lies below those that systems give to programs that ask for none (Linux: 32768 and above): of these another
 * connection may take one before the server does, or while the server is down.
 */
export async function findPort(): Promise<number> {
	for (;;) {
		const port = randomInt(leastPort, mostPort);
		if (!given.has(port) && (await isFree(port))) {
			given.add(port);
			return port;
		}
	}
}

async function isFree(port: number): Promise<boolean> {
	const server = createServer();
	server.listen(port, "127.0.0.1");
	try {
		await once(server, "listening");
	} catch {
		return false;
	}
	server.close();
	await once(server, "close");
	return true;
}

async function canConnect(address: Address): Promise<boolean> {
	try {
		const connection = await Connection.open({ ...address, database: "" });
		connection.quit();
		return true;
	} catch {
		return false;
	}
}
