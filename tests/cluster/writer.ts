/**
 * A client that writes to one server for as long as it is told: what was acknowledged, and how long it stood still.
 */
import { setTimeout as delay } from "node:timers/promises";
import { type Connection, createConnection } from "mysql2/promise";

const pauseMs = 30;
const idsOfWriter = 10_000_000;
/** Each so many inserts a counter that all share is incremented. */
const insertsOfIncrement = 4;

export const writerTables = [
	"create table written (id int primary key, writer int not null)",
	"create table counted (k int primary key, n int not null)",
	"insert into counted values (0, 0), (1, 0), (2, 0)",
];

export class Writer {
	readonly acknowledged: number[] = [];
	/** Of the shared counter: acknowledged; without an answer. */
	increments = 0;
	unknownIncrements = 0;
	/** The longest time from one acknowledgement to the next. */
	longestStallMs = 0;
	readonly #number: number;
	readonly #portOf: () => number;
	#isStopped = false;
	#connection: Connection | undefined;
	#lastMs = performance.now();

	constructor(number: number, portOf: () => number) {
		this.#number = number;
		this.#portOf = portOf;
	}

	stop(): void {
		this.#isStopped = true;
	}

	async run(): Promise<void> {
		for (let id = this.#number * idsOfWriter; !this.#isStopped; id++) {
			try {
				this.#connection ??= await this.#connect();
				await this.#connection.query(`insert into written values (${id}, ${this.#number})`);
				this.acknowledged.push(id);
				this.#answered();
				if (id % insertsOfIncrement === 0) {
					await this.#increment(this.#connection);
				}
			} catch {
				this.#connection?.destroy();
				this.#connection = undefined;
				await delay(pauseMs);
			}
		}
		this.#connection?.destroy();
	}

	/** A refused one is none; where there was no answer it may be one. */
	async #increment(connection: Connection): Promise<void> {
		try {
			await connection.query(`update counted set n = n + 1 where k = ${this.#number % 3}`);
			this.increments++;
			this.#answered();
		} catch (failure) {
			const { errno } = failure as { errno?: number };
			this.unknownIncrements += errno === 1213 || errno === 9001 ? 0 : 1;
			throw failure;
		}
	}

	#answered(): void {
		const nowMs = performance.now();
		this.longestStallMs = Math.max(this.longestStallMs, nowMs - this.#lastMs);
		this.#lastMs = nowMs;
	}

	/** Forgets the stalls so far, and returns the longest. */
	takeStall(): number {
		this.#lastMs = Math.max(this.#lastMs, performance.now() - this.longestStallMs);
		const longest = this.longestStallMs;
		this.longestStallMs = 0;
		return longest;
	}

	async #connect(): Promise<Connection> {
		const connection = await createConnection({
			host: "127.0.0.1",
			port: this.#portOf(),
			user: "root",
			database: "test",
			connectTimeout: 3000,
		});
		connection.on("error", () => {});
		return connection;
	}
}
