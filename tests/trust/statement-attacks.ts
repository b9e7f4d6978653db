/**
 * Attacks by statements that no one would write, and by an account that may do nothing.
 */
import { Readable } from "node:stream";
import type { Connection, RowDataPacket } from "mysql2/promise";
import { frame, modern, noEnd, RawClient } from "../server/raw-client.ts";
import type { Attack } from "./attack.ts";
import { everyRound } from "./every-round.ts";
import type { Mutator } from "./mutator.ts";
import { sampleStatements } from "./sample-statements.ts";
import type { TrustedServer } from "./trusted-server.ts";

/** Sent at once on one connection, which ends with them. */
const statementsAtOnce = 50;
/** The client leaves after so long. */
const patienceMs = 20_000;
const multiStatements = 0x30000;

/** No mutation of these can make the rest wait for long. */
const before =
	"create database if not exists test; use test; set max_execution_time = 2000; set lock_wait_timeout = 1; " +
	"set innodb_lock_wait_timeout = 1";

const samples = sampleStatements();

/** Plays so many mutated statements; returns a sentence about an internal error. */
export async function mutatedStatements(
	server: TrustedServer,
	mutator: Mutator,
	count: number,
): Promise<string | undefined> {
	for (let left = count; left > 0; left -= statementsAtOnce) {
		const texts = Array.from({ length: Math.min(left, statementsAtOnce) }, () =>
			mutator.statement(mutator.one(samples), samples),
		);
		const client = new RawClient(server.port);
		await client.login(modern | multiStatements);
		client.socket.write(Buffer.concat([before, ...texts].map((text) => frame(0, "\x03", Buffer.from(text)))));
		client.send(0, "\x01");
		const fault = await client.internalError(patienceMs);
		client.socket.destroy();
		// A program may loop: its client has left, which ends it.
		if (fault !== undefined && fault !== noEnd) {
			return `${fault}: one of ${texts.join("; ").slice(0, 10_000)}`;
		}
	}
	return dropForeign(server);
}

/** Mutations of CREATE DATABASE. */
async function dropForeign(server: TrustedServer): Promise<undefined> {
	const connection = await server.connect();
	try {
		const [rows] = await connection.query<RowDataPacket[][]>({ sql: "show databases", rowsAsArray: true });
		const own = ["information_schema", "mysql", "performance_schema", "sys", "trust", "mixed"];
		for (const [name] of rows) {
			if (!own.includes(String(name))) {
				// Names with dots are one name: the client's own quoting makes two of them.
				await dropPatiently(connection, `drop database if exists \`${String(name).replaceAll("`", "``")}\``);
			}
		}
		await connection.end();
	} finally {
		connection.destroy();
	}
}

const mostTries = 20;

/** Statements of clients that have left may still hold metadata locks, and end in a deadlock with it. */
async function dropPatiently(connection: Connection, sql: string): Promise<void> {
	for (let left = mostTries; ; left--) {
		try {
			await connection.query(sql);
			return;
		} catch (failure) {
			const { errno } = failure as { errno?: number };
			if (left === 0 || (errno !== 1213 && errno !== 1205)) {
				throw failure;
			}
		}
	}
}

/** A round of the attack. */
const statementsInRound = 300;

const secret = "secret-4711";
const probes: readonly string[] = [
	"select * from trust.hidden",
	"select v from trust.shown",
	"select count(*) from trust.hidden where v like 'secret%'",
	"show create table trust.hidden",
	"show columns from trust.hidden",
	"show index from trust.hidden",
	"select view_definition from information_schema.views where table_name = 'shown'",
	"select column_name, column_default from information_schema.columns where table_name = 'hidden'",
	"explain select * from trust.hidden",
	"handler trust.hidden open",
	"insert into trust.hidden values ('x')",
	"update trust.hidden set v = 'x'",
	"delete from trust.hidden",
	"drop table trust.hidden",
	"truncate trust.hidden",
	"create table trust.mine (a int)",
	"create table test.copied select * from trust.hidden",
	"grant all on *.* to low@localhost",
	"create user more@localhost",
	"set global max_connections = 1",
	"select * from mysql.user",
	"do (select v from trust.hidden)",
	"lock tables trust.hidden read",
	"checksum table trust.hidden",
	"shutdown",
];

export const statementAttacks: readonly Attack[] = [
	{
		name: "mutated statements",
		rounds: { usual: 600, long: 50_000_000 },
		run: (field) =>
			everyRound(field, statementsInRound, (mutator) => mutatedStatements(field.server, mutator, statementsInRound)),
	},
	{
		name: "an account without privileges",
		setup: [
			`create table trust.hidden (v varchar(20) default '${secret}', key secret_key (v))`,
			`insert into trust.hidden values ('${secret}')`,
			"create view trust.shown as select v from trust.hidden",
			"create user low@localhost",
		],
		async run({ server }) {
			const connection = await server.connect(undefined, "low");
			const faults: string[] = [];
			for (const sql of probes) {
				try {
					const [rows] = await connection.query(sql);
					const isAnswer = !Array.isArray(rows) || rows.length > 0;
					if (isAnswer || JSON.stringify(rows).includes(secret)) {
						faults.push(`it may: ${sql}`);
					}
				} catch (failure) {
					if (JSON.stringify((failure as Error).message).includes(secret)) {
						faults.push(`its error tells: ${sql}`);
					}
				}
			}
			connection.destroy();
			return faults;
		},
	},
	{
		name: "LOAD DATA of a line of 300 MB, of 200,000 lines, and of 4 MB of escapes",
		slowOften: { boundMs: 100, why: "megabytes are searched for the end of a line" },
		setup: ["create table trust.loaded (a longtext)", "set global local_infile = on"],
		async run({ server }) {
			const connection = await server.connect("trust");
			const load = (pieces: readonly Buffer[], fields = ""): Promise<number> =>
				connection
					.query({
						sql: `load data local infile 'x' into table loaded ${fields}`,
						infileStreamFactory: () => Readable.from(pieces),
					})
					.then(
						() => 0,
						({ errno }: { errno: number }) => errno,
					);
			const long = await load(Array.from({ length: 300 }, () => Buffer.alloc(1 << 20, "a")));
			const short = await load([Buffer.alloc(200_000, "\n")]);
			// The line's end is searched behind what a column takes.
			const escapes = [Buffer.from("a\t"), Buffer.alloc(4 << 20, "\\a"), Buffer.from("\n")];
			const excess = await load(escapes);
			const escaped = await load(escapes, "fields terminated by ','");
			connection.destroy();
			return [
				...[excess, escaped]
					.filter((errno) => errno !== 0 && errno !== 1262)
					.map((errno) => `error ${errno} for escapes`),
				...(long === 1153 ? [] : [`error ${long} instead of 1153 for a line of 300 MB`]),
				...(short === 0 ? [] : [`error ${short} for 200,000 lines`]),
			];
		},
	},
];
