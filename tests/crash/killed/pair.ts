/**
 * Two servers on one data directory, one of which is killed, again and again.
 *
 * The survivor continues at once; it and the restarted one return the same rows, those that were acknowledged.
 * Another process opens the file all the while, slowed down where strace can do it. If the two are processes of one
 * server, no other process opens it: then one of them owns the log, and the other commits through it; each is killed.
 */
import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { setTimeout as delay } from "node:timers/promises";
import type { Connection, RowDataPacket } from "mysql2/promise";
import { checkDirectory } from "../../../apps/compose/checked-directory.ts";
import { storePath } from "../../../apps/compose/data-directory.ts";
import { Random } from "../../../bench/random.ts";
import { logClaimKey } from "../../../core/store/encoding/keys.ts";
import { openLmdbStore } from "../../../core/store/lmdb/lmdb.ts";
import { decodeLease } from "../../../core/store/wal/log-lease.ts";
import { openSlowly } from "../slow-opener.ts";
import { type Cast, everybody, makeCast } from "./cast.ts";
import { Child, connectTo } from "./child.ts";
import type { RoundReport, RoundWish } from "./round.ts";
import { setUp, Verdict } from "./verdict.ts";

/** Time for the survivor to do so much: a busy machine is slow, but a blocked server does nothing. */
const patienceMs = 20_000;
const progress = 5;
/** How often, and how long, it is looked whether one of two owns the log. */
const lookMs = 100;
const mostLooks = 40;
/** Longer than any lock wait timeout. */
const longestMs = 120_000;

interface PairWish extends RoundWish {
	/** They are processes of one server. */
	readonly isShared?: boolean;
}

export async function pairRound({ directory, seed, cycles, say, isShared }: PairWish): Promise<RoundReport> {
	const round = new PairRound(directory, seed, isShared ?? false);
	await round.begin();
	while (round.report.cycles < cycles && round.report.wrong.length === 0) {
		const stillMs = await round.cycle();
		say?.(`pair, cycle ${round.report.cycles}: the survivor went on after ${Math.round(stillMs)} ms`);
	}
	await round.end();
	return round.report;
}

class PairRound {
	readonly report: RoundReport = { cycles: 0, kills: new Map(), acknowledged: 0, wrong: [] };
	readonly #directory: string;
	readonly #isShared: boolean;
	readonly #random: Random;
	readonly #cast: Cast;
	readonly #verdict = new Verdict();
	/** The first is killed next. */
	#servers: Child[] = [];
	#opener: ChildProcess | undefined;

	constructor(directory: string, seed: number, isShared: boolean) {
		this.#isShared = isShared;
		this.#directory = directory;
		this.#random = new Random(seed);
		this.#cast = makeCast(seed);
	}

