/**
 * The server: listens, and makes a connection of every stream that comes.
 *
 * In: a kernel, an address, the path of a Unix socket. Out: where it listens, and how to stop it. Streams of other
 * kinds (pairs in memory) come in by `accept`.
 */
import { clearInterval, clearTimeout, runningMs, setInterval, setTimeout } from "../../core/index.ts";
import { chmodSync, unlinkSync } from "node:fs";
import { connect, createServer, type AddressInfo, type ListenOptions as ListenPlace, type Server } from "node:net";
import type { Duplex } from "node:stream";
import { sqlError, type Kernel, DefaultCharset, collationNamed } from "../../core/index.ts";
import type { ServerFacts } from "./command.ts";
import { Connection } from "./connection.ts";
import { LoginQueue } from "./login-queue.ts";
import type { ServerLog } from "./log.ts";
import { ServerKeys } from "./security/keys.ts";

const defaultConnectTimeoutMs = 10_000;
const defaultCloseTimeoutMs = 5_000;

interface ServerOptions {
	readonly kernel: Kernel;
	readonly log: ServerLog;
	/** Read at each connection: `max_connections`. */
	readonly maxConnections?: () => number;
	/** How long a login may take. */
	readonly connectTimeoutMs?: number;
	/** The server's certificate and keys; without: ones that live as long as the process. */
	readonly keys?: ServerKeys;
	/** Is TLS offered? */
	readonly tls?: boolean;
	/** Called when a client has been greeted. */
	readonly clientCame?: (() => void) | undefined;
}

interface ListenOptions extends ServerOptions {
	readonly host: string;
	/** 0 picks a free one. */
	readonly port: number;
	/** Where to listen for clients of this machine, too. */
	readonly socket?: string | undefined;
	/** Each client's stream goes through it: what hears a client has no TLS, and no compression, to see through. */
	readonly through?: ((client: Duplex) => Duplex) | undefined;
	/** False: neither the server nor a client keeps the process running. */
	readonly keepsProcess?: boolean;
}

interface RunningServer {
	readonly address: { readonly host: string; readonly port: number };
	/** Takes a stream that came another way. `host`: `localhost` or an address. */
	accept(stream: Duplex, host: string): void;
	/** Accepts no connection any more, lets running statements finish for `timeoutMs`, then ends all connections. */
	close(timeoutMs?: number): Promise<void>;
}

/** The connections of one kernel, whatever they run over. */
export class Connections implements ServerFacts {
	questions = 0;
	tick = 0;
	readonly #keys: ServerKeys;
	readonly #ticking: NodeJS.Timeout;
	readonly #options: ServerOptions;
	readonly #collationId: number;
	readonly #startedMs = runningMs();
	readonly #all = new Set<Connection>();
	/** Those that have not logged in, by the way they came: no network keeps a Unix socket's clients out. */
	readonly #pending = { network: new LoginQueue(), local: new LoginQueue() };
	#empty: () => void = () => {};

	constructor(options: ServerOptions) {
		this.#options = options;
		const { collation } = options.kernel.book.ask(DefaultCharset).server();
		this.#collationId = collationNamed(collation)?.id ?? 0;
		this.#keys = options.keys ?? new ServerKeys();
		this.#ticking = setInterval(() => this.#count(), 1000).unref();
	}

