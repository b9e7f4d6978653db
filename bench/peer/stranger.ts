/**
 * A running server as a peer, given as `name=mysql://user:password@host:port`.
 *
 * In: that text. Out: a peer. Where it listens on this machine, its process is found by the port, so that its CPU
 * time can be read; it is never stopped or started.
 */
import { readFileSync, readdirSync, readlinkSync } from "node:fs";
import type { Peer } from "./peer.ts";

const listening = "0A";

export function findStranger(wish: string): Peer {
	const at = wish.indexOf("=");
	const url = new URL(wish.slice(at + 1));
	if (at <= 0 || url.protocol !== "mysql:") {
		throw new Error(`--against takes name=mysql://user:password@host:port, not ${wish}`);
	}
	const port = url.port === "" ? 3306 : Number(url.port);
	const isLocal = ["127.0.0.1", "localhost", "[::1]"].includes(url.hostname);
	// Looked up once: it is not restarted during a run.
	const found = isLocal ? findListener(port) : [];
	return {
		name: wish.slice(0, at),
		address: {
			host: url.hostname.replace(/^\[|\]$/g, ""),
			port,
			user: decodeURIComponent(url.username) || "root",
			password: decodeURIComponent(url.password),
			database: "verso_bench",
		},
		about: `as it was found at ${url.host}`,
		processes: () => found,
		stop: () => Promise.resolve(),
	};
}

/** The processes that hold a listening socket of that port. */
function findListener(port: number): number[] {
	const wanted = `:${port.toString(16).toUpperCase().padStart(4, "0")}`;
	const sockets = new Set<string>();
	for (const table of ["/proc/net/tcp", "/proc/net/tcp6"]) {
		for (const line of readLines(table)) {
			const fields = line.trim().split(/\s+/);
			if (fields[1]?.endsWith(wanted) && fields[3] === listening) {
				sockets.add(`socket:[${fields[9]}]`);
			}
		}
	}
	const found = readdirSync("/proc")
		.filter((name) => /^\d+$/.test(name) && holdsOne(name, sockets))
		.map(Number);
	// A child that inherited the socket is counted with its parent.
	return found.slice(0, 1);
}

function holdsOne(process: string, sockets: ReadonlySet<string>): boolean {
	try {
		const folder = `/proc/${process}/fd`;
		return readdirSync(folder).some((name) => sockets.has(readlinkSync(`${folder}/${name}`)));
	} catch {
		return false;
	}
}

function readLines(path: string): string[] {
	try {
		return readFileSync(path, "utf8").split("\n");
	} catch {
		return [];
	}
}