	async begin(): Promise<void> {
		const first = new Child(this.#directory, { isShared: this.#isShared });
		const connection = await connectTo((await first.ready) ?? 0);
		await setUp(connection, this.#cast);
		connection.destroy();
		this.#servers = [first, new Child(this.#directory, { isShared: this.#isShared })];
		await this.#servers[1]?.ready;
	}

	/** Returns how long the survivor took until a change was acknowledged again. */
	async cycle(): Promise<number> {
		const players = everybody(this.#cast);
		const connections = await Promise.all(
			players.map(async (_, at) => connectTo((await this.#servers[at % 2]!.ready) ?? 0)),
		);
		this.#open();
		const runs = players.map((player, at) => player.run(connections[at] as Connection));
		await delay(this.#random.between(50, 600));
		const place = this.#isShared ? await this.#awaitVictim() : 0;
		const [victim, survivor] = [this.#servers[place]!, this.#servers[1 - place]!];
		await this.#note(victim);
		await victim.kill();
		const stillMs = await this.#awaitProgress(() =>
			players.filter((_, at) => at % 2 !== place).reduce((sum, { ledger }) => sum + ledger.acknowledged, 0),
		);
		// Those of the victim end with it; the last answers of the others are not awaited.
		connections.forEach((connection) => connection.destroy());
		await Promise.all(runs.filter((_, at) => at % 2 === place));
		const started = new Child(this.#directory, { isShared: this.#isShared });
		this.#servers = [survivor, started];
		await this.#judge([survivor, started]);
		this.report.cycles++;
		this.report.acknowledged = players.reduce((sum, { ledger }) => sum + ledger.acknowledged, 0);
		return stillMs;
	}

	/** The place of the owner of the log and of its follower, in turn; of any where the log has no owner for a while. */
	async #awaitVictim(): Promise<number> {
		for (let looks = 0; looks < mostLooks; looks++) {
			const ownerId = await this.#ownerId();
			const owner = this.#servers.findIndex(({ processId }) => processId === ownerId);
			if (owner >= 0) {
				return this.report.cycles % 2 === 0 ? owner : 1 - owner;
			}
			await delay(lookMs);
		}
		return this.#random.between(0, 1);
	}

	/** A process that has the file open for longer would have the log given up. */
	async #ownerId(): Promise<number | undefined> {
		const file = openLmdbStore({ path: storePath(this.#directory), readOnly: true });
		const snapshot = file.snapshot();
		const { owner } = decodeLease(snapshot.get(logClaimKey) as Uint8Array | undefined);
		snapshot.release();
		await file.close();
		return owner?.process;
	}

	async #note({ processId }: Child): Promise<void> {
		const owner = await this.#ownerId();
		const role = owner === undefined ? "without log" : owner === processId ? "owner" : "follower";
		this.report.kills.set(role, (this.report.kills.get(role) ?? 0) + 1);
	}

	#open(): void {
		if (this.#isShared) {
			return;
		}
		if (this.#opener === undefined || this.#opener.exitCode !== null) {
			this.#opener = openSlowly(storePath(this.#directory));
		}
	}

	async end(): Promise<void> {
		if (this.#opener?.exitCode === null) {
			await once(this.#opener, "close");
		}
		await Promise.all(this.#servers.map((server) => server.stop()));
		await this.#check();
	}

	async #awaitProgress(count: () => number): Promise<number> {
		const [start, before] = [performance.now(), count()];
		let firstMs = 0;
		while (count() < before + progress) {
			await delay(5);
			firstMs ||= count() > before ? performance.now() - start : 0;
			if (performance.now() - start > patienceMs) {
				this.report.wrong.push("the server that was not killed stands still");
				break;
			}
		}
		return firstMs;
	}

	async #judge(servers: readonly Child[]): Promise<void> {
		for (const server of servers) {
			const port = await server.ready;
			if (port === null) {
				this.report.wrong.push(`a server ended by itself: ${server.complaint}`);
				return;
			}
			const connection = await connectTo(port);
			if (!(await settled(connection))) {
				this.report.wrong.push("statements whose clients are gone do not end");
			}
			this.report.wrong.push(...(await this.#verdict.pass(connection, this.#cast)));
			connection.destroy();
		}
		await this.#check();
	}

	async #check(): Promise<void> {
		const { findings } = await checkDirectory(this.#directory);
		this.report.wrong.push(
			...findings.slice(0, 5).map(({ where, sentence }) => `verso check finds: ${where}: ${sentence}`),
		);
	}
}

/** Waits until statements of closed connections have ended. */
async function settled(connection: Connection): Promise<boolean> {
	for (const start = performance.now(); performance.now() - start < longestMs; ) {
		const [rows] = await connection.query<RowDataPacket[][]>(
			"SELECT COUNT(*) FROM information_schema.processlist WHERE id <> CONNECTION_ID()",
		);
		if (Number((rows as unknown as number[][])[0]?.[0]) === 0) {
			return true;
		}
		await delay(20);
	}
	return false;
}