	#count(): void {
		this.tick++;
		for (const connection of this.#all) {
			connection.checkIdle(this.tick);
		}
	}

	accept(stream: Duplex, host: string, isLocal = false): void {
		const { kernel, log, maxConnections, connectTimeoutMs } = this.#options;
		const pending = isLocal ? this.#pending.local : this.#pending.network;
		const connection: Connection = new Connection({
			kernel,
			stream,
			host,
			log,
			isLocal,
			keys: this.#keys,
			offersTls: this.#options.tls !== false && !isLocal,
			collationId: this.#collationId,
			facts: this,
			connectTimeoutMs: connectTimeoutMs ?? defaultConnectTimeoutMs,
			admitted: () => pending.leave(connection),
			departed: () => pending.enter(connection),
			ended: () => {
				pending.leave(connection);
				this.#ended(connection);
			},
		});
		const full =
			(maxConnections !== undefined && this.#all.size >= maxConnections()) ||
			!pending.makeRoom(Number(kernel.globalVariable("max_connections")));
		this.#all.add(connection);
		if (full) {
			connection.turnAway(sqlError("tooManyConnections"));
		} else {
			pending.enter(connection);
			connection.greet();
			this.#options.clientCame?.();
		}
	}

	#ended(connection: Connection): void {
		this.#all.delete(connection);
		if (this.#all.size === 0) {
			this.#empty();
		}
	}

	/** As `mysqladmin status` shows it. */
	statistics(): string {
		const uptime = Math.floor((runningMs() - this.#startedMs) / 1000);
		const slow = this.#options.kernel.status().find(([name]) => name === "Slow_queries")?.[1] ?? 0;
		return (
			`Uptime: ${uptime}  Threads: ${this.#options.kernel.connectionCount}  ` +
			`Questions: ${this.questions}  Slow queries: ${slow}  Opens: 0  Flush tables: 1  Open tables: 0  ` +
			`Queries per second avg: ${(this.questions / Math.max(1, uptime)).toFixed(3)}`
		);
	}

	async close(timeoutMs: number): Promise<void> {
		clearInterval(this.#ticking);
		if (this.#all.size === 0) {
			return;
		}
		const empty = new Promise<void>((resolve) => {
			this.#empty = resolve;
		});
		const timer = setTimeout(() => this.#destroy(), timeoutMs);
		for (const connection of this.#all) {
			connection.finish();
		}
		await empty;
		clearTimeout(timer);
	}

	#destroy(): void {
		for (const connection of this.#all) {
			connection.destroy();
		}
	}
}

/** Rejects with the system's error where the address can't be had. */
export async function startServer(options: ListenOptions): Promise<RunningServer> {
	const connections = new Connections(options);
	const { host, port, socket: path, keepsProcess = true, through = (client: Duplex) => client } = options;
	const servers = [
		createServer({ noDelay: true }, (socket) => {
			if (!keepsProcess) {
				socket.unref();
			}
			connections.accept(through(socket), peerHost(socket.remoteAddress));
		}),
	];
	await listen(servers[0]!, { host, port });
	if (path !== undefined) {
		const local = createServer((socket) => connections.accept(through(socket), "localhost", true));
		await removeDead(path);
		try {
			await listen(local, { path });
			// Files of this server are its own; a client of any account of this machine may connect.
			chmodSync(path, 0o777);
		} catch (failure) {
			// The port that is open already would keep the process.
			servers[0]!.close();
			throw failure;
		}
		servers.push(local);
	}
	for (const server of servers) {
		server.on("error", (failure) => options.log.error({ err: failure }, "the listening socket failed"));
	}
	if (!keepsProcess) {
		servers.forEach((server) => server.unref());
	}
	const address = servers[0]!.address() as AddressInfo;
	return {
		address: { host: address.address, port: address.port },
		accept: (stream, from) => connections.accept(stream, from),
		async close(timeoutMs = defaultCloseTimeoutMs) {
			const stopped = servers.map((server) => new Promise<void>((resolve) => server.close(() => resolve())));
			await connections.close(timeoutMs);
			await Promise.all(stopped);
		},
	};
}

/** Removes the socket that a killed server left behind; one with a listener stays, and listening there fails. */
function removeDead(path: string): Promise<void> {
	return new Promise((resolve) => {
		const probe = connect(path, () => {
			probe.destroy();
			resolve();
		});
		probe.on("error", ({ code }: NodeJS.ErrnoException) => {
			if (code === "ECONNREFUSED") {
				unlinkSync(path);
			}
			resolve();
		});
	});
}

/**
 * Connections that wait to be accepted; the system may allow fewer. A burst beyond Node's 511 was left without an
 * answer, since clients of this protocol wait for the server's first packet.
 */
const mostWaiting = 4096;

function listen(server: Server, place: ListenPlace): Promise<void> {
	return new Promise((resolve, reject) => {
		server.once("error", reject);
		server.listen({ ...place, backlog: mostWaiting }, () => {
			server.removeListener("error", reject);
			resolve();
		});
	});
}

/** Accounts are `name@localhost` for clients on this machine. */
function peerHost(address: string | undefined): string {
	const plain = address?.replace(/^::ffff:/, "");
	return plain === undefined || plain === "127.0.0.1" || plain === "::1" ? "localhost" : plain;
}
