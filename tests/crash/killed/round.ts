/**
 * Cycles of start, load, kill, check, restart on one data directory.
 *
 * In: a directory, a seed, how many cycles. Out: what was done and what was wrong. A seed says when and where a server dies,
 * but not how connections interleave: the same seed is the same kind of run, not the same run.
 */
import { setTimeout as delay } from "node:timers/promises";
import { Random } from "../../../bench/random.ts";
import { checkDirectory } from "../../../apps/compose/checked-directory.ts";
import { Child, connectTo } from "./child.ts";
import { type Cast, everybody, makeCast } from "./cast.ts";
import { commitKinds, commitStages } from "./stage.ts";
import { setUp, Verdict } from "./verdict.ts";

/** A stage that is not reached by then is not waited for. */
const patienceMs = 2500;

export interface RoundWish {
	readonly directory: string;
	readonly seed: number;
	readonly cycles: number;
	/** `fault.ts` */
	readonly fault?: string;
	/** Told of every cycle. */
	say?(line: string): void;
}

export interface RoundReport {
	cycles: number;
	/** Kills by where they struck. */
	readonly kills: Map<string, number>;
	acknowledged: number;
	readonly wrong: string[];
}

export async function killRound(wish: RoundWish): Promise<RoundReport> {
	const round = new Round(wish);
	return round.run();
}

class Round {
	readonly #wish: RoundWish;
	readonly #random: Random;
	readonly #cast: Cast;
	readonly #verdict = new Verdict();
	readonly #report: RoundReport = { cycles: 0, kills: new Map(), acknowledged: 0, wrong: [] };

	constructor(wish: RoundWish) {
		this.#wish = wish;
		this.#random = new Random(wish.seed);
		this.#cast = makeCast(wish.seed);
	}

	/** Ends at the first cycle that finds something wrong. */
	async run(): Promise<RoundReport> {
		await this.#setUp();
		while (this.#report.cycles < this.#wish.cycles && this.#report.wrong.length === 0) {
			await this.#cycle();
			this.#report.cycles++;
		}
		// The last kill is judged by one more start, which ends in peace.
		if (this.#report.wrong.length === 0) {
			const child = this.#start({});
			await this.#judge(child);
			await child.stop();
			await this.#check("after the last stop");
		}
		this.#report.acknowledged = everybody(this.#cast).reduce((sum, { ledger }) => sum + ledger.acknowledged, 0);
		return this.#report;
	}

	async #setUp(): Promise<void> {
		const child = this.#start({});
		const connection = await this.#connect(child);
		if (connection === null) {
			throw new Error(`The server does not start: ${child.complaint}`);
		}
		await setUp(connection, this.#cast.writers);
		connection.destroy();
		await child.stop();
	}

	async #cycle(): Promise<void> {
		const start = Date.now();
		const { endAt, startUp } = this.#choosePlace();
		const child = this.#start(endAt === undefined ? {} : { endAt });
		let where = endAt?.replace(/:\d+$/, "") ?? "at a random moment";
		if (startUp) {
			where = "while starting";
			await Promise.race([delay(this.#random.between(20, 600)), child.ended]);
		} else if (await this.#judge(child)) {
			const isReached = await this.#load(child, endAt === undefined ? this.#random.between(20, 500) : patienceMs);
			where = endAt === undefined || isReached ? where : "a stage not reached in time";
		}
		await child.kill();
		this.#count(where);
		if (child.hasFailed) {
			this.#report.wrong.push(`the server ended by itself: ${child.complaint.slice(0, 500)}`);
		}
		await this.#check(`killed ${where},`);
		this.#wish.say?.(`cycle ${this.#report.cycles}: ${where}, ${Date.now() - start} ms${child.complaint === "" ? "" : `, ${child.complaint.trim()}`}`);
	}

	/** Lets everybody write until the server is dead. True: it died by itself. */
	async #load(child: Child, forMs: number): Promise<boolean> {
		const runs = everybody(this.#cast).map(async (each) => {
			const connection = await this.#connect(child);
			return connection === null ? undefined : each.run(connection);
		});
		await Promise.race([delay(forMs), child.ended]);
		const isReached = !child.isRunning;
		await child.kill();
		await Promise.all(runs);
		return isReached;
	}

	#choosePlace(): { readonly endAt?: string; readonly startUp: boolean } {
		const choice = this.#random.between(0, 9);
		if (choice < 4) {
			return { startUp: false };
		}
		if (choice < 5) {
			return { startUp: true };
		}
		const stage = commitStages[this.#random.between(0, commitStages.length - 1)];
		const kind = commitKinds[this.#random.between(1, commitKinds.length - 1)];
		return { endAt: `${stage}:${kind}:${this.#random.between(1, kind === "rows" ? 80 : 4)}`, startUp: false };
	}

	#start(wish: { readonly endAt?: string }): Child {
		return new Child(this.#wish.directory, { ...wish, fault: this.#wish.fault ?? "" });
	}

	async #connect(child: Child): Promise<Awaited<ReturnType<typeof connectTo>> | null> {
		try {
			return await connectTo((await child.ready) as number);
		} catch (failure) {
			if (child.isRunning && (failure as { sqlState?: string }).sqlState !== undefined) {
				this.#report.wrong.push(`nobody can log in: ${(failure as Error).message}`);
			}
			return null;
		}
	}

	/** Compares what is there with what was promised. False: the server died before it could be asked. */
	async #judge(child: Child): Promise<boolean> {
		if ((await child.ready) === null) {
			if (child.hasFailed) {
				this.#report.wrong.push(`the server does not start: ${child.complaint}`);
			}
			return false;
		}
		const connection = await this.#connect(child);
		if (connection === null) {
			return false;
		}
		try {
			this.#report.wrong.push(...(await this.#verdict.pass(connection, this.#cast)));
			return true;
		} catch (failure) {
			if ((failure as { sqlState?: string }).sqlState !== undefined) {
				this.#report.wrong.push(`a question was refused: ${(failure as Error).message}`);
			}
			return false;
		} finally {
			connection.destroy();
		}
	}

	async #check(when: string): Promise<void> {
		const { findings } = await checkDirectory(this.#wish.directory);
		this.#report.wrong.push(...findings.slice(0, 5).map(({ where, sentence }) => `${when} verso check finds: ${where}: ${sentence}`));
	}

	#count(place: string): void {
		this.#report.kills.set(place, (this.#report.kills.get(place) ?? 0) + 1);
	}
}
