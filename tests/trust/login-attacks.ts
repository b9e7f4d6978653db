/**
 * Attacks by packets: clients that never log in, guesses, and mutated logins and commands.
 */
import { setTimeout as sleep } from "node:timers/promises";
import { createConnection } from "mysql2/promise";
import { code, frame, modern, RawClient, response } from "../server/raw-client.ts";
import type { Attack } from "./attack.ts";
import { Mutator } from "./mutator.ts";
import type { TrustedServer } from "./trusted-server.ts";

const patienceMs = 500;
const abreast = 8;

/** Runs so many at once until all are done; collects their sentences. */
async function everyRound(rounds: number, round: (at: number) => Promise<string | undefined>): Promise<string[]> {
	const faults: string[] = [];
	let next = 0;
	await Promise.all(
		Array.from({ length: abreast }, async () => {
			while (next < rounds && faults.length === 0) {
				const fault = await round(next++);
				if (fault !== undefined) {
					faults.push(fault);
				}
			}
		}),
	);
	return faults;
}

/** The answer, or nothing after a while: a client that sent half a packet gets none. */
function answerTo(client: RawClient): Promise<Buffer | null> {
	return Promise.race([client.receive(), sleep(patienceMs, null)]);
}

function internalError(answer: Buffer | null): string | undefined {
	const text = code(answer) === 1105 ? (answer as Buffer).toString("latin1", 9) : "";
	return text.includes("Internal error") ? text : undefined;
}

const logins = [
	response(modern, "root", Buffer.alloc(0), "mysql_native_password"),
	response(modern, "root", Buffer.alloc(20, 7), "mysql_native_password"),
	response(modern | 8, "nobody", Buffer.alloc(32, 7), "caching_sha2_password"),
	response(0xffffffff >>> 0, "root", Buffer.alloc(250, 7), "sha256_password"),
];

const commands = [
	"\x03select 1",
	"\x03select * from trust.n where a = 3",
	"\x16select ? + 1",
	"\x17\x01\0\0\0\0\x01\0\0\0\0\x01\x08\0\x05\0\0\0\0\0\0\0",
	"\x18\x01\0\0\0\0\0data",
	"\x19\x01\0\0\0",
	"\x1a\x01\0\0\0",
	"\x1c\x01\0\0\0\x05\0\0\0",
	"\x02trust",
	"\x04n\0%",
	"\x09",
	"\x0e",
	"\x11root\0\0trust\0",
	"\x1b\0\0",
	"\x1f",
].map((text) => Buffer.from(text, "latin1"));

async function mutatedCommand(server: TrustedServer, mutator: Mutator): Promise<string | undefined> {
	const client = new RawClient(server.port);
	await client.login();
	for (let left = 20; left > 0 && !client.closed; left--) {
		const payload = mutator.bytes(mutator.one(commands), commands);
		// KILL and SHUTDOWN are answered by ending something.
		if (payload[0] === 0x0c || payload[0] === 0x08) {
			continue;
		}
		client.socket.write(mutator.below(20) === 0 ? mutator.bytes(frame(0, payload), commands) : frame(0, payload));
		const fault = internalError(await answerTo(client));
		if (fault !== undefined) {
			return `${fault}: ${payload.toString("hex")}`;
		}
	}
	client.socket.destroy();
	return undefined;
}

const manyClients = { boundMs: 60, why: "connections are made by the hundred beside it" } as const;

export const loginAttacks: readonly Attack[] = [
	{
		name: "300 clients that say nothing",
		rounds: { usual: 300, long: 3000 },
		slowOften: manyClients,
		async run({ server, rounds }) {
			const silent = Array.from({ length: rounds }, () => new RawClient(server.port));
			await sleep(1500);
			const entered = await server.connect().then(
				(connection) => connection.end(),
				(failure: Error) => `a client that logs in was refused: ${failure.message}`,
			);
			silent.forEach(({ socket }) => socket.destroy());
			return entered === undefined ? [] : [entered];
		},
	},
	{
		name: "guessed passwords",
		setup: ["create user guessed@localhost identified by 'secret'"],
		rounds: { usual: 10, long: 400 },
		run: ({ server, rounds }) =>
			everyRound(rounds, async (at) => {
				const login = { host: "127.0.0.1", port: server.port, user: "guessed", password: `guess ${at}` };
				// It waits for up to ten seconds, when the login has taken too long (1043).
				return createConnection({ ...login, connectTimeout: 30_000 }).then(
					() => "a wrong password let a client in",
					(failure: { errno?: number; message: string }) =>
						failure.errno === 1045 || failure.errno === 1043 ? undefined : `not 1045: ${failure.message}`,
				);
			}),
	},
	{
		name: "passwords of a megabyte",
		setup: ["create user lengthy@localhost identified with caching_sha2_password by 'secret'"],
		rounds: { usual: 16, long: 1000 },
		run: ({ server, rounds }) =>
			everyRound(rounds, async () => {
				const login = { host: "127.0.0.1", port: server.port, user: "lengthy", password: "x".repeat(1_000_000) };
				return createConnection({ ...login, ssl: { rejectUnauthorized: false } }).then(
					() => "a wrong password let a client in",
					() => undefined,
				);
			}),
	},
	{
		name: "mutated logins",
		rounds: { usual: 300, long: 1_000_000 },
		slowOften: manyClients,
		run({ server, rounds, seed }) {
			const mutator = new Mutator(seed);
			return everyRound(rounds, async () => {
				const client = new RawClient(server.port);
				await client.receive();
				client.send(1, mutator.bytes(mutator.one(logins), logins));
				const fault = internalError(await answerTo(client));
				client.socket.destroy();
				return fault;
			});
		},
	},
	{
		name: "mutated commands, 20 a client",
		rounds: { usual: 40, long: 1_000_000 },
		slowOften: manyClients,
		run({ server, rounds, seed }) {
			const mutator = new Mutator(seed);
			return everyRound(rounds, () => mutatedCommand(server, mutator));
		},
	},
];
