/**
 * Replays a general log on one server: in the order of the log, or with its concurrency.
 *
 * In order, one statement is on its way at a time, whichever connection has it. With concurrency a connection's
 * statements wait for each other only, and none is sent before all that precede it in the log were.
 */
import { setTimeout as sleep } from "node:timers/promises";
import type { Peer } from "../peer/peer.ts";
import { readTime, timeBetween } from "../peer/process-time.ts";
import { Connection, ServerError } from "../wire/connection.ts";
import { type ReplayAnswer, answerOfError, answerOfRows } from "./answer.ts";
import { databasesOf, type LogEntry } from "./general-log.ts";

export interface Played {
	/** CPU time of the server's processes over the whole log, their threads included. */
	readonly cpuMs: number;
	readonly wallMs: number;
	/** By the entry's position; undefined for those that are no statement. */
	readonly answers: readonly (ReplayAnswer | undefined)[];
	/** How long the client waited for each. */
	readonly waitsUs: readonly number[];
	/** CPU time of the server for each, where it was asked for. */
	readonly cpuUs: readonly number[];
}

interface PlayOptions {
	readonly concurrent: boolean;
	/** Reads the server's CPU time around each statement, which costs the client some 50 us each. */
	readonly byStatement: boolean;
	/** The log's databases are those that are there, not new ones. */
	readonly keepsDatabases?: boolean;
}

/** Other connections than this many at once would be a leak of the log (a Quit that it lacks). */
const maximumOpen = 400;

export async function playLog(entries: readonly LogEntry[], peer: Peer, options: PlayOptions): Promise<Played> {
	if (options.keepsDatabases !== true) {
		await makeDatabases(databasesOf(entries), peer);
	}
	await settle(peer);
	const player = new LogPlayer(peer, options, entries.length);
	const before = readTime(peer.processes());
	const startedAt = performance.now();
	const running: Promise<void>[] = [];
	for (const [at, entry] of entries.entries()) {
		const done = player.play(entry, at);
		if (options.concurrent) {
			running.push(done);
			// The statement is on its way, or waits for its own connection, before the next is looked at.
			await player.sent();
		} else {
			await done;
		}
	}
	await Promise.all(running);
	const wallMs = performance.now() - startedAt;
	const cpuMs = timeBetween(before, readTime(peer.processes()));
	player.close();
	return { cpuMs, wallMs, answers: player.answers, waitsUs: player.waitsUs, cpuUs: player.cpuUs };
}

class LogPlayer {
	readonly answers: (ReplayAnswer | undefined)[];
	readonly waitsUs: number[];
	readonly cpuUs: number[];
	readonly #peer: Peer;
	readonly #options: PlayOptions;
	readonly #connections = new Map<number, Promise<Connection | null>>();

	constructor(peer: Peer, options: PlayOptions, count: number) {
		this.#peer = peer;
		this.#options = options;
		this.answers = new Array<ReplayAnswer | undefined>(count).fill(undefined);
		this.waitsUs = new Array<number>(count).fill(0);
		this.cpuUs = new Array<number>(count).fill(0);
	}

	/** Statements of one connection follow each other. */
	async play(entry: LogEntry, at: number): Promise<void> {
		const former = this.#connections.get(entry.connection);
		const next = (async () => this.#step(entry, at, former === undefined ? undefined : await former))();
		this.#connections.set(entry.connection, next);
		if (entry.kind === "quit") {
			await next;
			this.#connections.delete(entry.connection);
			return;
		}
		if (this.#connections.size > maximumOpen) {
			this.#closeOldest();
		}
		await next;
	}

	async sent(): Promise<void> {
		await new Promise((resolve) => setImmediate(resolve));
	}

	close(): void {
		for (const connection of this.#connections.values()) {
			void connection.then((open) => open?.quit());
		}
		this.#connections.clear();
	}

	#closeOldest(): void {
		const [oldest] = this.#connections;
		if (oldest !== undefined) {
			this.#connections.delete(oldest[0]);
			void oldest[1].then((open) => open?.quit());
		}
	}

	async #step(entry: LogEntry, at: number, open: Connection | null | undefined): Promise<Connection | null> {
		if (entry.kind === "quit") {
			open?.quit();
			return null;
		}
		if (entry.kind === "connect") {
			open?.quit();
			return this.#open(entry.text);
		}
		// A log that was switched on later begins in the middle of connections.
		const connection = open ?? (await this.#open(""));
		if (connection !== null) {
			const sql = entry.kind === "database" ? `USE \`${entry.text.replaceAll("`", "``")}\`` : entry.text;
			await this.#ask(connection, sql, at);
		}
		return connection;
	}

	async #open(database: string): Promise<Connection | null> {
		try {
			return await Connection.open({ ...this.#peer.address, database });
		} catch {
			return null;
		}
	}

	async #ask(connection: Connection, sql: string, at: number): Promise<void> {
		const record: string[] = [];
		connection.record = record;
		const before = this.#options.byStatement ? readTime(this.#peer.processes()) : null;
		const startedAt = performance.now();
		try {
			await connection.query(sql);
			this.answers[at] = answerOfRows(sql, record);
		} catch (failure) {
			if (!(failure instanceof ServerError)) {
				throw new Error(`${this.#peer.name} ended the connection at: ${sql.slice(0, 200)}`, { cause: failure });
			}
			this.answers[at] = answerOfError(failure.code, failure.message);
		}
		this.waitsUs[at] = (performance.now() - startedAt) * 1000;
		if (before !== null) {
			this.cpuUs[at] = timeBetween(before, readTime(this.#peer.processes())) * 1000;
		}
	}
}

export async function makeDatabases(names: readonly string[], peer: Peer): Promise<void> {
	const connection = await Connection.open({ ...peer.address, database: "" });
	for (const name of names) {
		await connection.query(`DROP DATABASE IF EXISTS \`${name}\``);
		await connection.query(`CREATE DATABASE \`${name}\``);
	}
	connection.quit();
}

/** Waits until the server has nothing left to do of the work before: less than 2 % of a core over 100 ms. */
export async function settle(peer: Peer): Promise<void> {
	for (let tries = 0; tries < 100; tries++) {
		const before = readTime(peer.processes());
		await sleep(100);
		if (timeBetween(before, readTime(peer.processes())) < 2) {
			return;
		}
	}
}
