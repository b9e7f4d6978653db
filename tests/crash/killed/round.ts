/**
 * Cycles of start, load, kill, check, restart on data directories that live as long as the round.
 *
 * A seed decides when and where a server dies, but not how connections interleave: the same seed is the same kind of
 * run, not the same run.
 *
 * One directory is served by the real server. Several are served by one process without HTTP, so that one kill hits
 * them all, and each is a cycle: starting a process and compiling its code costs as much as twenty directories do.
 */
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { Random } from "../../../bench/random.ts";
import { Child } from "./child.ts";
import { House } from "./house.ts";
import { commitKinds, commitStages } from "./stage.ts";

/** Longest wait for the stage. */
const patienceMs = 2000;
/** After so many changes of a directory there is something to compact when the load ends. */
const restAfter = 6;

const unreached = "a stage not reached in time";

export interface RoundWish {
	readonly directory: string;
	readonly seed: number;
	/** Cycles of each directory. */
	readonly cycles: number;
	/** Directories of one process; default: 1. */
	readonly houses?: number;
	/** `fault.ts` */
	readonly fault?: string;
	/** Called at every kill. */
	say?(line: string): void;
}

export interface RoundReport {
	cycles: number;
	/** Kills of a process by stage. */
	readonly kills: Map<string, number>;
	acknowledged: number;
	readonly wrong: string[];
}

export async function killRound(wish: RoundWish): Promise<RoundReport> {
	const round = new Round(wish);
	return round.run();
}

interface Place {
	readonly endAt?: string;
	readonly startUp: boolean;
}

class Round {
	readonly #wish: RoundWish;
	readonly #random: Random;
	readonly #report: RoundReport = { cycles: 0, kills: new Map(), acknowledged: 0, wrong: [] };
	readonly #houses: readonly House[];

	constructor(wish: RoundWish) {
		const { directory, seed, houses = 1 } = wish;
		this.#wish = wish;
		this.#random = new Random(seed);
		this.#houses = Array.from(
			{ length: houses },
			(_, at) => new House(houses === 1 ? directory : join(directory, String(at)), seed + at, this.#report.wrong),
		);
	}

	/** Ends at the first cycle with a finding. */
	async run(): Promise<RoundReport> {
		const report = this.#report;
		await this.#peacefully((child, ports) => this.#each((house, at) => house.furnish(child, ports[at] ?? 0)));
		while (report.cycles < this.#wish.cycles && report.wrong.length === 0) {
			await this.#cycle();
			report.cycles += this.#houses.length;
		}
		// The last kill is judged by one more start, which ends with a normal shutdown.
		if (report.wrong.length === 0) {
			await this.#peacefully(async (child, ports) => void (await this.#judge(child, ports)));
			await this.#each((house) => house.check("after the last stop"));
		}
		report.acknowledged = this.#acknowledged();
		return report;
	}

	/** Runs a server that is shut down normally when the work is done. */
	async #peacefully(work: (child: Child, ports: readonly number[]) => Promise<void>): Promise<void> {
		const child = this.#start({});
		await work(child, (await child.ports) ?? []);
		await child.stop();
	}

	async #cycle(): Promise<void> {
		const start = Date.now();
		const place = this.#choosePlace();
		const child = this.#start(place);
		const where = await this.#await(child, place);
		await child.kill();
		this.#report.kills.set(where, (this.#report.kills.get(where) ?? 0) + 1);
		if (child.hasFailed) {
			this.#report.wrong.push(`the server ended by itself: ${child.complaint.slice(0, 500)}`);
		}
		await this.#each((house) => house.check(`killed ${where},`));
		this.#wish.say?.(
			`cycle ${this.#report.cycles}: ${where}${where === unreached ? ` (${place.endAt})` : ""}, ` +
				`${Date.now() - start} ms${child.complaint === "" ? "" : `, ${child.complaint.trim()}`}`,
		);
	}

	/** Until it is dead, or is to be killed. Returns where that was. */
	async #await(child: Child, { endAt, startUp }: Place): Promise<string> {
		const stage = endAt?.replace(/:\d+$/, "");
		if (startUp) {
			await Promise.race([delay(this.#random.between(20, 500 + 60 * this.#houses.length)), child.ended]);
			return "while starting";
		}
		const ports = await child.ports;
		if (!(await this.#judge(child, ports))) {
			return stage ?? "at a random moment";
		}
		const isReached = await this.#load(child, ports ?? [], stage);
		return stage === undefined ? "at a random moment" : isReached ? stage : unreached;
	}

	/** Runs the load until the server is dead. True: it died by itself. */
	async #load(child: Child, ports: readonly number[], stage: string | undefined): Promise<boolean> {
		const runs = this.#each((house, at) => house.load(child, ports[at] ?? 0));
		// By the work done, not by time alone: a busy machine does little in a tenth of a second.
		const isFold = stage?.endsWith(":fold") === true;
		const changes = isFold
			? restAfter
			: stage === undefined
				? this.#random.between(1, 120) / 10
				: Number.POSITIVE_INFINITY;
		const enough = this.#acknowledged() + changes * this.#houses.length;
		await this.#while(child, () => this.#acknowledged() < enough);
		if (isFold) {
			this.#houses.forEach((house) => house.rest());
			await this.#while(child, () => true);
		}
		await Promise.race([delay(stage === undefined ? this.#random.between(0, 15) : 0), child.ended]);
		const isReached = !child.isRunning;
		await child.kill();
		await runs;
		return isReached;
	}

	async #while(child: Child, isWanted: () => boolean): Promise<void> {
		for (const start = performance.now(); child.isRunning && isWanted() && performance.now() - start < patienceMs; ) {
			await Promise.race([delay(5), child.ended]);
		}
	}

	#choosePlace(): Place {
		const choice = this.#random.between(0, 9);
		if (choice < 4) {
			return { startUp: false };
		}
		if (choice < 5) {
			return { startUp: true };
		}
		const stage = commitStages[this.#random.between(0, commitStages.length - 1)];
		const kind = commitKinds[this.#random.between(1, commitKinds.length - 1)];
		return {
			endAt: `${stage}:${kind}:${this.#random.between(1, kind === "rows" ? 80 : kind === "fold" ? 1 : 4)}`,
			startUp: false,
		};
	}

	#start({ endAt = "" }: { readonly endAt?: string }): Child {
		return new Child(
			this.#houses.map(({ directory }) => directory),
			{ endAt, fault: this.#wish.fault ?? "" },
		);
	}

	/** False: the server died before all could be read. */
	async #judge(child: Child, ports: readonly number[] | null): Promise<boolean> {
		if (ports === null) {
			if (child.hasFailed) {
				this.#report.wrong.push(`the server does not start: ${child.complaint}`);
			}
			return false;
		}
		const judged = await Promise.all(this.#houses.map((house, at) => house.judge(child, ports[at] ?? 0)));
		return judged.every(Boolean);
	}

	#acknowledged(): number {
		return this.#houses.reduce((sum, { acknowledged }) => sum + acknowledged, 0);
	}

	async #each(work: (house: House, at: number) => Promise<void>): Promise<void> {
		await Promise.all(this.#houses.map(work));
	}
}
