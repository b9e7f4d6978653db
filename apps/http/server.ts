/**
 * The HTTP interface of one server.
 *
 * In: the kernel and the process's own settings. Out: a listening port. It listens at once, but loads what answers
 * requests when the first client comes: most servers are asked nothing by HTTP in their first second, and fastify
 * takes a third of the time a start takes.
 */
import type { Server as WebServer } from "node:http";
import { type AddressInfo, type Server, type Socket, createServer } from "node:net";
import type { Kernel } from "../../core/index.ts";
import type { ServerLog } from "../server/log.ts";
import type { ProcessSettings } from "./settings.ts";

export interface HttpOptions {
	readonly kernel: Kernel;
	readonly process: ProcessSettings;
	readonly host: string;
	readonly port: number;
}

interface ListenOptions extends HttpOptions {
	readonly log: ServerLog;
}

interface HttpServer {
	readonly host: string;
	readonly port: number;
	close(): Promise<void>;
}

/** Throws where the port can't be had. */
export async function startHttp(options: ListenOptions): Promise<HttpServer> {
	const sockets = new Set<Socket>();
	let web: Promise<WebServer> | undefined;
	const door = createServer({ pauseOnConnect: true }, (socket) => {
		sockets.add(socket);
		socket.on("close", () => sockets.delete(socket));
		socket.on("error", (failure) => {
			options.log.error({ err: failure }, "the HTTP interface could not be loaded");
			socket.destroy();
		});
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
	return createWebServer((request, response) => app.routing(request, response));
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
