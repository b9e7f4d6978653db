/**
 * Attacks by packets: clients that never log in, guesses, and mutated logins and commands.
 */
import { setTimeout as sleep } from "node:timers/promises";
import { createConnection } from "mysql2/promise";
import { frame, modern, noEnd, RawClient, response } from "../server/raw-client.ts";
import type { Attack } from "./attack.ts";
import { everyRound } from "./every-round.ts";
import type { Mutator } from "./mutator.ts";
import type { TrustedServer } from "./trusted-server.ts";

const patienceMs = 500;

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
	"\x1b\0\0",
	"\x1f",
].map((text) => Buffer.from(text, "latin1"));
/** A mutated one ends the connection, as a packet that is cut does: they come last. */
const changeUser = Buffer.from("\x11root\0\0trust\0", "latin1");
/** QUIT, SHUTDOWN, KILL, CHANGE USER. */
const endsSomething = [0x01, 0x08, 0x0c, 0x11];

/** Its commands, however they are cut, do not end the server. */
const sender = "sender";

export const makeSender: readonly string[] = [
	`create user ${sender}@localhost`,
	`grant select, insert, update, delete, create, drop, process, reload on *.* to ${sender}@localhost`,
];

/** Sent at once by a client that quits then. */
const commandsAtOnce = 100;
/** A client whose last packet was cut waits for `patienceMs`. */
const clientsAbreast = 64;

export async function mutatedCommands(server: TrustedServer, mutator: Mutator): Promise<string | undefined> {
	const client = new RawClient(server.port);
	await client.login(modern, undefined, sender);
	const sent: Buffer[] = [];
	while (sent.length < commandsAtOnce) {
		const payload = mutator.bytes(mutator.one(commands), commands);
		if (!endsSomething.includes(payload[0] ?? 0)) {
			sent.push(frame(0, payload));
		}
	}
	sent[commandsAtOnce - 1] =
		mutator.below(2) === 0
			? frame(0, mutator.bytes(changeUser, commands))
			: mutator.bytes(sent[commandsAtOnce - 1]!, commands);
	client.socket.write(Buffer.concat([...sent, frame(0, "\x01")]));
	// A packet that was cut keeps the server waiting for the rest.
	const fault = await client.internalError(patienceMs);
	client.socket.destroy();
	return fault === undefined || fault === noEnd ? undefined : `${fault}: ${Buffer.concat(sent).toString("hex")}`;
}

const manyClients = { boundMs: 60, why: "connections are made by the hundred beside it" } as const;

export const loginAttacks: readonly Attack[] = [
	{
		name: "300 clients that say nothing",
		rounds: { usual: 300, long: 3000, isAtOnce: true },
		slowOften: manyClients,
		async run(field) {
			const { server, rounds } = field;
			field.played = rounds;
			const silent = Array.from({ length: rounds }, () => new RawClient(server.port));
			// Greeted or turned away: what was greeted is silent from then on.
			await Promise.all(silent.map((client) => client.receive()));
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
		run: (field) =>
			everyRound(field, 1, async (_, at) => {
				const { server } = field;
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
		run: (field) =>
			everyRound(field, 1, async () => {
				const { server } = field;
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
		run: (field) =>
			everyRound(field, 1, async (mutator) => {
				const client = new RawClient(field.server.port);
				await client.receive();
				client.socket.write(Buffer.concat([frame(1, mutator.bytes(mutator.one(logins), logins)), frame(0, "\x01")]));
				const fault = await client.internalError(patienceMs);
				client.socket.destroy();
				return fault === noEnd ? undefined : fault;
			}),
	},
	{
		name: "mutated commands, 100 a client",
		setup: makeSender,
		rounds: { usual: 2000, long: 20_000_000 },
		slowOften: manyClients,
		run: (field) =>
			everyRound(field, commandsAtOnce, (mutator) => mutatedCommands(field.server, mutator), clientsAbreast),
	},
];
