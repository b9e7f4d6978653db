/**
 * Attacks by statements that no one would write, and by an account that may do nothing.
 */
import type { Connection } from "mysql2/promise";
import type { Attack } from "./attack.ts";
import { Mutator } from "./mutator.ts";
import { sampleStatements } from "./sample-statements.ts";
import type { TrustedServer } from "./trusted-server.ts";

/** The server ends a statement that takes longer. */
const limitMs = 2000;

async function openScratch(server: TrustedServer): Promise<Connection> {
	const connection = await server.connect();
	connection.on("error", () => {});
	await connection.query(`create database if not exists test; use test; set max_execution_time = ${limitMs}`);
	return connection;
}

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
		async run({ server, rounds, seed }) {
			const samples = sampleStatements();
			const mutator = new Mutator(seed);
			let connection = await openScratch(server);
			for (let at = 0; at < rounds; at++) {
				const sql = mutator.statement(mutator.one(samples), samples);
				try {
					await connection.query(sql);
				} catch (failure) {
					const { errno, message } = failure as { errno?: number; message: string };
					if (errno === 1105 && message.startsWith("Internal error")) {
						return [`${message}: ${sql.slice(0, 200)}`];
					}
					if (errno === undefined || errno <= 0) {
						connection.destroy();
						connection = await openScratch(server);
					}
				}
			}
			connection.destroy();
			return [];
		},
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
];
