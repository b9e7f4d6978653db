/**
 * Mixed load: clients of many kinds by turns for a while, after which nothing of the server may have grown.
 *
 * What each of them adds it takes away again, so that the same is there in every round.
 */
import { setTimeout as sleep } from "node:timers/promises";
import type { Connection } from "mysql2/promise";
import type { Attack, Field } from "./attack.ts";
import { growthFaults, growthTable, type Sample } from "./growth.ts";
import { makeSender, mutatedCommands } from "./login-attacks.ts";
import { Mutator } from "./mutator.ts";
import { mutatedStatements } from "./statement-attacks.ts";
import type { TrustedServer } from "./trusted-server.ts";

/** One act of a kind of client. Errors of statements are part of it. */
type Player = (server: TrustedServer, mutator: Mutator, endMs: number) => Promise<string | undefined>;

const mostSamples = 60;
const leastSampleMs = 1000;
/** Caches of plans and statements are full after so long, at the latest; their bound under `prlimit --data=2GB`. */
const filledSeconds = 1200;
const cacheBytes = 62 << 20;
/** Between two acts of one kind of client. */
const pauseMs = 5;
const killPauseMs = 20;
const mostKills = 1000;
/** On a slow machine clients come anew before all their acts are done. */
const longestVisitMs = 60_000;
/** An act that takes longer does not end. */
const longestActMs = 600_000;

/** Keeps a connection for many acts, and comes anew afterwards. */
function regular(acts: number, act: (connection: Connection, mutator: Mutator) => Promise<unknown>): Player {
	return async (server, mutator, endMs) => {
		const connection = await server.connect("mixed");
		connection.on("error", () => {});
		const leavesMs = Math.min(endMs, performance.now() + longestVisitMs);
		try {
			for (let left = acts; left > 0 && performance.now() < leavesMs; left--) {
				const fault = await act(connection, mutator).then(() => undefined, internalError);
				if (fault !== undefined) {
					return fault;
				}
				await sleep(pauseMs);
			}
			await connection.end();
		} finally {
			connection.destroy();
		}
		return undefined;
	};
}

function internalError(failure: unknown): string | undefined {
	const { message } = failure as { message: string };
	return message.startsWith("Internal error") ? message : undefined;
}

const key = (mutator: Mutator): number => mutator.below(2000);

async function shop(connection: Connection, mutator: Mutator): Promise<void> {
	await connection.query("begin");
	await connection.query(`select * from goods where id = ${key(mutator)} for update`);
	await connection.query(`update goods set n = n + 1, at = now() where id = ${key(mutator)}`);
	await connection.query(
		`insert into sold (good, note) values (${key(mutator)}, 'n${key(mutator)}'), (${key(mutator)}, 'ä🌀')`,
	);
	await connection.query("delete from sold order by id limit 2");
	await connection.query(mutator.below(5) === 0 ? "rollback" : "commit");
}

async function prepare(connection: Connection, mutator: Mutator): Promise<void> {
	const sql = `select sum(n), '${mutator.below(400)}' from goods where id between ? and ? + 20`;
	await connection.execute(sql, [key(mutator), key(mutator)]);
	connection.unprepare(sql);
}

async function report(connection: Connection, mutator: Mutator): Promise<void> {
	await connection.query(
		"select g.id % 7 as k, count(*), sum(s.good) from goods g join sold s on s.good = g.id group by k",
	);
	await connection.query("select id, name from goods order by name desc, n limit 50");
	const ids = Array.from({ length: 300 }, () => key(mutator)).join(", ");
	await connection.query(`select count(*) from goods where id in (${ids}) or n = ${mutator.below(1e9)}`);
	await connection.query(
		`select ${Array.from({ length: 60 }, () => mutator.below(1e6)).join("+")} as c${key(mutator)}`,
	);
	await connection.query("show table status");
	await connection.query("select * from information_schema.columns where table_schema = 'mixed'");
}

async function define(connection: Connection, mutator: Mutator): Promise<void> {
	const name = `t${mutator.below(1000)}`;
	await connection.query(`create table ${name} (a int auto_increment primary key, b varchar(30), key (b))`);
	await connection.query(`insert into ${name} (b) select name from goods limit 200`);
	await connection.query(`alter table ${name} add column c int default 7, add key (c)`);
	await connection.query(`create or replace view v${name} as select * from ${name} where a > 3`);
	await connection.query(`select count(*) from v${name}`);
	await connection.query(`create temporary table own${name} select * from ${name} limit 10`);
	await connection.query(`drop view v${name}; drop table ${name}; drop temporary table own${name}`);
}

async function store(connection: Connection, mutator: Mutator): Promise<void> {
	const bytes = 1000 * (1 + mutator.below(900));
	await connection.query(
		`replace into large values (${mutator.below(12)}, repeat(char(65 + ${mutator.below(26)}), ${bytes}))`,
	);
	await connection.query(`set @kept = hex(repeat('x', ${bytes}))`);
	await connection.query("select md5(v), length(@kept) from large");
	await connection.query("set tmp_table_size = 65536");
	await connection.query("select distinct concat(v, id) from large order by 1 limit 2");
}

