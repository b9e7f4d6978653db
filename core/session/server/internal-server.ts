/**
 * The server for internal statements of the kernel: the shared state, but with the rule book without plugins.
 *
 * Such statements create and change the account tables; a plugin that refuses or changes values would lock accounts
 * out permanently. Only `system-schema` rules apply.
 */
import type { SessionOptions } from "../api/session.ts";
import type { Server } from "./server.ts";

/** Of the sessions that run them. */
export const internalLogin: SessionOptions = {
	user: "root",
	accountHost: "localhost",
	host: "localhost",
	connectionId: 0,
};

const internalServers = new WeakMap<Server, Server>();

export function internalServer(server: Server): Server {
	const book = server.book.withoutPlugins();
	if (book === server.book) {
		return server;
	}
	let internal = internalServers.get(server);
	if (internal === undefined) {
		internal = Object.create(server, { book: { value: book, enumerable: true } }) as Server;
		internalServers.set(server, internal);
	}
	return internal;
}
