/**
 * A data directory whose server is killed again and again, with all clients that write to it.
 *
 * Makes tables, runs the load and compares the contents after a restart.
 */
import type { Connection } from "mysql2/promise";
import { checkDirectory } from "../../../apps/compose/checked-directory.ts";
import { Random } from "../../../bench/random.ts";
import { type Cast, everybody, makeCast } from "./cast.ts";
import { type Child, connectTo } from "./child.ts";
import { setUp, Verdict } from "./verdict.ts";

/** One load of so many has a single client. */
const everybodyOf = 4;
/** On a busy machine sixty logins at once may exceed the server's login timeout. */
const lateErrno = 1043;

export class House {
	readonly directory: string;
	/** Findings. */
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

	/** Number of acknowledged changes. */
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
		await setUp(connection, this.#cast);
		connection.destroy();
	}

	/** Runs all clients until the server is dead; sometimes a single one, whose commits are written at once. */
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
		// A statement on an abandoned connection is never answered.
		const rested = new Promise<void>((resolve) => {
			this.#rested = resolve;
		});
		await Promise.race([Promise.all(connections), rested]);
		this.#connections = [];
	}

	/** Ends the load, so that the server is idle. Pending statements may still be done. */
	rest(): void {
		this.#connections.forEach((connection) => connection.destroy());
		this.#rested();
	}

	/** Compares the contents with the acknowledged changes. False: the server died before it could be read. */
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
				this.wrong.push(`login is refused: ${message}`);
			}
			return null;
		}
	}
}
