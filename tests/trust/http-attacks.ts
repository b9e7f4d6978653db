/**
 * Attacks on the HTTP interface: connections that are held, and mutated requests.
 */
import { connect, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import type { Attack } from "./attack.ts";
import { everyRound } from "./every-round.ts";

const patienceMs = 500;

/** All that comes back within a while. */
function ask(port: number, bytes: Buffer): Promise<string> {
	return new Promise((resolve) => {
		const socket: Socket = connect(port, "127.0.0.1", () => socket.write(bytes));
		let text = "";
		const timer = setTimeout(() => socket.destroy(), patienceMs);
		socket.on("data", (chunk) => {
			text += chunk.toString("latin1");
		});
		socket.on("error", () => {});
		socket.on("close", () => {
			clearTimeout(timer);
			resolve(text);
		});
	});
}

const requests = [
	"GET /status HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n",
	"GET /schema/trust/n?table_id=7 HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n",
	"GET /metrics HTTP/1.0\r\nHost: localhost\r\n\r\n",
	"POST /settings HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: 14\r\n\r\nlog_level=warn",
	"POST /settings HTTP/1.1\r\nHost: 127.0.0.1\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\n5\r\nabcde\r\n0\r\n\r\n",
].map((text) => Buffer.from(text, "latin1"));

/** Of a server that was asked nothing by HTTP before. */
const firstRequest = {
	slow: { boundMs: 1000, why: "the first request loads the web framework" },
	slowOften: { boundMs: 60, why: "requests come by the hundred beside it" },
} as const;

export const httpAttacks: readonly Attack[] = [
	{
		name: "200 HTTP connections with half a head",
		rounds: { usual: 200, long: 3000, isAtOnce: true },
		...firstRequest,
		async run(field) {
			const { server, rounds } = field;
			field.played = rounds;
			const held = Array.from({ length: rounds }, () => {
				const socket = connect(server.httpPort, "127.0.0.1", () => socket.write("GET /status HTTP/1.1\r\nHost: 1"));
				socket.on("error", () => {});
				return socket;
			});
			await sleep(1000);
			const entered = await server.connect().then(
				(connection) => connection.end(),
				(failure: Error) => `a client of the MySQL port was refused: ${failure.message}`,
			);
			held.forEach((socket) => socket.destroy());
			let alive = "";
			// Thousands of connections are closed one after the other.
			for (let tries = 0; tries < 20 && !alive.startsWith("HTTP/1.1 200"); tries++) {
				await sleep(200);
				alive = await ask(server.httpPort, requests[0] as Buffer);
			}
			return [
				...(entered === undefined ? [] : [entered]),
				...(alive.startsWith("HTTP/1.1 200") ? [] : [`HTTP does not answer afterwards: ${alive.slice(0, 40)}`]),
			];
		},
	},
	{
		name: "mutated HTTP requests",
		rounds: { usual: 200, long: 1_000_000 },
		...firstRequest,
		async run(field) {
			const { server } = field;
			const faults = await everyRound(field, 1, async (mutator) => {
				const sent = mutator.bytes(mutator.one(requests), requests);
				const answer = await ask(server.httpPort, sent);
				return /^HTTP\/1\.1 500/.test(answer) ? `500 for ${JSON.stringify(sent.toString("latin1"))}` : undefined;
			});
			return [...faults, ...(server.printed.includes("\n    at ") ? ["a failure of its own in the log"] : [])];
		},
	},
];
