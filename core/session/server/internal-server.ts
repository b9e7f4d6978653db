/**
 * The server as the kernel's own statements see it: the same in all, but under the rule book without plugins.
 *
 * The tables of accounts are made and changed by such statements; a plugin that refuses or changes values would lock
 * accounts out for ever. Only `system-schema` decides there.
 */
import type { Server } from "./server.ts";

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
