/**
 * A data directory whose server is killed again and again, and everybody who writes to it.
 *
 * In: a directory, a seed; the child process that serves it, and on which port. Out: tables to write to, load, and
 * what is wrong with what is found.
 */
import type { Connection } from "mysql2/promise";
import { checkDirectory } from "../../../apps/compose/checked-directory.ts";
import { Random } from "../../../bench/random.ts";
import { type Cast, everybody, makeCast } from "./cast.ts";
import { type Child, connectTo } from "./child.ts";
import { setUp, Verdict } from "./verdict.ts";

/** Of so many loads one is by one alone. */
const everybodyOf = 4;
/** On a busy machine sixty logins at once may take longer than a server waits for one. */
const lateErrno = 1043;

export class House {
	readonly directory: string;
	/** What is wrong, as sentences. */
	readonly wrong: string[];
	readonly #cast: Cast;
	readonly #verdict = new Verdict();
	readonly #random: Random;
	#connections: Connection[] = [];
	#rested: () => void = () => {};

	constructor(directory: string, seed: number, wrong: string[]) {
		this.directory = directory;
		this.wrong = wrong;
		this.#cast = makeCast(seed);
		this.#random = new Random(seed);
	}

	/** How many changes were ever acknowledged. */
	get acknowledged(): number {
		return everybody(this.#cast).reduce((sum, { ledger }) => sum + ledger.acknowledged, 0);
	}

	async furnish(child: Child, port: number): Promise<void> {
		const connection = await this.#connect(child, port);
		if (connection === null) {
			if (this.wrong.length > 0) {
				// A planted fault may show as early as this.
				return;
			}
			throw new Error(`The server does not start: ${child.complaint}`);
		}
		await setUp(connection, this.#cast.writers);
		connection.destroy();
	}

	/** Lets everybody write until the server is dead; now and then one alone, whose commits wait for nobody. */
	async load(child: Child, port: number): Promise<void> {
		const all = everybody(this.#cast);
		const one = this.#random.between(0, all.length * everybodyOf - 1);
		const connections = (one < all.length ? all.slice(one, one + 1) : all).map(async (each) => {
			const connection = await this.#connect(child, port);
			if (connection !== null) {
				this.#connections.push(connection);
				await each.run(connection);
			}
		});
		// What is under way on a connection that is given up is never answered.
		const rested = new Promise<void>((resolve) => {
			this.#rested = resolve;
		});
		await Promise.race([Promise.all(connections), rested]);
		this.#connections = [];
	}

	/** Nobody writes any more, and the server is left to itself. What was under way may still be done. */
	rest(): void {
		this.#connections.forEach((connection) => connection.destroy());
		this.#rested();
	}

	/** Compares what is there with what was promised. False: the server died before it could be asked. */
	async judge(child: Child, port: number): Promise<boolean> {
		const connection = await this.#connect(child, port);
		if (connection === null) {
			return false;
		}
		try {
			this.wrong.push(...(await this.#verdict.pass(connection, this.#cast)));
			return true;
		} catch (failure) {
			if ((failure as { sqlState?: string }).sqlState !== undefined) {
				this.wrong.push(`a question was refused: ${(failure as Error).message}`);
			}
			return false;
		} finally {
			connection.destroy();
		}
	}

	async check(when: string): Promise<void> {
		const { findings } = await checkDirectory(this.directory);
		this.wrong.push(
			...findings
				.slice(0, 5)
				.map(({ where, sentence }) => `${when} verso check finds in ${this.directory}: ${where}: ${sentence}`),
		);
	}

	async #connect(child: Child, port: number, tries = 10): Promise<Connection | null> {
		try {
			return await connectTo(port);
		} catch (failure) {
			const { errno, sqlState, message } = failure as { errno?: number; sqlState?: string; message: string };
			if (errno === lateErrno && tries > 1) {
				return this.#connect(child, port, tries - 1);
			}
			if (child.isRunning && sqlState !== undefined) {
				this.wrong.push(`nobody can log in: ${message}`);
			}
			return null;
		}
	}
}
