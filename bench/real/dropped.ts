/**
 * The aftermath of dropped tables: the rate of a loop of INSERTs behind 500 dropped tables, and how long a server
 * works on after it has dropped a thousand.
 */
import { setTimeout as sleep } from "node:timers/promises";
import type { Peer } from "../peer/peer.ts";
import { readTime, timeBetween } from "../peer/process-time.ts";
import { printTime } from "../report/figure.ts";
import { makeDatabases, settle } from "../replay/play-log.ts";
import { median } from "../result.ts";
import { Connection } from "../wire/connection.ts";
import type { RealRow } from "./row.ts";
import { each, shopDatabase } from "./work.ts";

const rounds = 3;
const rowsEach = 1000;
const values = Array.from({ length: rowsEach }, (_, at) => `(${at}, 'text of a row ${at}')`).join(", ");
const insert = `INSERT INTO looped VALUES ${values}`;

/** A server that uses less than a tenth of a core over this time has ended. */
const pauseMs = 20;

interface Aftermath {
	/** Rows a second behind dropped tables, by rows a second before. */
	readonly shares: number[];
	/** From the last DROP's answer until the server has nothing more to do. */
	readonly restsMs: number[];
}

export async function measureDropped(peers: readonly Peer[], scale: number, windowMs: number): Promise<RealRow[]> {
	const found = peers.map((): Aftermath => ({ shares: [], restsMs: [] }));
	for (let round = 0; round < rounds; round++) {
		for (const [at, peer] of peers.entries()) {
			await makeDatabases([shopDatabase], peer);
			const connection = await Connection.open({ ...peer.address, database: shopDatabase });
			await connection.query("CREATE TABLE looped (a INT NOT NULL, b VARCHAR(40))");
			found[at]!.shares.push(await rateBehind(peer, connection, Math.ceil(500 * scale), windowMs));
			found[at]!.restsMs.push(await restAfter(peer, connection, Math.ceil(1000 * scale)));
			connection.quit();
		}
	}
	const shares = found.map((each) => median(each.shares));
	const rests = found.map((each) => median(each.restsMs));
	const percent = (share: number | undefined): string => (share === undefined ? "–" : `${(share * 100).toFixed(0)} %`);
	return [
		{
			name: "rate of INSERTs of 1,000 rows behind 500 dropped tables",
			own: percent(shares[0]),
			peer: percent(shares[1]),
			figure: shares[0]!,
			goal: { by: "share", most: 0.95, before: "9 to 30 %" },
			first: null,
		},
		{
			name: "until 1,000 dropped tables are gone",
			own: printTime(rests[0]! * 1000),
			peer: printTime(rests[1] === undefined ? null : rests[1] * 1000),
			figure: rests[0]!,
			goal: each("ms", 200, "10 s"),
			first: null,
		},
	];
}

async function rateBehind(peer: Peer, connection: Connection, tables: number, windowMs: number): Promise<number> {
	await loop(connection, windowMs);
	await connection.query("TRUNCATE TABLE looped");
	await makeTables(connection, tables);
	await settle(peer);
	const before = await loop(connection, windowMs);
	await connection.query("TRUNCATE TABLE looped");
	await settle(peer);
	for (let at = 0; at < tables; at++) {
		await connection.query(`TRUNCATE TABLE dropped_${at}`);
		await connection.query(`DROP TABLE dropped_${at}`);
	}
	return (await loop(connection, windowMs)) / before;
}

async function restAfter(peer: Peer, connection: Connection, tables: number): Promise<number> {
	await makeTables(connection, tables);
	await connection.query("TRUNCATE TABLE looped");
	await settle(peer);
	for (let at = 0; at < tables; at++) {
		await connection.query(`DROP TABLE dropped_${at}`);
	}
	const startedAt = performance.now();
	for (let endedAt = startedAt; ; ) {
		const before = readTime(peer.processes());
		await sleep(pauseMs);
		const usedMs = timeBetween(before, readTime(peer.processes()));
		if (usedMs < pauseMs / 10) {
			return endedAt - startedAt;
		}
		endedAt = performance.now();
	}
}

async function makeTables(connection: Connection, count: number): Promise<void> {
	for (let at = 0; at < count; at++) {
		await connection.query(`CREATE TABLE dropped_${at} (a INT NOT NULL PRIMARY KEY, b VARCHAR(40))`);
		await connection.query(`INSERT INTO dropped_${at} VALUES (1, 'one')`);
	}
}

/** Rows a second. */
async function loop(connection: Connection, windowMs: number): Promise<number> {
	const startedAt = performance.now();
	let rows = 0;
	while (performance.now() - startedAt < windowMs) {
		await connection.query(insert);
		rows += rowsEach;
	}
	return (rows * 1000) / (performance.now() - startedAt);
}