/** Comes, asks, and goes in one of the ways that clients go. */
const visit: Player = async (server, mutator) => {
	const connection = await server.connect("mixed");
	connection.on("error", () => {});
	await connection.query("select 1");
	switch (mutator.below(4)) {
		case 0:
			await connection.end();
			break;
		case 1:
			await connection.query("begin; insert into sold (good) values (1)");
			break;
		case 2:
			void connection.query("select sleep(30), get_lock('mixed', 10)").catch(() => {});
			await sleep(pauseMs);
			break;
		default:
			void connection.query("select a.id, b.name from goods a, goods b order by 2").catch(() => {});
			await sleep(pauseMs);
	}
	connection.destroy();
	return undefined;
};

/** Statements that would take for ever, each ended by KILL. */
const kill: Player = async (server, mutator) => {
	const [one, other] = [await server.connect("mixed"), await server.connect("mixed")];
	one.on("error", () => {});
	const endless = [
		"select sleep(1000)",
		"select benchmark(1e15, 1 + 1)",
		"select count(*) from goods a, goods b, goods c",
	];
	let isOver = false;
	const ended = one
		.query(mutator.one(endless))
		.then(() => undefined, internalError)
		.finally(() => {
			isOver = true;
		});
	for (let tries = 0; !isOver; tries++) {
		await sleep(killPauseMs);
		// One that comes before the statement begins ends nothing.
		await other.query(`kill ${mutator.one(["query", "connection"])} ${one.threadId}`).catch(() => {});
		if (tries > mostKills) {
			return "KILL does not end a statement";
		}
	}
	const fault = await ended;
	one.destroy();
	await other.end();
	return fault;
};

const ask: Player = async ({ httpPort }, mutator) => {
	const path = mutator.one(["/metrics", "/status", "/schema", "/settings", "/nothing"]);
	const answer = await fetch(`http://127.0.0.1:${httpPort}${path}`);
	await answer.arrayBuffer();
	await sleep(20);
	return answer.status >= 500 ? `HTTP ${answer.status} for ${path}` : undefined;
};

const players: readonly Player[] = [
	regular(500, shop),
	regular(500, shop),
	regular(500, prepare),
	regular(100, report),
	regular(20, define),
	regular(50, store),
	visit,
	kill,
	ask,
	(server, mutator) => mutatedStatements(server, mutator, 500),
	(server, mutator) => mutatedCommands(server, mutator),
];

async function sample({ server, canary }: Field, beganMs: number): Promise<Sample> {
	const { heapUsed, external } = await canary.restDuring(() => server.heap());
	return {
		seconds: (performance.now() - beganMs) / 1000,
		heapBytes: heapUsed + external,
		descriptors: server.descriptors,
		dataBytes: server.dataBytes,
	};
}

async function play(field: Field): Promise<readonly string[]> {
	const { server, seed, rounds, notes } = field;
	const beganMs = performance.now();
	const endMs = Math.min(beganMs + rounds * 1000, field.untilMs);
	const faults: string[] = [];
	let acts = 0;
	const playing = players.map(async (player, at) => {
		const mutator = new Mutator(seed * players.length + at);
		while (performance.now() < endMs && faults.length === 0) {
			const act = player(server, mutator, endMs).catch((failure: unknown) =>
				server.hasEnded ? "the server ended" : internalError(failure),
			);
			const limit = sleep(longestActMs, `client ${at} waits for ever`, { ref: false });
			const fault = await Promise.race([act, limit]);
			acts++;
			if (fault !== undefined) {
				faults.push(fault);
			}
			await sleep(pauseMs);
		}
	});
	const samples: Sample[] = [];
	const everyMs = Math.max(leastSampleMs, (endMs - beganMs) / mostSamples);
	for (let at = 1; beganMs + at * everyMs <= endMs && faults.length === 0; at++) {
		await sleep(Math.max(0, beganMs + at * everyMs - performance.now()));
		const taken = await sample(field, beganMs).catch(() => undefined);
		if (taken === undefined) {
			faults.push("the server ended");
		} else {
			samples.push(taken);
		}
	}
	await Promise.all(playing);
	field.played = Math.round((performance.now() - beganMs) / 1000);
	notes.push(`${acts} visits of ${players.length} kinds of clients in ${field.played} s.`, "", ...growthTable(samples));
	const fillingBytes = field.played < filledSeconds ? cacheBytes : 0;
	return [...faults, ...(samples.length < 3 ? ["too few samples"] : growthFaults(samples, fillingBytes))];
}

export const mixedLoad: Attack = {
	name: "mixed load, in seconds",
	setup: [
		...makeSender,
		"create database mixed",
		"use mixed",
		"create table goods (id int primary key, n int, name varchar(40), at datetime, key (n))",
		"insert into goods select a.a * 1000 + b.a, a.a, concat('good ', b.a), now() from trust.n a, trust.m b where a.a < 2",
		"create table sold (id int auto_increment primary key, good int, note varchar(20), key (good))",
		"insert into sold (good) select a from trust.m",
		"create table large (id int primary key, v longtext)",
	],
	isProbed: true,
	rounds: { usual: 24, long: 3600, isAtOnce: true },
	slowOften: { boundMs: 100, why: "a dozen clients work beside it, each in turns of its own" },
	run: play,
};
