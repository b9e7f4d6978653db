/**
 * Stream in memory between a client and a database, with what clients ask of a socket.
 */
import { type Duplex, duplexPair } from "node:stream";

/** Returns the client's end, and the server's. */
export function memoryStream(): readonly [client: Duplex, server: Duplex] {
	const [client, server] = duplexPair();
	const same = (): Duplex => client;
	Object.assign(client, {
		setNoDelay: same,
		setKeepAlive: same,
		setTimeout: same,
		ref: same,
		unref: same,
		connecting: false,
		remoteAddress: "127.0.0.1",
		address: () => ({ address: "127.0.0.1", family: "IPv4", port: 0 }),
	});
	return [client, server];
}
