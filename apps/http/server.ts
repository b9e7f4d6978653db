/**
 * The HTTP interface of one server.
 *
 * In: the kernel and the process's own settings. Out: a listening port. It listens at once, but loads what answers
 * requests when the first client comes: most servers are asked nothing by HTTP in their first second, and fastify
 * takes a third of the time a start takes.
 */
import type { Server as WebServer } from "node:http";
import { type AddressInfo, type Server, type Socket, createServer } from "node:net";
import { descriptorsLeft, type Kernel, MinuteLine } from "../../core/index.ts";
import type { ServerLog } from "../server/log.ts";
import type { ProcessSettings } from "./settings.ts";

export interface HttpCluster {
	status(): { readonly position: number; readonly silent_ms: number; readonly members: readonly unknown[] };
	copyTo(file: string): Promise<void>;
}

export interface HttpOptions {
	readonly kernel: Kernel;
	readonly process: ProcessSettings;
	readonly host: string;
	readonly port: number;
	/** In a cluster: its state, and a copy of this server's file. */
	readonly cluster?: HttpCluster | undefined;
	/** Requests must bring it as `Authorization: Bearer TOKEN`; undefined: they need none. */
	readonly token?: string | undefined;
	/** Connections at once, or as many as the limit of open files spares; further ones are turned away. */
	readonly maxConnections?: number;
}

interface ListenOptions extends HttpOptions {
	readonly log: ServerLog;
}

interface HttpServer {
	readonly host: string;
	readonly port: number;
	close(): Promise<void>;
}

const usualMaxConnections = 64;
/** Of the files that the process may still open when it begins: the rest is for the MySQL port and the data. */
const partOfDescriptors = 1 / 4;
const busy = "HTTP/1.1 503 Service Unavailable\r\nConnection: close\r\nContent-Length: 0\r\n\r\n";
/** How long a request's head, a request, and the next request of a connection may take. */
const headMs = 10_000;
const requestMs = 30_000;
const idleMs = 5_000;
const checkMs = 1_000;
const mostHeadBytes = 16_384;

/** Throws where the port can't be had. */
export async function startHttp(options: ListenOptions): Promise<HttpServer> {
	const sockets = new Set<Socket>();
	const spared = Math.max(1, Math.floor(descriptorsLeft() * partOfDescriptors));
	const most = Math.min(options.maxConnections ?? usualMaxConnections, spared);
	const malformed = new MinuteLine();
	let web: Promise<WebServer> | undefined;
	const door = createServer({ pauseOnConnect: true }, (socket) => {
		// It sends what is no HTTP, or hangs up within a request.
		socket.on("error", () => {
			const due = malformed.count(performance.now());
			if (due > 0) {
				options.log.info({ requests: due }, "malformed HTTP requests");
			}
			socket.destroy();
		});
		if (sockets.size >= most) {
			socket.end(busy);
			socket.destroySoon();
			return;
		}
		sockets.add(socket);
		socket.on("close", () => sockets.delete(socket));
		web ??= openWeb(options);
		web.then(
			(server) => enter(server, socket),
			(failure) => {
				options.log.error({ err: failure }, "the HTTP interface could not be loaded");
				socket.destroy();
			},
		);
	});
	await listen(door, options);
	const { address, port } = door.address() as AddressInfo;
	return {
		host: address,
		port,
		async close() {
			const closed = new Promise<void>((resolve) => door.close(() => resolve()));
			for (const socket of sockets) {
				socket.destroy();
			}
			// Its interval would keep the check going.
			(await web)?.close();
			await closed;
		},
	};
}

/** A web server that takes connections from its own listener alone. */
async function openWeb(options: HttpOptions): Promise<WebServer> {
	const [{ createServer: createWebServer }, { createHttp }] = await Promise.all([
		import("node:http"),
		import("./routes.ts"),
	]);
	const app = createHttp(options);
	await app.ready();
	const web = createWebServer(
		{
			headersTimeout: headMs,
			requestTimeout: requestMs,
			keepAliveTimeout: idleMs,
			connectionsCheckingInterval: checkMs,
			maxHeaderSize: mostHeadBytes,
		},
		(request, response) => app.routing(request, response),
	);
	// It never listens itself: this event is what starts its check of those timeouts.
	web.emit("listening");
	return web;
}

function enter(web: WebServer, socket: Socket): void {
	web.emit("connection", socket);
	socket.resume();
}

function listen(door: Server, { host, port }: HttpOptions): Promise<void> {
	return new Promise((resolve, reject) => {
		door.once("error", reject);
		door.listen(port, host, () => {
			door.removeListener("error", reject);
			resolve();
		});
	});
}
